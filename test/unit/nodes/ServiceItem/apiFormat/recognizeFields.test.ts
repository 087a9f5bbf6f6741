import {
	likelyAccount,
	recognizeFields,
} from '../../../../../nodes/ServiceItem/apiFormat/recognizeFields';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';

const ZONE = 'Europe/Berlin';

/** What was told, as `path as format`; a question mark behind what might be otherwise. */
function told(
	items: object[],
	reservationId = 'R-1001',
	createBody?: object,
): Record<string, string> {
	const { create } = apiFormatOf({
		customApiFormat: true,
		...(createBody && { createBody: JSON.stringify(createBody) }),
	}).templates;
	const sent = createBody && create;
	const fields = recognizeFields(items as never, reservationId, ZONE, sent);
	return Object.fromEntries(
		Object.entries(fields).map(([name, { path, format, isSure }]) => [
			name,
			`${path} as ${format}${isSure ? '' : '?'}`,
		]),
	);
}

it('tells the fields of a flat item with the names of the documentation', () => {
	const item = {
		id: '7',
		reservationId: 'R-1001',
		amount: 12.5,
		date: '2026-11-21',
		description: 'Late checkout',
		accountCode: '4400',
		destinationAccount: 'GUEST',
	};
	expect(told([item])).toEqual({
		id: 'id as text',
		reservationId: 'reservationId as text',
		amount: 'amount as number',
		date: 'date as date',
		description: 'description as text',
		accountCode: 'accountCode as text',
		destinationAccount: 'destinationAccount as text',
	});
});

it('tells them by the names and formats of what is sent', () => {
	const items = [1, 2].map((n) => ({
		PostenNr: `P${n}`,
		Betrag: 1250 * n,
		Steuer: { Betrag: 200 },
		Tag: '01.02.2026',
		Wofür: 'Spa',
		Seite: 'A',
		Beleg: `B${n}`,
	}));
	const createBody = {
		Posten: {
			Betrag: '{amount as minorUnits}',
			Tag: '{date as dd.MM.yyyy}',
			Wofür: '{description}',
		},
		Seite: '{destinationAccount}',
		Beleg: '{reference}',
	};
	expect(told(items)).toMatchObject({ amount: 'Betrag as number?' });
	expect(told(items, 'R-1', createBody)).toEqual({
		amount: 'Betrag as minorUnits',
		id: 'PostenNr as text',
		date: 'Tag as dd.MM.yyyy',
		description: 'Wofür as text',
		destinationAccount: 'Seite as text',
		reference: 'Beleg as text',
	});
});

it('tells cents that are written as text', () => {
	const items = ['1250', '900'].map((amountInCents, id) => ({ id, price: { amountInCents } }));
	expect(told(items)).toMatchObject({
		amount: 'price.amountInCents as minorUnits as text',
	});
});

it('tells them under snake case, in cents, with epoch seconds and numbers for IDs', () => {
	const item = {
		line_item_id: 88123,
		booking_id: 5512,
		guest_name: 'Ada Lovelace',
		amount_cents: 1250,
		tax_amount_cents: 200,
		service_date: 1795219200,
		created_at: 1795000000,
		label: 'Spa treatment',
		gl_code: '4400',
		bill_to: 'ROOM',
	};
	expect(told([item, { ...item, line_item_id: 88124 }], '5512')).toEqual({
		id: 'line_item_id as number',
		reservationId: 'booking_id as number',
		amount: 'amount_cents as minorUnits',
		date: 'service_date as utcDaySeconds',
		description: 'label as text',
		accountCode: 'gl_code as text',
		destinationAccount: 'bill_to as text',
	});
});

it('tells them within objects: a price, an account, a reservation', () => {
	const item = {
		uuid: 'c0ffee',
		reservation: { id: 'R-1001', status: 'confirmed' },
		price: { value: '12.50', currency: 'EUR' },
		serviceDay: '21/11/2026',
		texts: { title: 'Transfer' },
		accounts: { revenueCode: '4400', folio: 'A' },
		externalReference: 'order-1',
		createdAt: '2026-11-01T10:00:00Z',
	};
	expect(told([item])).toEqual({
		id: 'uuid as text',
		reservationId: 'reservation.id as text',
		amount: 'price.value as text',
		date: 'serviceDay as dd/MM/yyyy',
		description: 'texts.title as text',
		accountCode: 'accounts.revenueCode as text',
		destinationAccount: 'accounts.folio as text',
		reference: 'externalReference as text',
	});
});

