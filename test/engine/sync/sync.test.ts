import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { actionsOf, CHARGE, chargeFromItem, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const { date } = CHARGE;
const deleting = { deleteMissing: true, referencePrefix: 'r-' };

/** A charge as an input item wants it. */
const wanted = (reference: string, amount: number) => {
	const description = `Charge ${reference}`;
	return { reservationId: 'R-1', reference, amount, date, description };
};
/** The body that creates it. */
const body = (reference: string, amount: number) => {
	const description = `Charge ${reference} [ref:${reference}]`;
	return { reservationId: 'R-1', amount, date, description };
};
/** The same as the service gives it back. */
const raw = (id: string, amount: number) => ({ id, ...body(id, amount) });

function sync(items: IDataObject[], parameters: INodeParameters = {}, settings: RunOptions = {}) {
	return hotel.run('sync', { ...chargeFromItem, ...parameters }, { items, ...settings });
}

describe('a reservation that differs from the input', () => {
	const desired = [wanted('r-a', 10), wanted('r-b', 20), wanted('r-c', 30)];
	const about = (reference: string) => ({ reservationId: 'R-1', reference });

	beforeEach(() => {
		hotel.book(raw('r-a', 10));
		hotel.book(raw('r-b', 99));
		hotel.book(raw('r-x', 40));
	});

	it('is only planned for by a dry run, then brought in line; each action has before and after', async () => {
		const planned = await sync(desired, { ...deleting, dryRun: true });
		expect(hotel.changes).toEqual([]);
		const run = await sync(desired);

		const patch = { amount: 20, date, description: 'Charge r-b [ref:r-b]' };
		expect(hotel.changes).toEqual([
			['PATCH', '/services/r-b', patch],
			['POST', '/services', body('r-c', 30)],
		]);
		const same = { before: raw('r-a', 10), after: raw('r-a', 10) };
		const changed = { before: raw('r-b', 99), after: raw('r-b', 20) };
		expect(planned.json()).toEqual([
			{ action: 'unchanged', ...about('r-a'), ...same },
			{ action: 'wouldUpdate', ...about('r-b'), ...changed },
			{ action: 'wouldCreate', ...about('r-c'), before: null, after: body('r-c', 30) },
			{ action: 'wouldDelete', ...about('r-x'), before: raw('r-x', 40), after: null },
		]);
		const names = ['action', 'reservationId', 'reference', 'before', 'after'];
		expect(Object.keys(run.json()[1] ?? {})).toEqual(names);
		const created = { before: null, after: { ...raw('r-c', 30), id: 'si-1' } };
		expect(run.output()).toEqual([
			{ json: { action: 'unchanged', ...about('r-a'), ...same }, pairedItem: { item: 0 } },
			{ json: { action: 'updated', ...about('r-b'), ...changed }, pairedItem: { item: 1 } },
			{ json: { action: 'created', ...about('r-c'), ...created }, pairedItem: { item: 2 } },
		]);
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
});
