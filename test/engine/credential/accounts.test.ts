import type { INodeParameters } from 'n8n-workflow';
import { searchServiceItems } from '../support/listSearch';
import { since } from '../support/n8nVersion';
import { runAsTool } from '../support/runAsTool';
import { chargeOfRow, type HotelName, rows, useTwoHotels } from '../support/twoHotels';
import { Watch } from '../support/watch';

const hotels = useTwoHotels();

/** Both hotels have a reservation of this name: two guests. */
const R = 'R-1';
const fromItem: INodeParameters = {
	reservationId: R,
	amount: 25,
	date: '2026-11-21',
	description: '={{ $json.text }}',
	reference: '={{ $json.reference }}',
};
const onContinue = { onError: 'continueRegularOutput' } as const;

const booked = () => [hotels.booked('a'), hotels.booked('b')];
const asked = () => [...hotels.traffic('a'), ...hotels.traffic('b')];

describe('the account of each input item', () => {
	it('is charged, after one login each', async () => {
		const run = await hotels.run('create', fromItem, rows('abab'));

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([
			['Charge 0', 'Charge 2'],
			['Charge 1', 'Charge 3'],
		]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		for (const name of ['a', 'b'] as const) expect(hotels.of(name).log.tokenExchanges()).toBe(1);
	});

	it.each(['sameFields', 'reference'])('has its own charges (%s)', async (preventDuplicates) => {
		const items = rows('ab', () => ({ text: 'Spa', reference: 'spa' }));
		const twice = { ...fromItem, preventDuplicates };
		for (const action of ['created', 'alreadyExisted']) {
			const run = await hotels.run('create', twice, items);
			expect(run.json().map((json) => json.action)).toEqual([action, action]);
		}
		expect(booked().map(({ length }) => length)).toEqual([1, 1]);
	});

	// n8n before 2.3 calls a tool in a way that the tests have no stand-in for.
	since('2.3').it.each<HotelName>(['a', 'b'])('is that of a tool call (%s)', async (hotel) => {
		const parameters = {
			resource: 'serviceItem',
			operation: 'create',
			reservationId: R,
			amount: "={{ $fromAI('amount', 'Amount', 'number') }}",
			date: '2026-11-21',
			chargeDescription: 'Spa',
		};
		const { credential } = hotels;
		await runAsTool('serviceItem', parameters, { amount: 5, hotel }, { credential });
		expect(hotels.booked(hotel)).toEqual(['Spa']);
	});
});

it('where one account refuses the login, the items of the other are done', async () => {
	hotels.of('a').accounts.delete(hotels.dataOf('a').accountId);
	const run = await hotels.run('create', chargeOfRow, rows('abab'), onContinue);

	const refused = expect.stringContaining(`Check 'Account ID' and 'API Key'`) as string;
	expect(run.json().map(({ error }) => error)).toEqual([refused, undefined, refused, undefined]);
	expect(hotels.of('a').log.tokenExchanges()).toBe(1);
	expect(run.stored).not.toContain(hotels.dataOf('a').apiKey);
});

describe('an account that cannot be told', () => {
	it.each([
		['names no hotel', 'abcc', {}, /is empty.*\[item 2\].*\[item 3\]/],
		[
			'lacks the key',
			'ab',
			{ apiKey: '={{ $json.hotel === "a" ? "key" : "" }}' },
			/'API Key'.*\[item 1\]/,
		],
		[
			'names a node',
			'ab',
			{ accountId: `={{ $('Nowhere').item.json.id }}` },
			/could not be worked out: .*node/,
		],
	])(
		'of an item that %s is refused by name before anything is sent',
		async (_, names, changes, words) => {
			const credential = hotels.save(changes);
			const { error } = await hotels.run('create', chargeOfRow, rows(names), { credential });
			expect(`${error?.message} ${error?.description}`).toMatch(words);
			expect(error?.description).toMatch(/field that the input item has|fields that it names/);
			expect(asked()).toEqual([]);
		},
	);

	it('in the picker says what to do', async () => {
		const parameters = { resource: 'serviceItem', operation: 'get', reservationId: R };
		const { credential } = hotels;
		const search = searchServiceItems({ credential, parameters });
		await expect(search).rejects.toThrow(/needs an input item.*By ID/s);
	});

	it.each(['activate', 'test'] as const)(
		'in the trigger says what to do (%s)',
		async (occasion) => {
			const watching = new Watch(hotels, { reservationIds: [R], events: ['created'] });
			const { error } = await watching[occasion]();
			expect(error?.message).toMatch(/needs an input item.*each account a trigger/s);
			expect(asked()).toEqual([]);
		},
	);
});
