import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../service/json';
import { actionsOf, CHARGE, fromItem, useHotel, type SentCharge } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const bySameFields = { ...fromItem, preventDuplicates: 'sameFields' };
const breakfast = { amount: 12.5, date: '2026-11-22', description: 'Breakfast' };

/** Charges for items, each a late checkout of reservation R-1 unless it says otherwise. */
function charge(items: IDataObject[] = [{}], settings: RunOptions = {}) {
	return hotel.run('create', bySameFields, {
		items: items.map((item) => ({ ...CHARGE, ...item })),
		...settings,
	});
}

it.each([
	['amount', { amount: 25.01 }],
	['date', { date: '2026-11-22' }],
	['description', { description: 'Late check-out' }],
	['account code', { accountCode: '4400' }],
	['destination account', { destinationAccount: 'GUEST' }],
])('a charge that differs in its %s is not there yet', async (_, difference) => {
	hotel.book();

	expect(await actionsOf(charge([difference]))).toEqual(['created']);
	expect(hotel.ids()).toHaveLength(2);
});

describe('a charge that is there already', () => {
	it('is given out as the service holds it, and nothing is sent', async () => {
		hotel.book({ id: 'old', raw: { currency: 'EUR' } });
		const run = await charge();

		expect(hotel.changes).toEqual([]);
		const json = { id: 'old', ...CHARGE, currency: 'EUR', action: 'alreadyExisted' };
		expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	it('counts although the list shows it without an ID', async () => {
		for (const id of ['si-1', 'si-2']) {
			hotel.book({ id });
			hotel.edit(id, { id: null });
		}
		const actions = await actionsOf(charge([{}, {}, { amount: 30 }]));

		expect(actions).toEqual(['alreadyExisted', 'alreadyExisted', 'created']);
		expect(hotel.ids()).toHaveLength(3);
	});
});

describe('a charge is known again where the service', () => {
	const spa = { amount: 79.4, description: 'Spa for two' };
	const items = [
		spa,
		{ ...spa, description: 'Spa & sauna for one, with Frühstück' },
		{ ...spa, reservationId: 'R-2', amount: 12.2 },
		{ ...spa, description: ' Spa\n' },
	];

	async function expectOneOfEach(): Promise<void> {
		expect(await actionsOf(charge(items))).toEqual(items.map(() => 'created'));
		expect(await actionsOf(charge(items))).toEqual(items.map(() => 'alreadyExisted'));
		expect(hotel.ids()).toHaveLength(items.length);
	}

	it.each<[string, (sent: SentCharge) => JsonObject]>([
		['fills in accounts', () => ({ accountCode: '4400', destinationAccount: 'GUEST' })],
		['adds properties', () => ({ vat: 7.7, createdAt: '2026-11-21T10:00:00Z' })],
		[
			'puts blanks around, and breaks lines',
			({ description }) => ({ description: ` ${description.replace(' ', '\n')}` }),
		],
		['writes capitals', ({ description }) => ({ description: description.toUpperCase() })],
		[
			'writes accents in two characters',
			({ description }) => ({ description: description.normalize('NFD') }),
		],
		['escapes HTML', ({ description }) => ({ description: description.replace('&', '&amp;') })],
		['writes amounts as text', ({ amount }) => ({ amount: amount.toFixed(2) })],
		['writes days as a midnight', ({ date }) => ({ date: `${date}T00:00+14:00` })],
	])('%s', async (_, change) => {
		hotel.keepOtherwise(change);

		await expectOneOfEach();
	});

	it.each(['idOnly', 'empty204'] as const)('answers a create with %s', async (createAnswer) => {
		hotel.service.dialect.createAnswer = createAnswer;

		await expectOneOfEach();
	});
});

describe('identical charges', () => {
	it('are all made, and none is added when the workflow is run again', async () => {
		const items = [{}, breakfast, {}, {}];
		expect(await actionsOf(charge(items))).toEqual(Array(4).fill('created'));

		expect(await actionsOf(charge(items))).toEqual(Array(4).fill('alreadyExisted'));
		expect(hotel.ids()).toHaveLength(4);
	});

	it.each([
		['before', [{}, { accountCode: '4400' }]],
		['after', [{ accountCode: '4400' }, {}]],
	])(
		'but for a blank account code are not taken for one another, the blank one %s',
		async (_, kinds) => {
			hotel.book({ accountCode: '4400' });

			expect(await actionsOf(charge(kinds))).toEqual(
				kinds.map(({ accountCode }) => (accountCode ? 'alreadyExisted' : 'created')),
			);
		},
	);
});

it.each(['Same Fields', '', true])(
	'a choice that there is not is refused before anything is sent: %j',
	async (mode) => {
		const preventDuplicates = '={{ $json.mode }}';
		const items = ['off', mode].map((each) => ({ ...CHARGE, reference: 'a', mode: each }));
		const run = await hotel.run('create', { ...fromItem, preventDuplicates }, { items });

		expect(run.error?.message).toMatch(
			/^('Prevent Duplicates' has no such choice|The expression in 'Prevent Duplicates' gave nothing).*\[item 1\]$/,
		);
		expect(hotel.traffic).toEqual([]);
	},
);

it('a reservation that cannot be read gets no charge, and the others do', async () => {
	hotel.refuse('GET', 500);
	hotel.credential.edit({ accountConcurrency: 1 });
	const items = [{}, { reservationId: 'R-2' }, breakfast];
	const run = await charge(items, { onError: 'continueRegularOutput' });

	const error = expect.stringContaining('could not be read') as string;
	expect(run.json()).toMatchObject([{ error }, { action: 'created' }, { error }]);
	expect(hotel.service.books.all()).toMatchObject([{ ...CHARGE, reservationId: 'R-2' }]);
});

const protectedBy = (matchBy: string): INodeParameters => ({
	...CHARGE,
	preventDuplicates: matchBy,
	...(matchBy === 'reference' && { reference: 'order-1' }),
});

describe('By Same Fields refuses to overlook a field', () => {
	it('that Create Body has no place for: each day has its own tax', async () => {
		const createBody =
			'{ "reservationId": "{reservationId}", "amount": "{amount}", "description": "{description}" }';
		hotel.speak({ requiredFields: [] }, { createBody });
		const run = await hotel.run('create', protectedBy('sameFields'));
		expect(run.error?.message).toMatch(
			/^'Date' is filled in and cannot be compared, as 'Create Body'/,
		);
		expect(hotel.traffic).toEqual([]);
		expect(await actionsOf(hotel.run('create', protectedBy('reference')))).toEqual(['created']);
	});

	it('that List Response does not show', async () => {
		const item = { amount: '{amount}', date: '{date}', description: '{description}' };
		const listResponse = JSON.stringify({ items: [item] });
		hotel.credential.edit({ customApiFormat: true, listResponse });
		const additionalFields = { accountCode: '4400' };
		const run = await hotel.run('create', { ...protectedBy('sameFields'), additionalFields });
		expect(run.error?.message).toMatch(/^'Account Code' is filled in and .* 'List Response'/);
		expect(hotel.traffic).toEqual([]);
		expect(await actionsOf(hotel.run('create', protectedBy('sameFields')))).toEqual(['created']);
	});
});

it('a charge of a workflow in another time zone is not made again: both zones are named', async () => {
	hotel.speak({ dateFormat: 'dateTime' });
	const charge = protectedBy('sameFields');
	await hotel.run('create', charge, { timezone: 'Europe/Berlin' });
	const run = await hotel.run('create', charge, { timezone: 'America/New_York' });
	expect(run.error?.message).toMatch(/midnight in UTC\+01:00, .*America\/New_York/);
	expect(hotel.ids()).toHaveLength(1);
	expect(await actionsOf(hotel.run('create', charge, { timezone: 'Europe/Berlin' }))).toEqual([
		'alreadyExisted',
	]);
});
