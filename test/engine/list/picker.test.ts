import type { INodeListSearchResult } from 'n8n-workflow';
import { useHotel } from '../support/hotel';
import { listSearch, type ListSearch } from '../support/listSearch';

const hotel = useHotel();

const reservationId = 'R-1';
const spa = { id: 'si-7', amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };
const tour = { id: 'si-8', amount: 60, date: '2026-12-06', description: 'Old town tour' };
const discount = { id: 'si-9', amount: -20, date: '2026-12-06', description: 'Goodwill (tour)' };

/** Opens the list, as it stands with reservation R-1 in the form. */
async function search(how: ListSearch = {}): Promise<INodeListSearchResult> {
	const { credential } = hotel;
	const parameters = { reservationId };
	return await listSearch('serviceItem', 'searchServiceItems', { parameters, credential, ...how });
}

describe('the list', () => {
	beforeEach(() => {
		for (const item of [spa, tour, discount]) hotel.book(item);
		hotel.book({ ...spa, id: 'si-99' }, 'R-2');
		hotel.book({ ...spa, id: 'gone', raw: { status: 'cancelled' } });
	});

	it('shows description, date, amount and ID of the service items of the reservation', async () => {
		expect(await search()).toEqual({
			results: [
				{ name: 'Spa treatment · 2026-12-05 · 89.50 · si-7', value: 'si-7' },
				{ name: 'Old town tour · 2026-12-06 · 60.00 · si-8', value: 'si-8' },
				{ name: 'Goodwill (tour) · 2026-12-06 · -20.00 · si-9', value: 'si-9' },
			],
		});
		const query = { reservationId };
		expect(hotel.requests).toEqual([{ method: 'GET', path: '/services', query }]);
	});

	it.each([
		['by description, in any case', 'TOUR', ['si-8', 'si-9']],
		['by amount as it is shown', '-20.00', ['si-9']],
		['by ID', 'si-9', ['si-9']],
		['with blanks around', '  goodwill ', ['si-9']],
	])('filters %s', async (_, filter, values) => {
		const { results, paginationToken } = await search({ filter });

		expect(results.map(({ value }) => value)).toEqual(values);
		expect(paginationToken).toBeUndefined();
		expect(hotel.requests).toHaveLength(1);
	});
});

describe('when there is no list to show', () => {
	it.each(['  ', '={{ $("Arrivals").item.json.id }}'])(
		'a Reservation ID is asked for in place of %j',
		async (given) => {
			await expect(search({ parameters: { reservationId: given } })).rejects.toThrow(
				"'Reservation ID' is empty, or its expression has no value yet. Fill it in",
			);
			expect(hotel.traffic).toEqual([]);
		},
	);

	it('a refused list is told', async () => {
		hotel.refuse('GET', 500, { times: 4 });

		await expect(search()).rejects.toThrow('the service is not working properly');
		expect(hotel.exchanges).toBe(1);
	});
});
