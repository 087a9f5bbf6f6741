import { useHotel } from '../support/hotel';
import { searchServiceItems } from '../support/listSearch';

const hotel = useHotel();

/** Opens the list and filters it, as it stands with this reservation in the form. */
async function search(filter?: string, reservationId = 'R-1') {
	const { credential } = hotel;
	const parameters = { reservationId };
	return (await searchServiceItems({ parameters, credential, filter })).results;
}

it('the list shows description, date, amount and ID of the service items of the reservation, and filters them', async () => {
	const tour = { amount: 60, date: '2026-12-06', description: 'Old town tour' };
	hotel.book({ id: 'si-8', ...tour });
	hotel.book({ id: 'si-9', ...tour, amount: -20, description: 'Goodwill (tour)' });
	hotel.book({ id: 'gone', ...tour, raw: { status: 'cancelled' } });
	hotel.book({ id: 'si-99', ...tour }, 'R-2');

	const goodwill = { name: 'Goodwill (tour) · 2026-12-06 · -20.00 · si-9', value: 'si-9' };
	const both = [{ name: 'Old town tour · 2026-12-06 · 60.00 · si-8', value: 'si-8' }, goodwill];
	for (const filter of [undefined, 'TOUR']) expect(await search(filter)).toEqual(both);
	for (const filter of ['-20.00', 'si-9', '  goodwill ']) {
		expect(await search(filter)).toEqual([goodwill]);
	}
	expect(await search('.*')).toEqual([]);
	hotel.refuse('GET', 500, { times: 4 });
	await expect(search()).rejects.toThrow('the service is not working properly');
});

it.each(['  ', '={{ $("Arrivals").item.json.id }}'])(
	'a Reservation ID is asked for in place of %j',
	async (reservationId) => {
		await expect(search('', reservationId)).rejects.toThrow(
			"'Reservation ID' is empty, or its expression has no value yet. Fill it in",
		);
		expect(hotel.traffic).toEqual([]);
	},
);
