import { useCannedService } from './support/cannedService';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

const spa = { id: 'si-7', amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };
const tour = { id: 'si-8', amount: 60, date: '2026-12-06', description: 'Old town tour' };

describe('the list of service items', () => {
	// Every usual place is a case of the unit tests.
	const usual = ['', 'data', 'data.items', '_embedded.services', 'booking_extras'];

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

	it('is found empty', async () => {
		hotel.speak({ itemsField: '_embedded.charges' }, {});
		const run = await hotel.run('getAll', { reservationId: 'R-1' });

		expect(run.status).toBe('success');
		expect(run.json()).toEqual([]);
	});

	it('is taken from where Items Field says', async () => {
		const itemsField = 'response.booking.extras';
		hotel.speak({ itemsField }, { itemsField });
		hotel.service.books.add('R-1', spa);
		const run = await hotel.run('getAll', { reservationId: 'R-1' });

		expect(run.json()).toEqual([{ reservationId: 'R-1', ...spa }]);
	});

	it('is found beside other lists', async () => {
		canned.answer = { body: { data: { currencies: ['EUR'] }, total: 2, services: [spa, tour] } };
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
	it.each(['', 'data', 'payload'])('is found at %j', async (itemEnvelope) => {
		hotel.speak({ itemEnvelope }, {});
		hotel.service.books.add('R-1', spa);
		const run = await hotel.run('get', { serviceId: byId('si-7') });

		expect(run.json()).toEqual([{ reservationId: 'R-1', ...spa }]);
	});

	it('is found beside what describes the answer', async () => {
		canned.answer = { body: { id: 'request 1', code: 0, description: 'OK', data: spa } };
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
});