it('does not take for an ID what several items share, nor the ID of something else', () => {
	const items = [
		{ productId: 'P-1', number: 'A-1', amount: 1.5 },
		{ productId: 'P-1', number: 'A-2', amount: 1.5 },
	];
	expect(told(items).id).toBe('number as text');
});

it('says that whole amounts may be cents or not, and a day may be a month', () => {
	const fields = told([{ id: 1, amount: 1250, date: '05/06/2026' }]);
	expect(fields).toMatchObject({ amount: 'amount as number?', date: 'date as dd/MM/yyyy?' });
});

it.each([
	['2026-11-21', 'date'],
	['2026-11-21T00:00:00.000+01:00', 'dateTime'],
	['2026-11-20T23:00:00Z', 'utc'],
	['2026-11-21T00:00:00Z', 'utcDay'],
	['2026-11-21T00:00:00.000Z', 'utcDay'],
	['2026-11-21 00:00:00', 'yyyy-MM-dd HH:mm:ss'],
	['21.11.2026', 'dd.MM.yyyy'],
	['11/21/2026', 'MM/dd/yyyy'],
	['2026/11/21', 'yyyy/MM/dd'],
	['20261121', 'yyyyMMdd'],
	[1795215600, 'unixSeconds'],
	[1795219200, 'utcDaySeconds'],
	[1795215600000, 'unixMilliseconds'],
	[1795219200000, 'utcDayMilliseconds'],
])('tells the format of the date %j', (date, format) => {
	expect(told([{ date }]).date).toBe(`date as ${format}`);
});

it.each(['soon', '2026-11', 5, true, ''])('takes %j for no date', (date) => {
	expect(told([{ date }]).date).toBeUndefined();
});

describe('accounts whose names say too little', () => {
	const two = (...charges: [object, object]): object[] =>
		charges.map((charge, index) => ({ id: index + 1, amount: 12.5 + index, ...charge }));

	it.each<[object, object, Record<string, string>]>([
		[
			{ Account: 4400, Window: 'GUEST' },
			{ Account: 4410, Window: 'COMPANY' },
			{ accountCode: 'Account as number', destinationAccount: 'Window as text' },
		],
		[
			{ account: '4400', destination: 'GUEST' },
			{ account: '4410', destination: 'GUEST' },
			{ accountCode: 'account as text', destinationAccount: 'destination as text' },
		],
		[
			{ transactionCode: '4400', folioWindowNo: 1 },
			{ transactionCode: '4400', folioWindowNo: 2 },
			{ accountCode: 'transactionCode as text', destinationAccount: 'folioWindowNo as number' },
		],
		[
			{ gl_code: '4400', routed_to: 'GUEST' },
			{ gl_code: '4400', routed_to: 'ROOM' },
			{ accountCode: 'gl_code as text', destinationAccount: 'routed_to as text' },
		],
		[
			{ code: '4400', target: 'GUEST' },
			{ code: '4410', target: 'COMPANY' },
			{ destinationAccount: 'target as text' },
		],
	])('are told where their values prove it: %j', (first, second, accounts) => {
		const { accountCode, destinationAccount } = told(two(first, second));
		expect({ accountCode, destinationAccount }).toEqual({ ...accounts });
	});

	it.each<[string, object, object]>([
		['a number that is the same everywhere', { account: '88001' }, { account: '88001' }],
		['a name', { account: 'ACME' }, { account: 'Bob' }],
		['two that could be', { account: '4400', accountNo2: '1' }, { account: 'x', revenue: '4410' }],
		['a code of anything', { code: '4400' }, { code: '4410' }],
		['somewhere', { target: 'page 4' }, { target: 'page 5' }],
		['a customer', { customerAccount: '4400' }, { customerAccount: '4410' }],
	])('are not told by %s', (_, first, second) => {
		const fields = told(two(first, second));
		expect([fields.accountCode, fields.destinationAccount]).toEqual([undefined, undefined]);
	});

	it('are pointed out where one is worth a look', () => {
		const items = two({ code: '4400' }, { code: '4410' }) as never;
		const found = recognizeFields(items, 'R-1001', ZONE);
		expect(likelyAccount('accountCode', items, found)).toMatchObject({
			path: 'code',
			isSure: false,
		});
		expect(likelyAccount('destinationAccount', items, found)).toBeUndefined();
	});
});
