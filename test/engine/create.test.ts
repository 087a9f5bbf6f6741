import { useHotel } from './support/hotel';
import { fromItem, lateCheckout } from './support/lateCheckout';

const hotel = useHotel();

describe('what is sent and what comes out', () => {
	it('adds a charge to a reservation', async () => {
		const run = await hotel.run('create', lateCheckout);

		expect(hotel.requests).toEqual([{ method: 'POST', path: '/services', body: lateCheckout }]);
		expect(run.error).toBeUndefined();
		expect(run.output()).toEqual([
			{ json: { id: 'si-1', ...lateCheckout }, pairedItem: { item: 0 } },
		]);
		expect(hotel.service.books.all()).toMatchObject([{ id: 'si-1', ...lateCheckout }]);
	});

	it('sends JSON with the token', async () => {
		await hotel.run('create', lateCheckout);

		const { headers } = hotel.service.log.entries.find(({ path }) => path === '/services') ?? {};
		expect(headers?.['content-type']).toBe('application/json');
		expect(headers?.accept).toBe('application/json');
		expect(headers?.authorization).toMatch(/^Bearer access-/);
	});

	it('sends the additional fields that are filled in', async () => {
		const run = await hotel.run('create', {
			...lateCheckout,
			additionalFields: {
				accountCode: '4400',
				destinationAccount: 'GUEST',
				customFields: '{ "currency": "EUR" }',
			},
		});

		const item = {
			...lateCheckout,
			accountCode: '4400',
			destinationAccount: 'GUEST',
			currency: 'EUR',
		};
		expect(hotel.bodies).toEqual([item]);
		expect(run.json()).toEqual([{ id: 'si-1', ...item }]);
	});

	it.each([
		['empty', { accountCode: '', destinationAccount: '', customFields: '' }],
		['white space', { accountCode: '  ', destinationAccount: '\n' }],
		['an empty object', { customFields: '{}' }],
		[
			'missing from the input item',
			{
				accountCode: '={{ $json.missing }}',
				destinationAccount: '={{ $json.missing }}',
				customFields: '={{ $json.missing }}',
			},
		],
		[
			'null in the input item',
			{ accountCode: '={{ $json.nothing }}', customFields: '={{ $json.nothing }}' },
		],
	])('does not send additional fields that are %s', async (_, additionalFields) => {
		const run = await hotel.run(
			'create',
			{ ...lateCheckout, additionalFields },
			{ items: [{ nothing: null }] },
		);

		expect(run.error).toBeUndefined();
		expect(hotel.bodies).toEqual([lateCheckout]);
	});

	it('gives out everything the service returns', async () => {
		const customFields = JSON.stringify({ json: { a: 1 }, tags: ['x'], guest: { name: null } });
		const run = await hotel.run('create', { ...lateCheckout, additionalFields: { customFields } });

		expect(run.json()).toEqual([
			{ id: 'si-1', ...lateCheckout, json: { a: 1 }, tags: ['x'], guest: { name: null } },
		]);
	});

	it.each(['R 1', 'R/1', 'R&1=2', '?', '..', 'Zimmer 7 – Süd', "O'Neil", '100%', '"'])(
		'takes %j for a reservation ID',
		async (reservationId) => {
			await hotel.run('create', { ...fromItem }, { items: [{ ...lateCheckout, reservationId }] });

			expect(hotel.bodies).toEqual([{ ...lateCheckout, reservationId }]);
			expect(hotel.service.books.all(reservationId)).toHaveLength(1);
		},
	);

	it('leaves texts as they are but for blanks around them', async () => {
		const description = '  Spa "Aqua" – 60’\n{"x": 1} \\ 💆 ';
		await hotel.run('create', { ...fromItem }, { items: [{ ...lateCheckout, description }] });

		expect(hotel.bodies).toEqual([{ ...lateCheckout, description: description.trim() }]);
	});
});
