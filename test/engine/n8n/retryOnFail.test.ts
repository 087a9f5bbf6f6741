import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHARGE, chargeFromItem, listOf, path, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';
import { runInLoop } from '../support/serviceItemNode';

const hotel = useHotel();

const { date } = CHARGE;

/** One charge on each of ten reservations. */
const charges = Array.from({ length: 10 }, (_, n) => ({
	reservationId: `R-${n}`,
	amount: n,
	date,
	description: `Charge ${n}`,
}));

/** Creates the charges in a node that n8n tries three times; by itself the node sends nothing again. */
function create(
	settings: RunOptions = {},
	parameters: INodeParameters = {},
	options: INodeParameters = {},
) {
	return hotel.run(
		'create',
		{ ...chargeFromItem, ...parameters, options: { maxRetries: 0, ...options } },
		{ items: charges, retryOnFail: true, maxTries: 3, ...settings },
	);
}

/** How often each charge was sent, by its amount. */
function timesSent(): number[] {
	const amounts = hotel.bodies.map(({ amount }) => amount);
	return charges.map(({ amount }) => amounts.filter((sent) => sent === amount).length);
}

/** How many of each charge are on the books, by its amount. */
function timesBooked(): number[] {
	const booked = hotel.service.books.all();
	return charges.map(({ amount }) => booked.filter((item) => item.amount === amount).length);
}

/** So many charges are refused, after those that are let by. */
function refuse(times: number, after = 0): void {
	hotel.refuse('POST', 423, { times, after });
}

it('when one fails in the middle, every finished charge is sent once, and all results come out in order', async () => {
	refuse(1, 3);
	const run = await create();

	expect(run.error).toBeUndefined();
	expect(timesBooked()).toEqual(charges.map(() => 1));
	expect(timesSent().reduce((sum, times) => sum + times)).toBe(11);
	expect(run.output()).toEqual(
		charges.map((charge, item) => ({
			json: { id: expect.stringMatching(/^si-\d+$/) as string, ...charge },
			pairedItem: { item },
		})),
	);
	// n8n stores nothing of the tries.
	expect(run.database.executionData?.contextData).toEqual({ 'node:Node': {} });
});

it('in a loop, rounds with the same items make them each time', async () => {
	refuse(1, 1);
	refuse(1, 4);
	const parameters = { ...CHARGE, options: { maxRetries: 0 } };
	const loop = { items: listOf(6, () => ({})), batchSize: 3, retryOnFail: true };
	const run = await runInLoop(hotel.credential, 'create', parameters, loop);

	expect(run.error).toBeUndefined();
	expect(hotel.ids()).toHaveLength(6);
});

describe('a charge whose outcome is unclear', () => {
	it.each([
		['made', 'resetAfter', 1],
		['not made', 'resetBefore', 0],
	] as const)(
		'and that was %s is reported, and sent in no further try',
		async (_, kind, booked) => {
			hotel.service.faults.add({ method: 'POST', path, kind, after: 4 });
			hotel.credential.edit({ accountConcurrency: 1 });
			const run = await create({ maxTries: 5 });

			expect(run.error?.message).toBe(
				"The service item may or may not have been created on reservation 'R-4': the connection broke off [item 4]",
			);
			expect(run.error?.description).toMatch(/^Look at the reservation before creating it again/);
			expect(timesSent()).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
			expect(timesBooked()).toEqual([1, 1, 1, 1, booked, 0, 0, 0, 0, 0]);
		},
	);

	it('is named by the last try beside every other one', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'hangAfter' });
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
		hotel.credential.edit({ accountConcurrency: 2 });
		const run = await create({}, {}, { timeout: 500 });

		// Which of two charges reaches the service first is open.
		const broken = hotel.service.log.entries.filter(({ fault }) => fault !== undefined);
		const [first, second] = broken.map(({ body }) => Number((body as IDataObject).amount)).sort();
		expect(run.error?.message).toContain(`[item ${first}]`);
		expect(run.error?.description).toContain(
			`1 of 10 items were done; it is unclear for items ${first}, ${second} whether they were`,
		);
		expect(timesSent()).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
	});
});

it.each([
	['create', { preventDuplicates: 'sameFields' }],
	['create', { preventDuplicates: 'reference', reference: 'order-0' }],
	['upsert', { reference: 'order-0' }],
	['sync', { reference: 'order-0' }],
])(
	'a charge that the list shows late is looked for in the next try before it is made again: %s %j',
	async (operation, parameters) => {
		hotel.service.dialect.listLagMs = 3500;
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
		hotel.refuse('GET', 500, { after: 1 });
		const run = await create({ items: charges.slice(0, 1) }, { ...parameters, operation });

		expect(run.error).toBeUndefined();
		expect(run.json().map(({ action }) => action)).toEqual(['created']);
		expect(timesSent()[0]).toBe(1);
		expect(timesBooked()[0]).toBe(1);
	},
);
