import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';

const hotel = useHotel();

const day = '2026-11-21';
const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	reference: '={{ $json.reference }}',
	amount: '={{ $json.amount }}',
	date: day,
	description: 'Charge',
	removeMissing: true,
	referencePrefix: 'order-',
};

/** Six charges on each of four reservations; the books are to have just these. */
const desired = Array.from({ length: 24 }, (_, n) => ({
	reservationId: `R-${n % 4}`,
	reference: `order-${n}`,
	amount: n,
}));

function sync(settings: Parameters<typeof hotel.run>[2] = {}) {
	return hotel.run('sync', fromItem, { items: desired, ...settings });
}

/** What the books have, and what they are to have, in one form and order. */
const lineOf = (reservationId: string, description: string, amount: number) =>
	`${reservationId} ${description} ${amount}`;
const onTheBooks = () =>
	hotel.service.books
		.all()
		.map(({ reservationId, description, amount }) => lineOf(reservationId, description, amount))
		.sort();
const inLine = desired
	.map((item) => lineOf(item.reservationId, `Charge [ref:${item.reference}]`, item.amount))
	.sort();

function actions(items: IDataObject[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const json of items) {
		const action = json.action as string;
		counts[action] = (counts[action] ?? 0) + 1;
	}
	return counts;
}

/** On each reservation: one charge too much, one with another amount, one as it should be. */
beforeEach(() => {
	for (let n = 0; n < 4; n++) {
		const add = (reference: string, amount: number) =>
			hotel.book({ amount, description: `Charge [ref:${reference}]` }, `R-${n}`);
		add('order-gone', 1);
		add(`order-${n}`, 99);
		add(`order-${n + 4}`, n + 4);
	}
});

async function expectInLine(): Promise<void> {
	expect(onTheBooks()).toEqual(inLine);
	hotel.service.log.clear();
	const run = await sync();
	expect(actions(run.json())).toEqual({ unchanged: 24 });
	expect(hotel.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
}

it('brings everything in line in one run', async () => {
	const run = await sync();

	expect(actions(run.json())).toEqual({ created: 16, updated: 4, unchanged: 4, removed: 4 });
	await expectInLine();
});

it.each(['POST', 'PATCH', 'DELETE'])(
	'is completed by the next run when it was stopped at a %s',
	async (method) => {
		hotel.service.latencyMs = 2;
		hotel.credential.edit({ accountConcurrency: 2 });
		const running = sync();
		hotel.meanwhile({ method, path: /services/, after: 1 }, () => running.cancel());
		const run = await running;
		hotel.service.latencyMs = 0;
		expect(run.status).toBe('canceled');
		expect(onTheBooks()).not.toEqual(inLine);

		await sync();
		await expectInLine();
	},
);

it.each([
	['a create that is refused', { method: 'POST', path: /services/, kind: 'redirect' }],
	['an update that is refused', { method: 'PATCH', kind: 'redirect' }],
	['a removal that is refused', { method: 'DELETE', kind: 'redirect' }],
	// Behind the four that are read before anything is changed.
	['a list that cannot be read', { method: 'GET', kind: 'redirect', after: 5 }],
] as const)('is completed by the next run after %s', async (_, fault) => {
	hotel.service.faults.add({ after: 1, ...fault });
	const run = await sync();
	expect(run.status).toBe('error');

	await sync();
	await expectInLine();
});

it("is completed by n8n's Retry On Fail, and nothing is done twice", async () => {
	hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'redirect', after: 5 });
	const run = await sync({ retryOnFail: true });

	expect(actions(run.json())).toEqual({ created: 16, updated: 4, unchanged: 4, removed: 4 });
	expect(hotel.service.books.changes).toEqual({ created: 16, updated: 4, deleted: 4 });
	await expectInLine();
});

it('ends in line when two run at once', async () => {
	hotel.service.latencyMs = 2;
	await Promise.all([
		sync({ onError: 'continueRegularOutput' }),
		sync({ onError: 'continueRegularOutput' }),
	]);
	hotel.service.latencyMs = 0;

	await expectInLine();
});
