import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { itemOf } from '../../../../../nodes/shared/answers/envelope';
import { answeredItem } from '../../../../../nodes/shared/answers/answeredItem';
import { checkedItems } from '../../../../../nodes/shared/reservation/listChecks';
import { fieldsOf } from '../../../../../nodes/shared/reservation/comparison';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { idOf } from '../../../../../nodes/shared/wire/itemId';
import { parseReference, referenceOf } from '../../../../../nodes/shared/wire/reference';
import type { WireContext } from '../../../../../nodes/shared/wire/serviceItem';
import { simplifyServiceItem } from '../../../../../nodes/shared/wire/serviceItem';
import {
	asReturned,
	encodeChanges,
	encodeServiceItem,
	fieldsLeftOut,
	fieldsToRead,
	listQueryOf,
} from '../../../../../nodes/shared/wire/writtenItem';
import { BANNED_WORDS } from '../../../support/wording';
import { thrownBy } from '../../../support/thrown';

type Settings = { [setting: string]: unknown };

function wireOf(settings: Settings, timeZone = 'Europe/Berlin'): WireContext {
	const given = Object.entries(settings).map(([name, value]): [string, unknown] => [
		name,
		typeof value === 'object' ? JSON.stringify(value) : value,
	]);
	const credential = { customApiFormat: true, ...Object.fromEntries(given) };
	return { format: apiFormatOf(credential), timeZone };
}

const fields = {
	reservationId: '1001',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
};

const withoutReservation = {
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: 'GUEST',
};

const wrapped = {
	data: {
		type: 'charges',
		attributes: {
			price: { value: '{amount as text}', currency: 'EUR' },
			day: '{date as dd/MM/yyyy}',
			text: '{description}',
			ledger: { code: '{accountCode}', to: '{destinationAccount}' },
			ref: '{reference}',
		},
		relationships: { reservation: { data: { type: 'reservations', id: '{reservationId}' } } },
	},
	source: 'n8n',
};
const returned = {
	id: '{id}',
	attributes: {
		price: { value: '{amount as text}', currency: 'EUR' },
		day: '{date as utc}',
		text: '{description}',
		ledger: { code: '{accountCode}', to: '{destinationAccount}' },
		ref: '{reference}',
	},
};

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

