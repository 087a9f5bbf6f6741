import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, chargeFromItem, charges, path, useHotel } from '../support/hotel';
import { runInLoop, type RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const ten = charges(10, 10);
/** By itself the node sends nothing again. */
const options = { maxRetries: 0, timeout: 500 };

/** Creates the charges in a node that n8n tries three times. */
function create(parameters: INodeParameters = {}, settings: RunOptions = {}) {
	const all = { ...chargeFromItem, ...parameters, options };
	return hotel.run('create', all, { items: ten, retryOnFail: true, maxTries: 3, ...settings });
}

/** The amounts that were sent. */
const sent = () => hotel.bodies.map(({ amount }) => amount as number).sort((a, b) => a - b);
const booked = () => hotel.service.books.all().map(({ amount }) => amount);

it('when one fails in the middle, every finished charge is sent once, and all results come out in order', async () => {
	hotel.refuse('POST', 423, { after: 3 });
	const run = await create();

	expect(run.error).toBeUndefined();
	expect(new Set(booked()).size).toBe(10);
	expect([booked().length, sent().length]).toEqual([10, 11]);
	expect(run.output()).toMatchObject(
		ten.map(({ amount }, item) => ({ json: { amount }, pairedItem: { item } })),
	);
	// n8n stores nothing of the tries.
	expect(run.database.executionData?.contextData).toEqual({ 'node:Node': {} });
});

it('in a loop, rounds with the same items make them each time', async () => {
	for (const after of [1, 4]) hotel.refuse('POST', 423, { after });
	const loop = { items: Array.from({ length: 6 }, () => ({})), batchSize: 3, retryOnFail: true };
	const run = await runInLoop(hotel.credential, 'create', { ...CHARGE, options }, loop);

	expect(run.error).toBeUndefined();
	expect(hotel.ids()).toHaveLength(6);
});

it.each([
	['made', 'resetAfter', [1, 2, 3, 4, 5]],
	['not made', 'resetBefore', [1, 2, 3, 4]],
] as const)(
	'an unclear charge that was %s is reported, and sent in no further try',
	async (_, kind, bills) => {
		hotel.service.faults.add({ method: 'POST', path, kind, after: 4 });
		hotel.credential.edit({ accountConcurrency: 1 });
		const run = await create();

		expect(run.error?.message).toBe(
			"The service item may or may not have been created on reservation 'R-5': the connection broke off [item 4]",
		);
		expect(run.error?.description).toMatch(/^Look at the reservation .*before creating it again/);
		expect(sent()).toEqual([1, 2, 3, 4, 5]);
		expect(booked()).toEqual(bills);
	},
);

it('of two unclear charges, the last try names both', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'hangAfter' });
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
	hotel.credential.edit({ accountConcurrency: 2 });
	const run = await create();

	// Which of two charges reaches the service first is open.
	const broken = hotel.service.log.entries.filter(({ fault }) => fault !== undefined);
	const [first, second] = broken
		.map(({ body }) => (body as { amount: number }).amount - 1)
		.sort((a, b) => a - b);
	expect(run.error?.message).toContain(`[item ${first}]`);
	expect(run.error?.description).toContain(
		`1 of 10 items were done; it is unclear for items ${first}, ${second} whether they were`,
	);
	expect(sent()).toEqual([1, 2, 3]);
});
