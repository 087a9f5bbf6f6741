import type { INodeParameters } from 'n8n-workflow';
import { listSearch } from '../support/listSearch';
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

/** A charge that was on a hotel's books before the test. */
function seed(hotel: HotelName, id: string, text: string): void {
	const item = { id, amount: 5, date: '2026-11-20', description: text };
	hotels.of(hotel).books.add(R, item);
}

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

describe('Sync', () => {
	const deleting = { ...fromItem, deleteMissing: true, referencePrefix: 'n-' };
	const items = (names: string) => rows(names, (n) => ({ reference: `n-${n}` }));

	it('deletes nothing anywhere while the account of an input item is not known', async () => {
		seed('a', 's-1', 'Old A [ref:n-old-a]');
		const run = await hotels.run('sync', deleting, items('ac'), onContinue);
		expect(hotels.booked('a')).toEqual(['Charge 0 [ref:n-0]', 'Old A [ref:n-old-a]']);
		expect(run.json()[1]?.error).toContain('[item 1]');
	});

	it('counts the deletions of all accounts together', async () => {
		for (const n of [1, 2]) {
			seed('a', `a-${n}`, `A [ref:n-a-${n}]`);
			seed('b', `b-${n}`, `B [ref:n-b-${n}]`);
		}
		const atMost = (maxDeletions: string) => ({ ...deleting, maxDeletions });
		const { error } = await hotels.run('sync', atMost('3'), items('ab'));
		expect(error?.message).toContain('would delete 4 ');
		// What is wanted is made all the same, and nothing is deleted.
		expect(booked().map(({ length }) => length)).toEqual([3, 3]);
		expect((await hotels.run('sync', atMost('4'), items('ab'))).error).toBeUndefined();
		expect(booked().map(({ length }) => length)).toEqual([1, 1]);
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

it.each(['account', 'environment'])(
	'tried again, an item that was done for another %s is refused, and the others are done',
	async (changed) => {
		const noRetries = { ...chargeOfRow, options: { maxRetries: 0 } };
		const { baseUrl } = hotels.dataOf('b');
		const [accountId, move] =
			changed === 'account'
				? ['another', { baseUrl }]
				: [hotels.dataOf('a').accountId, { environment: 'test', testBaseUrl: baseUrl }];
		hotels
			.of('b')
			.faults.add({ kind: 'errorBefore', status: 400, method: 'POST', path: /^\/services/ });
		hotels.credential.edit({ accountConcurrency: 1 });
		const failed = await hotels.run('create', noRetries, rows('ab'));
		hotels.of('b').accounts.add({ accountId, key: 'key-there' });
		hotels.credential.edit({ accountId, apiKey: 'key-there', ...move });
		const retry = { retryOf: failed, ...onContinue };
		const run = await hotels.run('create', noRetries, rows('ab'), retry);

		expect(failed.error).toBeDefined();
		expect(run.json()[0]?.error).toContain('another operation, account or input item');
		expect(booked()).toEqual([['Charge 0'], ['Charge 1']]);
	},
);

describe('an account that cannot be told', () => {
	it.each([
		['names no hotel', 'abc', {}, /is empty.*\[item 2\]/],
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
			expect(error?.message).toMatch(words);
			expect(error?.description).toMatch(/field that the input item has|fields that it names/);
			expect(asked()).toEqual([]);
		},
	);

	it('in the picker says what to do', async () => {
		const parameters = { resource: 'serviceItem', operation: 'get', reservationId: R };
		const { credential } = hotels;
		const search = listSearch('serviceItem', 'searchServiceItems', { credential, parameters });
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