describe('Returned Service Item', () => {
	const wire = wireOf({ createBody: wrapped, returnedItem: returned });
	const item = {
		id: 'c-1',
		type: 'charges',
		attributes: {
			price: { value: '12.50', currency: 'CHF' },
			day: '2026-11-20T23:00:00Z',
			text: 'Late checkout',
			ledger: { code: '4400', to: 'GUEST' },
			ref: 'o-1',
			amount: 99,
		},
		amount: 98,
	};

	it('says where values are, and in which form', () => {
		const shown = withoutReservation;
		expect(simplifyServiceItem(item, wire, { reservationId: '1001' })).toEqual({
			...shown,
			id: 'c-1',
			reservationId: '1001',
		});
		expect(fieldsOf(item, wire)).toEqual({ ...shown, reference: 'o-1' });
	});

	it('reads minor units as 12.5', () => {
		const cents = wireOf({ returnedItem: { id: '{id}', total: '{amount as minorUnits}' } });
		expect(simplifyServiceItem({ total: 1250 }, cents).amount).toBe(12.5);
		const dinars = wireOf({
			currencyDecimals: 3,
			returnedItem: { total: '{amount as minorUnits}' },
		});
		expect(simplifyServiceItem({ total: 12500 }, dinars).amount).toBe(12.5);
		const yen = wireOf({ currencyDecimals: 0, amountFormat: 'minorUnits' });
		expect(simplifyServiceItem({ amount: 1200 }, yen).amount).toBe(1200);
	});

	it('gives out a value in another form as it came', () => {
		const other = { id: 77, attributes: { price: { value: 12.5 }, day: '21.11.2026', text: 5 } };
		expect(simplifyServiceItem(other, wire)).toMatchObject({
			id: 77,
			amount: 12.5,
			date: '21.11.2026',
			description: 5,
		});
	});

	it.each<[string, object, string]>([
		['an amount', { price: { value: 1250 } }, '{amount as text}'],
		['an amount', { price: { value: '12,50' } }, '{amount as text}'],
		['a date', { day: '21/11/2026' }, '{date as utc}'],
		['a text', { ledger: { code: 4400 } }, '{accountCode}'],
	])('never compares %s in another form', (_, attributes, blank) => {
		const list = [
			item,
			{ ...item, attributes: { ...item.attributes, ...attributes } },
		] as IDataObject[];
		for (const use of ['compared', 'identified'] as const) {
			const error = thrownBy(() => checkedItems(list, wire, use));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain(`'Returned Service Item' in the credential says ${blank}`);
			expect(error.message).not.toMatch(BANNED_WORDS);
		}
	});

	it.each<[object, string]>([
		[{ price: { value: 12.5 } }, '{amount as number}'],
		[{ day: '21/11/2026' }, '{date as dd/MM/yyyy}'],
		[{ day: 1795215600 }, '{date as unixSeconds}'],
		[{ ledger: { code: 4400 } }, '{accountCode as number}'],
	])('shows the spelling that reads %j', (attributes, right) => {
		const other = [{ ...item, attributes: { ...item.attributes, ...attributes } }] as IDataObject[];
		expect(thrownBy(() => checkedItems(other, wire, 'compared')).message).toContain(
			`Write ${right} there`,
		);
	});

	it('compares what has no value', () => {
		const blank = {
			...item,
			attributes: { ...item.attributes, price: { value: '' }, day: null, ledger: {} },
		};
		expect(() => checkedItems([item, blank], wire, 'compared')).not.toThrow();
		expect(() => checkedItems([], wire, 'compared')).not.toThrow();
	});

	it('finds single answers where it fits best', () => {
		for (const body of [
			item,
			{ data: item },
			[item],
			{ meta: { id: 1, text: 'x' }, result: { order: { charge: item } } },
			{ id: 5, request: { amount: 5 }, data: [item] },
		]) {
			expect(itemOf(body, wire.format)).toEqual(item);
		}
	});

	it('has ID Field beside it for an answer that it does not fit', () => {
		const { format } = wireOf({ createBody: wrapped, returnedItem: returned, idField: 'OrderId' });
		expect(idOf(item, format)).toBe('c-1');
		expect(idOf({ OrderId: 7 }, format)).toBe(7);
		expect(itemOf({ result: { OrderId: 7 } }, format)).toEqual({ OrderId: 7 });
		expect(idOf({ service_id: 7 }, wire.format)).toBeUndefined();
		expect(idOf({ service_id: 7 }, wireOf({ returnedItem: { v: '{amount}' } }).format)).toBe(7);
	});

	it('is what stands in for an answer without an item', () => {
		const body = encodeServiceItem({ ...fields, reference: 'o-1' }, {}, wire);
		const sent = asReturned(body, wire, 'create');
		const answer = {
			kind: 'answer',
			status: 204,
			headers: {},
			body: undefined,
			isReadable: true,
		} as const;
		const standIn = answeredItem(answer, { id: 'c-1', sent }, wire.format);
		const shown = withoutReservation;
		expect(simplifyServiceItem(standIn, wire)).toMatchObject({ ...shown, id: 'c-1' });
		expect(referenceOf(standIn, wire.format)).toBe('o-1');
	});
});

