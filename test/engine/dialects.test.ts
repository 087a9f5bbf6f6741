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

	it('nothing of it holds while Custom API Format is off, and a change holds at once', async () => {
		hotel.speak({ amountField: 'total' });
		hotel.credential.edit({ customApiFormat: false });
		await hotel.run('create', charge);
		hotel.credential.edit({ customApiFormat: true });
		await hotel.run('create', charge);

		expect(hotel.bodies).toEqual([wireCharge, move(wireCharge, 'amount', 'total')]);
	});
});

describe('the ID of a service item', () => {
	it('of 18 digits stays exact', async () => {
		canned.answer = { body: `[{ "id": 123456789012345678, "amount": 5 }]` };
		const list = await canned.run('getAll', all);
		await canned.run('delete', { serviceId: byId(list.json()[0]?.id as string) });

		expect(list.json()).toMatchObject([{ id: '123456789012345678' }]);
		expect(canned.asked.at(-1)).toBe('DELETE /services/123456789012345678');
	});
});
