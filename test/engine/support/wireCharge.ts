/** A create with all fields. */
export const charge = {
	reservationId: 'R-1',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	additionalFields: { accountCode: '4400', destinationAccount: 'GUEST' },
};

/** What an update may change. */
export const editable = {
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
};

/** The charge as the default dialect writes it. */
export const wireCharge = { reservationId: 'R-1', ...editable };

/** The charge as Simplify gives it out. */
export const simplified = { id: 'si-1', ...wireCharge };

/** A field that the credential can name otherwise. */
export type Field = keyof typeof wireCharge;

/** The object with one field, if it has it, at another place: `a.b` is `{ a: { b: … } }`. */
export function move(object: Partial<typeof wireCharge>, field: Field, path: string): object {
	const { [field]: value, ...others } = object;
	if (value === undefined) return object;
	const keys = path.split('.').reverse();
	return {
		...others,
		...(keys.reduce<unknown>((inner, key) => ({ [key]: inner }), value) as object),
	};
}