describe('a reference', () => {
	it('has a place of its own where both examples have one', () => {
		expect(
			parseReference('a]b', wireOf({ createBody: wrapped, returnedItem: returned }).format),
		).toBe('a]b');
	});

	it('stays at the end of the description where none has one', () => {
		const wire = wireOf({
			createBody: { r: '{reservationId}', v: '{amount}', t: 'N: {description}' },
			returnedItem: { v: '{amount}', t: 'N: {description}' },
		});
		const body = encodeServiceItem({ amount: 1, description: 'Spa', reference: 'o-1' }, {}, wire);
		expect(body).toEqual({ v: 1, t: 'N: Spa [ref:o-1]' });
		expect(referenceOf(body, wire.format)).toBe('o-1');
		expect(fieldsOf(body, wire).description).toBe('Spa');
	});

	it.each<[Settings, string]>([
		[
			{ createBody: wrapped },
			`'Returned Service Item' in the Reservation Service credential has no {reference}`,
		],
		[
			{ returnedItem: returned },
			`'Create Body' in the Reservation Service credential has no {reference}`,
		],
		[
			{ createBody: { r: '{reservationId}', v: '{amount}' } },
			`'Create Body' in the Reservation Service credential has neither`,
		],
		[
			{ returnedItem: { v: '{amount}' } },
			`'Returned Service Item' in the Reservation Service credential has neither`,
		],
	])('that could not be found again is refused: %j', (settings, words) => {
		const error = thrownBy(() => parseReference('o-1', wireOf(settings).format));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(words);
	});
});

describe('List Query', () => {
	it('is the reservation’s ID under the name of Reservation ID Field when blank', () => {
		expect(listQueryOf('1', wireOf({}))).toEqual({ reservationId: '1' });
		expect(listQueryOf('1', wireOf({ reservationIdField: 'booking.id' }))).toEqual({
			'booking.id': '1',
		});
	});

	it('may have text around the blank, and constants', () => {
		const listQuery = {
			filter: 'booking$eq:{reservationId}',
			'filter[kind]': 'charge',
			expand: true,
		};
		expect(listQueryOf('7', wireOf({ listQuery, reservationIdField: 'x' }))).toEqual({
			filter: 'booking$eq:7',
			'filter[kind]': 'charge',
			expand: true,
		});
	});
});

describe('an example that cannot be used', () => {
	it.each<[Settings, RegExp]>([
		[
			{ createBody: { v: '{amout}' } },
			/^'Create Body' in the Reservation Service credential has \{amout\}.*Write \{amount\}/,
		],
		[{ createBody: { v: '{date}' } }, /^'Create Body' .*has no \{amount\}/],
		[{ createBody: { v: 1 } }, /^'Create Body' .*has no \{amount\}/],
		[
			{ createBody: { v: '{amount}', id: '{id}' } },
			/^'Create Body' .*has \{id\}, which only 'Returned Service Item'/,
		],
		[{ updateBody: { id: '{id}', v: '{amount}' } }, /^'Update Body' .*has \{id\}/],
		[{ updateBody: '{"v": {amount}}' }, /^'Update Body' .*not valid JSON.*"\{amount\}"/],
		[{ returnedItem: '{ "id": ' }, /^'Returned Service Item' .*not valid JSON/],
		[
			{ returnedItem: { d: '{date as DD/MM/YYYY}' } },
			/^'Returned Service Item' .*Write \{date as dd\/MM\/yyyy\}/,
		],
		[{ returnedItem: { d: 'x' } }, /^'Returned Service Item' .*has no blanks/],
		[{ listQuery: { q: 'x' } }, /^'List Query' .*has no \{reservationId\}/],
		[{ listQuery: { q: '{id}', r: '{reservationId}' } }, /^'List Query' .*has \{id\}/],
		[{ listQuery: { q: '{amount}', r: '{reservationId}' } }, /^'List Query' .*has \{amount\}/],
		[{ currencyDecimals: 5 }, /^'Currency Decimals' .*from 0 to 4/],
		[{ currencyDecimals: 'two' }, /^'Currency Decimals' .*from 0 to 4/],
	])('is named, with what to write: %j', (settings, message) => {
		const error = thrownBy(() => wireOf(settings));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(message);
		expect(error.description).toBeTruthy();
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});

	it('is none while Custom API Format is off', () => {
		expect(() => apiFormatOf({ createBody: '{', currencyDecimals: 9 })).not.toThrow();
	});
});
