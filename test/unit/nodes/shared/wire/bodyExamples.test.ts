import { UserError } from 'n8n-workflow';

import {
	encodeChanges,
	encodeServiceItem,
	fieldsLeftOut,
	fieldsToRead,
} from '../../../../../nodes/shared/wire/writtenItem';
import { fields, returned, wireOf, wrapped } from '../../../support/pastedExamples';
import { thrownBy } from '../../../support/thrown';

it.each([
	['Update Body', { updateBody: [{ op: 'replace', path: '/a', value: '{amount}' }] }],
	['Create Body', { createBody: [{ value: '{amount}' }] }],
])('a list as %s takes no Custom Fields, which is said by its name', (label, settings) => {
	const error = thrownBy(() => encodeChanges({ amount: 1 }, { tax: 7.7 }, wireOf(settings)));
	expect(error.message).toMatch(
		new RegExp(`^'Custom Fields' cannot be added, as '${label}' in the .* is a list$`),
	);
});

describe('Create Body', () => {
	it('is what is sent, with the blanks filled', () => {
		const body = encodeServiceItem(
			{ ...fields, reference: 'o-1' },
			{},
			wireOf({ createBody: wrapped, returnedItem: returned }),
		);
		expect(body).toEqual({
			data: {
				type: 'charges',
				attributes: {
					price: { value: '12.50', currency: 'EUR' },
					day: '21/11/2026',
					text: 'Late checkout',
					ledger: { code: '4400', to: 'GUEST' },
					ref: 'o-1',
				},
				relationships: { reservation: { data: { type: 'reservations', id: '1001' } } },
			},
			source: 'n8n',
		});
	});

	it('takes custom fields beside its own', () => {
		const wire = wireOf({
			createBody: { r: '{reservationId}', price: { v: '{amount}', c: 'EUR' } },
		});
		const given = { reservationId: '1', amount: 5 };
		expect(encodeServiceItem(given, { price: { vat: 7 }, tag: 'x' }, wire)).toEqual({
			r: '1',
			price: { v: 5, c: 'EUR', vat: 7 },
			tag: 'x',
		});
		const list = wireOf({ createBody: [{ r: '{reservationId}', v: '{amount}' }] });
		expect(encodeServiceItem(given, {}, list)).toEqual([{ r: '1', v: 5 }]);
		expect(thrownBy(() => encodeServiceItem(given, { a: 1 }, list)).message).toContain(
			`'Custom Fields'`,
		);
	});

	it('may have no place for date and description, which are left out and named', () => {
		const wire = wireOf({ createBody: { r: '{reservationId}', v: '{amount}' } });
		const { accountCode, destinationAccount, ...plain } = fields;
		expect(encodeServiceItem(plain, {}, wire)).toEqual({ r: '1001', v: 12.5 });
		expect(fieldsLeftOut(plain, wire.format)).toEqual(['Date', 'Description']);
		expect(fieldsLeftOut({ amount: 1 }, wire.format)).toEqual([]);
		expect(fieldsLeftOut(fields, wireOf({}).format)).toEqual([]);
		for (const [label, other] of [
			['Account Code', { ...plain, accountCode }],
			['Destination Account', { ...plain, destinationAccount }],
		] as const) {
			const error = thrownBy(() => encodeServiceItem(other, {}, wire));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain(`'${label}' is filled in, but 'Create Body'`);
		}
	});

	it('without a place for the reservation is refused when a charge is to be made', () => {
		const wire = wireOf({ createBody: { v: '{amount}' } });
		expect(
			thrownBy(() => encodeServiceItem({ reservationId: '1', amount: 1 }, {}, wire)).message,
		).toMatch(/'Reservation ID' is filled in, but 'Create Body'.*has no \{reservationId\}/);
	});

	it('refuses a value that would change as a number, by the field’s name', () => {
		const wire = wireOf({
			createBody: { r: '{reservationId as number}', v: '{amount}', c: '{accountCode as number}' },
		});
		const encode = (given: object): unknown =>
			encodeServiceItem({ reservationId: '7', amount: 1, ...given }, {}, wire);
		expect(encode({ accountCode: '44' })).toEqual({ r: 7, v: 1, c: 44 });
		expect(thrownBy(() => encode({ accountCode: '0044' })).message).toBe(
			`'Account Code' is '0044', which would not stay the same as a number`,
		);
		expect(thrownBy(() => encode({ reservationId: '12345678901234567890' })).message).toContain(
			`'Reservation ID' is`,
		);
	});
});

