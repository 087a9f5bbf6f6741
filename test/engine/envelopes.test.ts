import { useCannedService } from './support/cannedService';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

const spa = { id: 'si-7', amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };
const tour = { id: 'si-8', amount: 60, date: '2026-12-06', description: 'Old town tour' };

describe('the list of service items', () => {
	const usual = [
		'',
		'data',
		'items',
		'services',
		'serviceItems',
		'service_items',
		'results',
		'result',
		'records',
		'content',
		'value',
		'list',
		'rows',
		'data.items',
		'data.services',
		'result.rows',
		'_embedded.services',
		'_embedded.charges',
		'charges',
		'booking_extras',
	];

	it.each(usual)('is found at %j', async (itemsField) => {
		hotel.speak({ itemsField }, {});
		hotel.service.books.add('R-1', spa);
		hotel.service.books.add('R-1', tour);
		const run = await hotel.run('getAll', { reservationId: 'R-1' });

		expect(run.json()).toEqual([
			{ reservationId: 'R-1', ...spa },
			{ reservationId: 'R-1', ...tour },
		]);
	});

	it.each(usual)('is found empty at %j', async (itemsField) => {
		hotel.speak({ itemsField }, {});
		const run = await hotel.run('getAll', { reservationId: 'R-1' });

		expect(run.status).toBe('success');
		expect(run.json()).toEqual([]);
	});

	it.each(['items', 'charges', 'data.list', 'response.booking.extras'])(
		'is taken from %j when Items Field says so',
		async (itemsField) => {
			hotel.speak({ itemsField }, { itemsField });
			hotel.service.books.add('R-1', spa);
			const run = await hotel.run('getAll', { reservationId: 'R-1' });

			expect(run.json()).toEqual([{ reservationId: 'R-1', ...spa }]);
		},
	);

	const mixed: Array<[string, object]> = [
		['a count beside it', { total: 2, items: [spa, tour] }],
		['messages beside it', { errors: [], warnings: ['Slow'], messages: [], extras: [spa, tour] }],
		['links beside it', { links: [{ rel: 'self' }], charges: [spa, tour] }],
		['another list beside it', { tags: ['a'], data: [spa, tour], included: [{ id: 'x' }] }],
		['the reservation beside it', { reservation: { guests: ['A'] }, services: [spa, tour] }],
		['another list within it', { data: { currencies: ['EUR'], services: [spa, tour] } }],
		['a wrapper with lists beside it', { data: { currencies: ['EUR'] }, services: [spa, tour] }],
		['a wrapper in a wrapper', { result: { data: { items: [spa, tour] } } }],
	];

	it.each(mixed)('is found with %s', async (_, body) => {
		canned.answer = { body };
		const run = await canned.run('getAll', { reservationId: 'R-1' });

		expect(run.error).toBeUndefined();
		expect(run.json()).toEqual([spa, tour]);
	});

	it('is the one Items Field names where there are others', async () => {
		canned.answer = { body: { data: [{ id: 'other' }], charges: { open: [spa], paid: [tour] } } };
		const run = await canned.run(
			'getAll',
			{ reservationId: 'R-1' },
			{ itemsField: 'charges.paid' },
		);

		expect(run.json()).toEqual([tour]);
	});

	it('may hold more than objects', async () => {
		canned.answer = { body: ['si-7', 8, null] };
		const run = await canned.run('getAll', { reservationId: 'R-1' });

		expect(run.json()).toEqual([{ value: 'si-7' }, { value: 8 }, { value: null }]);
	});

	it.each([
		['two lists it could be', { charges: [spa], taxes: [tour] }],
		['no list', { id: 'R-1', guest: 'A' }],
		['an empty object', {}],
		['only messages', { errors: [] }],
		['a list too deep to guess', { reservation: { charges: [spa] } }],
		['a number', 5],
	])('is not guessed from %s', async (_, body) => {
		canned.answer = { body };
		const run = await canned.run('getAll', { reservationId: 'R-1' });

		expect(run.status).toBe('error');
		expect(run.error?.message).toBe("The service's answer does not hold a list of service items");
		expect(run.error?.description).toMatch(
			/^Check 'Items Field' in the credential\. Turn on 'Custom API Format'/,
		);
		expect(run.output()).toEqual([]);
	});

	it('is looked for nowhere else once Items Field is set', async () => {
		canned.answer = { body: { data: [spa], meta: 1 } };
		const run = await canned.run('getAll', { reservationId: 'R-1' }, { itemsField: 'data.items' });

		expect(run.error?.message).toBe("The service's answer does not hold a list at 'data.items'");
		expect(run.error?.description).toContain('The answer has: data, meta.');
	});
});

describe('a single service item', () => {
	it.each(['', 'data', 'item', 'service', 'serviceItem', 'result', 'payload'])(
		'is found at %j',
		async (itemEnvelope) => {
			hotel.speak({ itemEnvelope }, {});
			hotel.service.books.add('R-1', spa);
			const run = await hotel.run('get', { serviceId: byId('si-7') });

			expect(run.json()).toEqual([{ reservationId: 'R-1', ...spa }]);
		},
	);

	const shapes: Array<[string, unknown]> = [
		['as a list of one', [spa]],
		['as a wrapped list of one', { data: [spa] }],
		['beside a flag', { success: true, message: 'OK', data: spa }],
		['beside links', { links: [{ rel: 'self', href: '/services/si-7' }], service: spa }],
		['beside an empty object', { meta: {}, result: spa }],
		['beside a list of messages', { errors: [], item: spa }],
		['beside a description of the answer', { code: 0, description: 'OK', data: spa }],
		['beside an ID of the answer', { id: 'request 1', data: spa }],
		['beside the date of the answer', { date: '2026-11-21T12:00:00Z', data: spa }],
	];

	it.each(shapes)('is found %s', async (_, body) => {
		canned.answer = { body };
		const run = await canned.run('get', { serviceId: byId('si-7') });

		expect(run.json()).toEqual([spa]);
	});

	it('is found in its wrapper by ID Field', async () => {
		const item = { uuid: 'u-1', total: 5 };
		canned.answer = { body: { id: 'request 1', requestedAt: 'now', data: item } };
		const run = await canned.run('get', { serviceId: byId('u-1') }, { idField: 'uuid' });

		expect(run.json()).toEqual([item]);
	});

	it('that nobody recognizes is given out as it came', async () => {
		const body = { charge: 'Spa', price: 5 };
		canned.answer = { body };
		const run = await canned.run('get', { serviceId: byId('si-7') });

		expect(run.json()).toEqual([body]);
	});

	it('keeps objects of its own that look like service items', async () => {
		const { id, ...withoutId } = spa;
		for (const item of [
			{ id, ...withoutId, parent: { ...tour } },
			{ ...withoutId, guest: { id: 'guest 1' }, account: { description: 'Spa' } },
		]) {
			canned.answer = { body: item };
			const run = await canned.run('get', { serviceId: byId('si-7') });

			expect(run.json()).toEqual([item]);
		}
	});
});
