import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';
import { charge, editable, move, simplified, wireCharge, type Field } from './support/wireCharge';

const hotel = useHotel();

describe('field names', () => {
	const renamed = (Object.keys(wireCharge) as Field[]).flatMap(
		(field): Array<[Field, string]> => [
			[field, 'renamed'],
			[field, 'some.where.else'],
		],
	);

	describe.each(renamed)('%s at %j', (field, name) => {
		beforeEach(() => hotel.speak({ [`${field}Field`]: name }, { [`${field}Field`]: name }));

		it('is written by create and read by Simplify', async () => {
			const wire = move(wireCharge, field, name);
			const raw = await hotel.run('create', charge);
			expect(hotel.bodies).toEqual([wire]);
			expect(raw.json()).toEqual([{ id: 'si-1', ...wire }]);

			const simple = await hotel.run('get', {
				serviceId: byId('si-1'),
				options: { simplify: true },
			});
			expect(simple.json()).toEqual([simplified]);
		});

		it('is used by the list and by update', async () => {
			hotel.service.books.add('R-1', { ...wireCharge });
			const list = await hotel.run('getAll', {
				reservationId: 'R-1',
				options: { simplify: true },
			});
			await hotel.run('update', { serviceId: byId('si-1'), updateFields: editable });

			const parameter = field === 'reservationId' ? name : 'reservationId';
			expect(hotel.requests[0]?.query).toEqual({ [parameter]: 'R-1' });
			expect(list.json()).toEqual([simplified]);
			expect(hotel.bodies).toEqual([move(editable, field, name)]);
		});
	});

	it('may share an object', async () => {
		const names = {
			reservationIdField: 'reservation.id',
			idField: 'meta.uuid',
			amountField: 'data.price.amount',
			dateField: 'data.date',
			descriptionField: 'data.text',
			accountCodeField: 'data.accounts.code',
			destinationAccountField: 'data.accounts.destination',
		};
		hotel.speak(names, names);
		await hotel.run('create', {
			...charge,
			additionalFields: {
				...charge.additionalFields,
				customFields: '{ "data": { "price": { "currency": "EUR" }, "vat": 7.7 }, "tag": "x" }',
			},
		});

		expect(hotel.bodies).toEqual([
			{
				reservation: { id: 'R-1' },
				data: {
					price: { amount: 12.5, currency: 'EUR' },
					date: '2026-11-21',
					text: 'Late checkout',
					accounts: { code: '4400', destination: 'GUEST' },
					vat: 7.7,
				},
				tag: 'x',
			},
		]);
		const run = await hotel.run('getAll', { reservationId: 'R-1', options: { simplify: true } });
		expect(run.json()).toEqual([simplified]);
	});

	it('in an update change what they name and nothing beside it', async () => {
		const names = { amountField: 'price.amount', descriptionField: 'texts.en' };
		hotel.speak(names, names);
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

	it('may be entered with blanks around them', async () => {
		hotel.speak({ amountField: 'total' }, { amountField: ' total ' });
		await hotel.run('create', charge);

		expect(hotel.bodies).toMatchObject([{ total: 12.5 }]);
	});

	it('left empty are the usual ones', async () => {
		hotel.speak(
			{},
			{ reservationIdField: '', amountField: '', dateField: ' ', descriptionField: '' },
		);
		await hotel.run('create', charge);

		expect(hotel.bodies).toEqual([wireCharge]);
	});

	it('do not hold while Custom API Format is off', async () => {
		hotel.credential.edit({
			customApiFormat: false,
			amountField: 'total',
			amountFormat: 'minorUnits',
			dateFormat: 'dateTime',
			pagination: 'page',
			itemsField: 'nowhere',
		});
		await hotel.run('create', charge);
		const run = await hotel.run('getAll', { reservationId: 'R-1' });

		expect(hotel.bodies).toEqual([wireCharge]);
		expect(run.json()).toEqual([simplified]);
		expect(hotel.requests.at(-1)?.query).toEqual({ reservationId: 'R-1' });
	});

	it('follow a change of the credential at once', async () => {
		await hotel.run('create', charge);
		hotel.speak({ amountField: 'total' }, { amountField: 'total' });
		await hotel.run('create', charge);

		expect(hotel.bodies.map((body) => Object.keys(body as object)[1])).toEqual(['amount', 'total']);
	});
});
