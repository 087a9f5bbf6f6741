import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { actionsOf, CHARGE, chargeFromItem, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const { date } = CHARGE;
const deleting = { deleteMissing: true, referencePrefix: 'r-' };

/** A charge as an input item wants it. */
const wanted = (reference: string, amount: number, reservationId = 'R-1') => ({
	reservationId,
	reference,
	amount,
	date,
	description: `Charge ${reference}`,
});
/** The same as the service holds it on R-1. */
const held = (reference: string, amount: number) => ({
	id: reference,
	amount,
	date,
	description: `Charge ${reference} [ref:${reference}]`,
});
/** The same as the service gives it back. */
const raw = (reference: string, amount: number) => ({
	reservationId: 'R-1',
	...held(reference, amount),
});
/** The body that creates it. */
const body = (reference: string, amount: number) => ({ ...raw(reference, amount), id: undefined });

function sync(items: IDataObject[], parameters: INodeParameters = {}, settings: RunOptions = {}) {
	return hotel.run('sync', { ...chargeFromItem, ...parameters }, { items, ...settings });
}

describe('a reservation that differs from the input', () => {
	const desired = [wanted('r-a', 10), wanted('r-b', 20), wanted('r-c', 30)];
	const about = (reference: string) => ({ reservationId: 'R-1', reference });

	beforeEach(() => {
		hotel.book(held('r-a', 10));
		hotel.book(held('r-b', 99));
		hotel.book(held('r-x', 40));
	});

	it('is brought in line, and each action comes out with before and after', async () => {
		const run = await sync(desired);

		expect(hotel.changes).toHaveLength(2);
		expect(hotel.changes).toEqual(
			expect.arrayContaining([
				['PATCH', '/services/r-b', { amount: 20, date, description: 'Charge r-b [ref:r-b]' }],
				['POST', '/services', body('r-c', 30)],
			]),
		);
		const created = { ...raw('r-c', 30), id: 'si-1' };
		expect(run.json()).toEqual([
			{ action: 'unchanged', ...about('r-a'), before: raw('r-a', 10), after: raw('r-a', 10) },
			{ action: 'updated', ...about('r-b'), before: raw('r-b', 99), after: raw('r-b', 20) },
			{ action: 'created', ...about('r-c'), before: null, after: created },
		]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
	});

	it.each(['POST', 'PATCH', 'DELETE'])(
		'is brought in line by the next run where one was stopped at a %s',
		async (method) => {
			const stopped = sync(desired, deleting);
			hotel.meanwhile({ method }, () => stopped.cancel());
			expect((await stopped).status).toBe('canceled');

			expect((await sync(desired, deleting)).error).toBeUndefined();
			hotel.service.log.clear();
			expect(await actionsOf(sync(desired, deleting))).toEqual(Array(3).fill('unchanged'));
			expect(hotel.changes).toEqual([]);
			expect(hotel.service.books.changes).toEqual({ created: 1, updated: 1, deleted: 1 });
		},
	);

	it('is only planned for by a dry run', async () => {
		const before = hotel.service.books.all();
		const run = await sync(desired, { ...deleting, dryRun: true });

		expect(hotel.changes).toEqual([]);
		expect(hotel.service.books.all()).toEqual(before);
		expect(run.json()).toEqual([
			{ action: 'unchanged', ...about('r-a'), before: raw('r-a', 10), after: raw('r-a', 10) },
			{ action: 'wouldUpdate', ...about('r-b'), before: raw('r-b', 99), after: raw('r-b', 20) },
			{ action: 'wouldCreate', ...about('r-c'), before: null, after: body('r-c', 30) },
			{ action: 'wouldDelete', ...about('r-x'), before: raw('r-x', 40), after: null },
		]);
	});

	it('keeps what an input leaves empty, in a dry run as in the run', async () => {
		const items = [{ ...wanted('r-b', 20), description: '', date: '' }];
		const planned = await sync(items, { dryRun: true });
		const done = await sync(items);

		const change = { ...about('r-b'), before: raw('r-b', 99), after: raw('r-b', 20) };
		expect(planned.json()).toEqual([{ action: 'wouldUpdate', ...change }]);
		expect(done.json()).toEqual([{ action: 'updated', ...change }]);
	});

	it('that an update cannot bring in line is refused by a dry run as by the run, alone', async () => {
		hotel.credential.edit({ customApiFormat: true, updateBody: '{ "amount": "{amount}" }' });
		const items = [{ ...wanted('r-b', 20), date: '2026-11-22' }, wanted('r-c', 30)];
		const continued = { onError: 'continueRegularOutput' } as const;
		const planned = await sync(items, { ...deleting, dryRun: true }, continued);
		const done = await sync(items, deleting, continued);

		const error = expect.stringContaining("has no {date}, but 'Date' is filled in") as string;
		expect(planned.json()).toMatchObject([{ error }, { action: 'wouldCreate' }]);
		expect(done.json()).toMatchObject([{ error }, { action: 'created' }]);
		expect(hotel.ids()).toEqual(['r-a', 'r-b', 'r-x', 'si-1']);
	});
});
