import { useCannedService } from './support/cannedService';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

/** A create with all fields. */
const charge = {
	reservationId: 'R-1',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	additionalFields: { accountCode: '4400', destinationAccount: 'GUEST' },
};

/** What an update may change. */
const editable = {
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
};

/** The charge as the default dialect writes it. */
const wireCharge = { reservationId: 'R-1', ...editable };

/** The charge as Simplify gives it out. */
const simplified = { id: 'si-1', ...wireCharge };

/** A field that the credential can name otherwise. */
type Field = keyof typeof wireCharge;

/** The object with one field, if it has it, at another place: `a.b` is `{ a: { b: … } }`. */
function move(object: Partial<typeof wireCharge>, field: Field, path: string): object {
	const { [field]: value, ...others } = object;
	if (value === undefined) return object;
	const keys = path.split('.').reverse();
	return {
		...others,
		...(keys.reduce<unknown>((inner, key) => ({ [key]: inner }), value) as object),
	};
}

const all = { reservationId: 'R-1', options: { simplify: true } };
const spa = { id: 'si-7', amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };
const tour = { id: 'si-8', amount: 60, date: '2026-12-06', description: 'Old town tour' };

describe('a field under a name of its own:', () => {
	const fields = Object.keys(wireCharge) as Field[];

	it.each(fields.flatMap((field) => [[field, 'renamed'] as const, [field, 'some.where'] as const]))(
		'%s as %s is written and read by all operations',
		async (field, name) => {
			hotel.speak({ [`${field}Field`]: name });
			await hotel.run('create', charge);
			const list = await hotel.run('getAll', all);
			await hotel.run('update', { serviceId: byId('si-1'), updateFields: editable });

			expect(hotel.bodies).toEqual([move(wireCharge, field, name), move(editable, field, name)]);
			expect(list.json()).toEqual([simplified]);
		},
	);

	it('an update changes what it names and nothing beside it', async () => {
		hotel.speak({ amountField: 'price.amount', descriptionField: 'texts.en' });
		const raw = { price: { currency: 'EUR' }, texts: { de: 'Später Checkout' } };
		hotel.service.books.add('R-1', { ...wireCharge, raw });
		const run = await hotel.run('update', {
			serviceId: byId('si-1'),
			updateFields: { amount: 20 },
		});

		expect(hotel.bodies).toEqual([{ price: { amount: 20 } }]);
		expect(run.json()).toMatchObject([
			{
				price: { amount: 20, currency: 'EUR' },
				texts: { en: 'Late checkout', de: 'Später Checkout' },
			},
		]);
	});

	it('nothing of it holds while Custom API Format is off, and a change holds at once', async () => {
		hotel.speak({ amountField: 'total' });
		hotel.credential.edit({ customApiFormat: false });
		await hotel.run('create', charge);
		hotel.credential.edit({ customApiFormat: true });
		await hotel.run('create', charge);

		expect(hotel.bodies).toEqual([wireCharge, move(wireCharge, 'amount', 'total')]);
	});

	it('together with all others it serves all operations', async () => {
		hotel.speak({
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
			nextCursorField: 'payload.next',
			pageSizeParameter: 'size',
			maxPageSize: 2,
			itemsField: 'payload.list',
			itemEnvelope: 'payload',
			lastPageCursor: 'null',
		});
		const inBerlin = { timezone: 'Europe/Berlin' };
		for (const amount of [12.5, 13.5, 14.5]) {
			await hotel.run('create', { ...charge, amount }, inBerlin);
		}
		const updateFields = { amount: 99.9, date: '2026-11-22' };
		await hotel.run('update', { serviceId: byId('si-2'), updateFields }, inBerlin);
		await hotel.run('delete', { serviceId: byId('si-1') });
		const list = await hotel.run('getAll', { ...all, returnAll: true }, inBerlin);

		expect(hotel.bodies[0]).toEqual({
			booking: { number: 'R-1' },
			data: {
				price: { cents: 1250 },
				when: '2026-11-21T00:00:00.000+01:00',
				text: 'Late checkout',
				accounts: { code: '4400', to: 'GUEST' },
			},
		});
		expect(list.json()).toEqual([
			{ ...simplified, id: 'si-2', amount: 99.9, date: '2026-11-22' },
			{ ...simplified, id: 'si-3', amount: 14.5 },
		]);
		expect(hotel.requests.at(-1)?.query).toEqual({ 'booking.number': 'R-1', size: '2' });
	});
});

describe('the ID of a service item', () => {
	it.each(['serviceItemId', '_id', 'ID'])(
		'is found at %s without a blank for it',
		async (idField) => {
			hotel.speak({ idField }, {});
			hotel.service.books.add('R-1', { ...wireCharge });

			expect((await hotel.run('getAll', all)).json()).toMatchObject([{ id: 'si-1' }]);
		},
	);

	it('may be a number, which is used as it came', async () => {
		hotel.speak({ idType: 'number' });
		const created = await hotel.run('create', charge);
		const serviceId = byId('={{ $json.id }}');
		const run = await hotel.run('delete', { serviceId }, { items: created.json() });

		expect(created.json()).toMatchObject([{ id: 1 }]);
		expect(run.json()).toEqual([{ deleted: true }]);
	});

	it('of 18 digits stays exact', async () => {
		canned.answer = { body: `[{ "id": 123456789012345678, "amount": 5 }]` };
		const list = await canned.run('getAll', all);
		await canned.run('delete', { serviceId: byId(list.json()[0]?.id as string) });

		expect(list.json()).toMatchObject([{ id: '123456789012345678' }]);
		expect(canned.asked.at(-1)).toBe('DELETE /services/123456789012345678');
	});
});

describe('the list of service items', () => {
	it('is the one that List Response shows', async () => {
		const listResponse = '{ "charges": { "paid": [{ "id": "{id}", "amount": "{amount}" }] } }';
		canned.answer = { body: { data: [{ id: 'other' }], charges: { open: [spa], paid: [tour] } } };
		const run = await canned.run('getAll', { reservationId: 'R-1' }, { listResponse });
		expect(run.json()).toEqual([tour]);

		canned.answer = { body: { data: [spa] } };
		const missing = await canned.run('getAll', { reservationId: 'R-1' }, { listResponse });
		expect(missing.error?.message).toMatch(/'List Response'.* shows 'paid' at 'charges'/);
		expect(missing.output()).toEqual([]);
	});

	it.each([
		['several lists', { charges: [spa], taxes: [tour] }],
		['no list', { id: 'R-1', guest: 'A' }],
	])('is not guessed from %s', async (what, body) => {
		canned.answer = { body };
		const run = await canned.run('getAll', { reservationId: 'R-1' });

		expect(run.error?.message).toContain(`The service's answer holds ${what}`);
		expect(run.output()).toEqual([]);
	});
});

describe('a single service item', () => {
	it('is the one that was asked for', async () => {
		canned.answer = { body: { id: 'request 1', description: 'OK', related: [tour], data: spa } };

		expect((await canned.run('get', { serviceId: byId('si-7') })).json()).toEqual([spa]);
	});
});
