import { meanwhile } from './support/meanwhile';
import { lateCheckout, useReferences } from './support/referencedCharges';

const { hotel, charge, books } = useReferences();

describe('another workflow that creates the same reference in the same instant', () => {
	const rival = { ...lateCheckout, description: 'Theirs [ref:order-1]' };
	/** The rival writes after our first look at the reservation, before (0) or after (1) our own create. */
	const theyCreate = (id: string | undefined, moment: { method: string; after: number }) =>
		meanwhile(hotel.service, moment, () => hotel.service.books.add('R-1', { ...rival, id }));

	it('keeps its item when it came first: ours is taken back', async () => {
		theyCreate(undefined, { method: 'POST', after: 0 });
		const run = await charge([{}]);

		expect(run.json()).toMatchObject([
			{ id: 'si-1', description: rival.description, _action: 'alreadyExisted' },
		]);
		expect(hotel.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /services',
			'POST /services',
			'GET /services',
			'DELETE /services/si-2',
		]);
		expect(books()).toEqual([['si-1', rival.description]]);
	});

	it('takes back its item when ours came first', async () => {
		theyCreate('si-7', { method: 'GET', after: 1 });
		meanwhile(hotel.service, { method: 'GET', after: 2 }, () => {
			const booking = hotel.service.books.find('si-7');
			if (booking) hotel.service.books.remove(booking);
		});
		const run = await charge([{}]);

		expect(run.json()).toMatchObject([{ id: 'si-1', _action: 'created' }]);
		expect(books()).toEqual([['si-1', 'Late checkout [ref:order-1]']]);
	});

	it('and does not take it back is reported', async () => {
		theyCreate('si-7', { method: 'GET', after: 1 });
		const run = await charge([{}]);

		expect(run.error?.message).toBe(
			"Several service items of this reservation carry the reference 'order-1': 'si-1' and 'si-7'",
		);
		expect(run.error?.description).toMatch(/^Delete those that are too many\./);
	});
});
