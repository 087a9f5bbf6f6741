import { useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment', accountCode: '4200' };

it('reads a service item by its ID, and gives it out as the service returned it', async () => {
	const raw = { taxes: [{ rate: 7.7 }], json: { a: 1 }, guest: null, vip: false, note: '' };
	hotel.book({ id: 'si-7', ...spa, raw });
	const run = await hotel.run('get', { serviceId: byId('si-7') });

	expect(hotel.requests).toEqual([{ method: 'GET', path: '/services/si-7' }]);
	const json = { id: 'si-7', reservationId: 'R-1', ...spa, ...raw };
	expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);
});

it('an ID stands in the path on its own, whatever is in it', async () => {
	const odd = ['a/b', 'ä ö', '?', 'a?b=c', '#1', '100%', '%2F', 'x&y=z', 'a+b', "O'Neil (1)!*"];
	const ids = [...odd, 'a\\b', 'a:b;c@d', '..x', '../x', 'a..b', '...', '💆'];
	for (const id of ids) hotel.book({ id, ...spa });
	const parameters = { serviceId: byId('={{ $json.id }}') };
	const run = await hotel.run('get', parameters, { items: ids.map((id) => ({ id })) });

	expect(run.error).toBeUndefined();
	expect(run.json().map(({ id }) => id)).toEqual(ids);
	for (const { path, query } of hotel.requests) {
		expect(query).toBeUndefined();
		expect(path).toMatch(/^\/services\/[^/]+$/);
	}
});

const another = { id: 'si-8', reservationId: 'R-1', ...spa, description: 'Spa [ref:order-8]' };

const cancelled = { ...spa, id: 'si-7', status: 'cancelled' };

it.each<[string, number, unknown, RegExp]>([
	['404', 404, { message: 'No si-7' }, /^The service item 'si-7' could.*\(status 404\): No si-7/],
	['nothing', 204, '', /^'List Response'.* does not find 'si-7'/],
	['nothing in an envelope', 200, { data: null, items: [{}] }, /does not find 'si-7'/],
	['an item under other names', 200, { no: 'si-7', price: 5 }, /does not find 'si-7'/],
	['another item', 200, another, /does not find 'si-7'/],
	['one that is cancelled', 200, cancelled, /'si-7' is marked as cancelled/],
])('where the ID is answered with %s, nothing is given out or changed', async (...row) => {
	const [, status, body, message] = row;
	hotel.answer(() => ({ status, body }));
	const serviceId = byId('si-7');
	const reservationId = 'R-1';
	const runs = [
		hotel.run('get', { serviceId }),
		hotel.run('update', { serviceId, updateFields: { description: 'Massage' } }),
		hotel.run('update', { serviceId, reservationId, updateFields: { amount: 1 } }),
		hotel.run('delete', { serviceId, reservationId }),
	];
	for (const run of await Promise.all(runs)) {
		expect(run.error?.message).toMatch(message);
		expect(run.output()).toEqual([]);
	}
	expect([...new Set(hotel.sent)]).toEqual([`GET /services/si-7 ${status}`]);
});
