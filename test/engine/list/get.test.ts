import { useCannedService } from '../support/cannedService';
import { useHotel } from '../support/hotel';
import { byId, fromList } from '../support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment', accountCode: '4200' };

it('reads a service item by its ID, and gives it out as the service returned it', async () => {
	const raw = { taxes: [{ rate: 7.7 }], json: { a: 1 }, guest: null, vip: false, note: '' };
	hotel.book({ id: 'si-7', ...spa, raw });
	const run = await hotel.run('get', { serviceId: byId('si-7') });

	expect(hotel.requests).toEqual([{ method: 'GET', path: '/services/si-7' }]);
	const json = { id: 'si-7', reservationId: 'R-1', ...spa, ...raw };
	expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);
});

it.each([
	['a number in the form', byId(48213)],
	['a number of the input item', byId('={{ $json.id }}')],
	['an expression in place of the whole field', '={{ $json.id }}'],
	['an entry of the list', fromList('48213')],
])('takes %s for an ID', async (_, serviceId) => {
	hotel.service.dialect.idType = 'number';
	hotel.book({ id: '48213', ...spa });
	const parameters = { serviceId, reservationId: 'R-1' };
	const run = await hotel.run('get', parameters, { items: [{ id: 48213 }] });

	expect(hotel.requests.map(({ path }) => path)).toEqual(['/services/48213']);
	expect(run.json()).toMatchObject([{ id: 48213 }]);
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

it("says in the service's words that an ID is not known, and what to look at", async () => {
	const run = await hotel.run('get', { serviceId: byId('si-404') });

	expect(run.error?.name).toBe('NodeApiError');
	expect(run.error?.httpCode).toBe('404');
	expect(run.error?.message).toMatch(/^Service item 'si-404' was not found/);
	expect(run.error?.description).toContain("Check 'Service Item'");
	expect(run.output()).toEqual([]);
});

it.each([
	['get', {}],
	['update', { updateFields: { amount: 1 } }],
])(
	'%s of a charge that the service marks as cancelled says that it is gone',
	async (operation, more) => {
		hotel.book({ id: 'si-7', ...spa, raw: { status: 'cancelled' } });
		const parameters = { serviceId: byId('si-7'), reservationId: 'R-1', ...more };
		const run = await hotel.run(operation, parameters);

		expect(run.error?.message).toMatch(/^Service item 'si-7' is gone.*cancelled/);
		expect(hotel.requests.map(({ method }) => method)).toEqual(['GET']);
	},
);

it.each([
	['update', { updateFields: { description: 'Massage' } }],
	['update', { updateFields: { amount: 1 }, reservationId: 'R-1' }],
	['delete', { reservationId: 'R-1' }],
])(
	'%s %j sends nothing where the service shows another item than the one asked for',
	async (operation, more) => {
		const another = { id: 'si-8', reservationId: 'R-1', ...spa, description: 'Spa [ref:order-8]' };
		canned.answer = { body: another };
		const run = await canned.run(operation, { serviceId: byId('si-7'), ...more });

		expect(run.error?.message).toMatch(
			/^The service answered with service item 'si-8', and not with 'si-7'/,
		);
		expect(canned.asked).toEqual(['GET /services/si-7']);
	},
);

it.each([
	['nothing', 204, ''],
	['an empty object', 200, '{}'],
	['an envelope around nothing', 200, '{ "success": true, "data": null, "items": [{}] }'],
])('an answer without a service item (%s) says that it was not found', async (_, status, body) => {
	canned.answer = { status, body };
	const run = await canned.run('get', { serviceId: byId('si-404') });

	expect(run.error?.message).toMatch(/^Service item 'si-404' was not found/);
	expect(run.error?.description).toMatch(/Check 'Service Item'.*Get Many/);
	expect(run.output()).toEqual([]);
	expect(canned.asked).toEqual(['GET /services/si-404']);
});

it.each(['', 'R-1'])(
	'an item under names that no example has is given out as it came, beside Reservation ID %j',
	async (reservationId) => {
		canned.answer = { body: { no: 'si-7', price: 5 } };
		const run = await canned.run('get', { serviceId: byId('si-7'), reservationId });

		expect(run.json()).toEqual([{ id: 'si-7', no: 'si-7', price: 5 }]);
	},
);
