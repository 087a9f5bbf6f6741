import type { Dialect } from '../service/dialect';
import { useHotel } from './support/hotel';
import { listSearch } from './support/listSearch';
import { byId } from './support/serviceItemNode';
import { charge, simplified, wireCharge } from './support/wireCharge';

const hotel = useHotel();

describe('the ID of a service item', () => {
	const found = async (idField: string, setting?: string): Promise<unknown> => {
		hotel.speak({ idField }, { idField: setting ?? '' });
		hotel.service.books.add('R-1', { ...wireCharge });
		const run = await hotel.run('getAll', { reservationId: 'R-1', options: { simplify: true } });
		return run.json()[0]?.id;
	};

	it.each(['id', 'service_item_id'])('is found at %s', async (idField) => {
		expect(await found(idField)).toBe('si-1');
	});

	it.each(['charge_no', 'meta.uuid', 'attributes.keys.primary'])(
		'is found at %s when ID Field says so',
		async (idField) => {
			expect(await found(idField, idField)).toBe('si-1');
			const { results } = await listSearch('serviceItem', 'searchServiceItems', {
				parameters: { reservationId: 'R-1' },
				credential: hotel.credential,
			});
			expect(results.map(({ value }) => value)).toEqual(['si-1']);
		},
	);

	it('is looked for nowhere else once ID Field is set', async () => {
		hotel.speak({ idField: 'uuid' }, { idField: 'uuid' });
		hotel.service.books.add('R-1', { ...wireCharge, raw: { id: 'line 1' } });
		const run = await hotel.run('get', { serviceId: byId('si-1'), options: { simplify: true } });

		expect(run.json()).toMatchObject([{ id: 'si-1' }]);
	});

	it('may be a number', async () => {
		hotel.speak({ idType: 'number' }, {});
		const created = await hotel.run('create', charge);
		expect(created.json()).toMatchObject([{ id: 1 }]);

		const run = await hotel.run(
			'delete',
			{ serviceId: byId('={{ $json.id }}') },
			{
				items: created.json(),
			},
		);
		expect(run.json()).toEqual([{ deleted: true }]);
		expect(hotel.requests.at(-1)?.path).toBe('/services/1');
	});
});

describe('amounts', () => {
	const amounts: Array<[Dialect['amountFormat'], number | string, number | string]> = [
		['number', 12.5, 12.5],
		['number', '={{ 0.1 + 0.2 }}', 0.3],
		['string', '12.5', '12.50'],
		['string', '={{ 0.1 + 0.2 }}', '0.30'],
		['minorUnits', 12.5, 1250],
		['minorUnits', -0.05, -5],
		['minorUnits', '={{ 0.1 + 0.2 }}', 30],
	];

	it.each(amounts)('as %s: %j is sent as %j', async (amountFormat, amount, sent) => {
		hotel.speak({ amountFormat }, { amountFormat });
		const run = await hotel.run('create', { ...charge, amount });
		await hotel.run('update', { serviceId: byId('si-1'), updateFields: { amount } });

		expect(run.error).toBeUndefined();
		expect(hotel.bodies).toMatchObject([{ amount: sent }, { amount: sent }]);
		expect(run.json()).toMatchObject([{ amount: sent }]);
	});

	it.each(['number', 'string', 'minorUnits'] as const)(
		'as %s are read back by Simplify',
		async (amountFormat) => {
			hotel.speak({ amountFormat }, { amountFormat });
			for (const amount of [12.5, -0.05, 0, 1234567.89]) {
				hotel.service.books.add('R-1', { ...wireCharge, amount });
			}
			const run = await hotel.run('getAll', { reservationId: 'R-1', options: { simplify: true } });

			expect(run.json().map(({ amount }) => amount)).toEqual([12.5, -0.05, 0, 1234567.89]);
		},
	);

	it.each([12.345, 0.001, '0.125'])('as minor units cannot be %j', async (amount) => {
		hotel.speak({ amountFormat: 'minorUnits' }, { amountFormat: 'minorUnits' });
		const run = await hotel.run('create', {
			...charge,
			amount: `={{ ${JSON.stringify(amount)} }}`,
		});

		expect(run.error?.message).toContain(`'Amount' is ${Number(amount)}`);
		expect(run.error?.message).toContain('the currency has 2 decimals');
		expect(hotel.service.log.entries).toEqual([]);
	});
});

it('all settings together serve all operations', async () => {
	const names = {
		reservationIdField: 'booking.number',
		idField: 'meta.uuid',
		amountField: 'data.price.cents',
		dateField: 'data.when',
		descriptionField: 'data.text',
		accountCodeField: 'data.accounts.code',
		destinationAccountField: 'data.accounts.to',
		amountFormat: 'minorUnits',
		dateFormat: 'dateTime',
		pagination: 'cursor',
		cursorParameter: 'after',
		nextCursorField: 'paging.next',
		pageSizeParameter: 'size',
		itemsField: 'payload.list',
	} as const;
	hotel.speak(
		{ ...names, itemEnvelope: 'payload', lastPageCursor: 'null' },
		{ ...names, pageSize: 2 },
	);
	const options = { simplify: true };
	const timezone = 'Europe/Berlin';
	for (const amount of [12.5, 13.5, 14.5]) {
		await hotel.run('create', { ...charge, amount, options }, { timezone });
	}
	await hotel.run(
		'update',
		{ serviceId: byId('si-2'), updateFields: { amount: 99.9, date: '2026-11-22' } },
		{ timezone },
	);
	await hotel.run('delete', { serviceId: byId('si-1') });
	const one = await hotel.run('get', { serviceId: byId('si-2'), options }, { timezone });
	const all = await hotel.run(
		'getAll',
		{ reservationId: 'R-1', returnAll: true, options },
		{ timezone },
	);

	expect(hotel.bodies[0]).toEqual({
		booking: { number: 'R-1' },
		data: {
			price: { cents: 1250 },
			when: '2026-11-21T00:00:00.000+01:00',
			text: 'Late checkout',
			accounts: { code: '4400', to: 'GUEST' },
		},
	});
	const changed = { ...simplified, id: 'si-2', amount: 99.9, date: '2026-11-22' };
	expect(one.json()).toEqual([changed]);
	expect(all.json()).toEqual([changed, { ...simplified, id: 'si-3', amount: 14.5 }]);
	expect(hotel.requests.at(-1)?.query).toEqual({ 'booking.number': 'R-1', size: '2' });
});