describe('Update Body', () => {
	const custom = {
		createBody: wrapped,
		returnedItem: returned,
		updateBody: {
			op: 'replace',
			price: { value: '{amount as text}', currency: 'EUR', gross: true },
			day: '{date as dd/MM/yyyy!}',
			note: { text: '{description}', by: 'n8n' },
		},
	};

	it('sends what changes, with the constants that belong to it, its root constants, and what is always sent', () => {
		const present = { date: '2026-11-20', amount: 1, description: 'x' };
		const wire = wireOf(custom);
		expect(encodeChanges({ amount: 20 }, {}, wire, present)).toEqual({
			op: 'replace',
			price: { value: '20.00', currency: 'EUR', gross: true },
			day: '20/11/2026',
		});
		expect(encodeChanges({ date: '2026-11-22', description: 'Spa' }, {}, wire, present)).toEqual({
			op: 'replace',
			day: '22/11/2026',
			note: { text: 'Spa', by: 'n8n' },
		});
	});

	it('says what has to be read first', () => {
		const { format } = wireOf(custom);
		expect(fieldsToRead({ amount: 1 }, format)).toEqual(['date']);
		expect(fieldsToRead({ date: '2026-11-22' }, format)).toEqual([]);
		expect(fieldsToRead({ amount: 1 }, wireOf({}).format)).toEqual([]);
		const shared = wireOf({
			createBody: { r: '{reservationId}', v: '{amount}', t: '{description} / {accountCode}' },
		});
		expect(fieldsToRead({ accountCode: '1' }, shared.format)).toEqual(['description']);
		expect(encodeChanges({ accountCode: '1' }, {}, shared, { description: 'Spa' })).toEqual({
			t: 'Spa / 1',
		});
	});

	it('refuses to leave out what is always sent', () => {
		const error = thrownBy(() => encodeChanges({ amount: 1 }, {}, wireOf(custom), {}));
		expect(error.message).toMatch(/'Update Body'.*always sends \{date\}/);
	});

	it('has a place for every field that changes, or refuses it', () => {
		const error = thrownBy(() => encodeChanges({ accountCode: '1' }, {}, wireOf(custom)));
		expect(error.message).toMatch(
			/'Account Code' is filled in, but 'Update Body'.*has no \{accountCode\}/,
		);
		const date = wireOf({ updateBody: { v: '{amount}' } });
		expect(thrownBy(() => encodeChanges({ date: '2026-11-22' }, {}, date)).message).toMatch(
			/'Date' is filled in, but 'Update Body'/,
		);
	});

	it('left blank is Create Body, without the reservation and without constants at the root', () => {
		const wire = wireOf({ createBody: wrapped, returnedItem: returned });
		expect(encodeChanges({ amount: 20 }, {}, wire)).toEqual({
			data: { type: 'charges', attributes: { price: { value: '20.00', currency: 'EUR' } } },
		});
		const flat = wireOf({
			createBody: {
				r: '{reservationId}',
				v: '{amount}',
				kind: 'EXTRA',
				meta: { x: 1 },
				d: '{date}',
			},
		});
		expect(encodeChanges({ date: '2026-11-22' }, {}, flat)).toEqual({ d: '2026-11-22' });
		const error = thrownBy(() => encodeChanges({ description: 'x' }, {}, flat));
		expect(error.message).toContain(`'Create Body'`);
	});
});
