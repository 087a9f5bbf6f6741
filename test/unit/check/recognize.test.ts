import { recognizeCharges } from '../../../nodes/ServiceItem/check/propose';
import { enteredIn, recognizeRequests } from '../../../nodes/ServiceItem/check/entered';

/** The text of each blank and where it goes; a question mark behind what might be otherwise. */
function told(
	items: object[],
	own: { listResponse?: object; createBody?: object } = {},
	reservationId = 'R-1001',
): Record<string, string> {
	const entered = enteredIn({ customApiFormat: true, ...own } as never);
	const asked = { reservationId, timeZone: 'Europe/Berlin' };
	const about = { ...asked, ...recognizeRequests(entered, asked) };
	const { found = {} } = recognizeCharges(items, entered, about) ?? {};
	return Object.fromEntries(
		Object.values(found).map(({ place, text, doubt }) => [
			place.text,
			`${text}${doubt === undefined ? '' : '?'}`,
		]),
	);
}

it('tells them in German', () => {
	const item = { Nr: 1, Betrag: 12.5, Datum: '21.11.2026', Bezeichnung: 'Spa', Konto: '4400' };
	const blanks = ['{accountCode}', '{amount}', '{date as dd.MM.yyyy}', '{description}', '{id}'];
	expect(Object.values(told([item])).sort()).toEqual(blanks);
});

it('tells fields in snake case, in cents, with epoch seconds and numbers for IDs', () => {
	const item = {
		line_item_id: 88123,
		booking_id: 5512,
		guest_name: 'Ada Lovelace',
		amount_cents: 1250,
		tax_amount_cents: 200,
		service_date: 1795215600,
		created_at: 1795000000,
		label: 'Spa treatment',
		gl_code: 4400,
		bill_to: 'ROOM',
	};
	expect(told([item, { ...item, line_item_id: 88124 }], {}, '5512')).toEqual({
		line_item_id: '{id}',
		booking_id: '{reservationId as number}',
		amount_cents: '{amount as minorUnits}',
		service_date: '{date as unixSeconds}',
		label: '{description}',
		gl_code: '{accountCode as number}',
		bill_to: '{destinationAccount}',
	});
});

it('takes for a reference what it is, not where it is from', () => {
	const reference = { type: 'EXT', system: 'POS', id: '7781' };
	expect(told([{ id: 7, amount: 12.5, reference }])).toMatchObject({
		'reference.id': '{reference}',
	});
});

it.each(['item', 'lineItem'])('tells them within an object that is called %s', (name) => {
	const item = { description: 'Spa', amount: 12.5, date: '2026-11-21', externalId: 'order-1' };
	expect(told([{ id: 7, [name]: item }])).toEqual({
		id: '{id}',
		[`${name}.description`]: '{description}',
		[`${name}.amount`]: '{amount}',
		[`${name}.date`]: '{date}',
		[`${name}.externalId`]: '{reference}',
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
		uuid: '{id}',
		'reservation.id': '{reservationId}',
		'price.value': '{amount as text}',
		serviceDay: '{date as dd/MM/yyyy}',
		'texts.title': '{description}',
		'accounts.revenueCode': '{accountCode}',
		'accounts.folio': '{destinationAccount}',
		externalReference: '{reference}',
	});
});

it('tells words in a compound apart', () => {
	const item = {
		Leistungsnummer: 'L-1',
		Bruttobetrag: 12.5,
		Nettobetrag: 10.5,
		Steuerbetrag: 2,
		Leistungsdatum: '21.11.2026',
		Anlagedatum: '2026-11-01T10:20:30Z',
		Erlöskonto: '4400',
		Kurzbeschreibung: 'Spa',
	};
	expect(told([item])).toEqual({
		Leistungsnummer: '{id}',
		Bruttobetrag: '{amount}',
		Leistungsdatum: '{date as dd.MM.yyyy}',
		Erlöskonto: '{accountCode}',
		Kurzbeschreibung: '{description}',
	});
});

it('follows the documented body of a create, which has no more than a charge needs', () => {
	const item = { id: 1, value: 10.5, sum: 12.5, day: '2026-11-01', at: '2026-11-21', name: 'Spa' };
	const createBody = { sum: 30, at: '2026-03-14', name: 'Breakfast' };
	expect(told([item], { createBody })).toEqual({
		id: '{id}',
		sum: '{amount}',
		at: '{date}',
		name: '{description}',
	});
});

it('follows charges before the names of types in their documented list', () => {
	const item = { id: 'c-1', amount: 12.5, day: '2026-11-21', text: 'Spa', on: 'R-1001' };
	const type = '<string>';
	const listResponse = [{ id: type, amount: 0, day: type, text: type, on: type, ledger: type }];
	expect(told([item, { ...item, id: 'c-2' }], { listResponse })).toEqual({
		id: '{id}',
		amount: '{amount}',
		day: '{date}',
		text: '{description}',
		on: '{reservationId}',
		ledger: '{accountCode}',
	});
});

it.each([
	[
		{ hotelId: 'BER1', bookingNo: '7731' },
		{ hotelId: 'BER1', bookingNo: '{reservationId}' },
	],
	[
		{ hotelId: 'BER1', q: 'no:7731' },
		{ hotelId: 'BER1', q: 'no:{reservationId}' },
	],
	[{ account_id: '7731' }, { account_id: '{reservationId}' }],
	[{ bookingNo: 'eq.7731' }, { bookingNo: 'eq.{reservationId}' }],
	[
		{ bookingNo: '7731', offset: 'a1,7' },
		{ bookingNo: '{reservationId}', offset: '{cursor}' },
	],
	[
		{ bookingNo: '7731', after: '2026-01-01', start: '2026-01-01', skip: '0' },
		{ bookingNo: '{reservationId}', after: '2026-01-01', start: '2026-01-01', skip: '{offset}' },
	],
])(
	'tells the reservation in a query, and no hotel, though all requests have it: %j',
	(query, expected) => {
		const body = { hotelId: 'BER1', bookingNo: '7731', amount: 30 };
		const entered = enteredIn({
			customApiFormat: true,
			createBody: JSON.stringify(body),
			listQuery: JSON.stringify(query),
		});
		const { listQuery } = recognizeRequests(entered, { reservationId: 'R-1', timeZone: 'UTC' });
		expect(listQuery).toEqual(expected);
	},
);

it('takes a time in the documentation for the day of a charge', () => {
	const createBody = JSON.stringify({ amount: 30, on: '2026-03-14T10:30:00Z' });
	const entered = enteredIn({ customApiFormat: true, createBody });
	const { recognized } = recognizeRequests(entered, { reservationId: 'R-1', timeZone: 'UTC' });
	expect(recognized.map(({ text }) => text)).toEqual(['{amount}', '{date as utc}']);
});

it.each(['string', '<string>', 'YYYY-MM-DD', 'date-time'])(
	'takes %s in the documentation for the day that its name says',
	(day) => {
		const createBody = JSON.stringify({ amount: 0, text: '<string>', day });
		const entered = enteredIn({ customApiFormat: true, createBody });
		const { recognized } = recognizeRequests(entered, { reservationId: 'R-1', timeZone: 'UTC' });
		expect(recognized.map(({ text }) => text)).toEqual(['{amount}', '{date}', '{description}']);
	},
);

it.each([
	['bookingId', '{reservationId}', ['{reservationId}', '{amount}', '{description}']],
	// Which of the texts stands for the reservation is not said.
	['account', 'string', ['{amount}', '{accountCode}', '{description}']],
])(
	'takes no type for the ID of a reservation unless its name says so: %s',
	(name, asked, texts) => {
		const createBody = JSON.stringify({ memo: 'string', amount: 0, [name]: 'string' });
		const listQuery = JSON.stringify({ [name]: 'string' });
		const entered = enteredIn({ customApiFormat: true, createBody, listQuery });
		const requests = recognizeRequests(entered, { reservationId: 'R-1', timeZone: 'UTC' });
		expect(requests.recognized.map(({ text }) => text)).toEqual(texts);
		expect(requests.listQuery).toMatchObject({ [name]: asked });
	},
);

it('takes a day before the moment of something else, and no code for an amount', () => {
	const item = { id: 1, total: '4400', price: { gross: 12.5 }, date: '2026-11-01 10:20:30' };
	expect(told([{ ...item, day: '2026-11-21' }])).toEqual({
		id: '{id}',
		'price.gross': '{amount}',
		day: '{date}',
	});
});

it('takes no quantity or currency for an account, and no yes or no for an amount', () => {
	const item = { id: 1, itemQuantity: 1, isIncludedInTotalPrice: 1, value: 12.5 };
	expect(told([item])).toEqual({ id: '{id}', value: '{amount}' });
	const cost = { amount: 12.5, code: 'EUR' };
	expect(told([{ id: 1, cost }])).toEqual({ id: '{id}', 'cost.amount': '{amount}' });
});

it('takes for an item the innermost entry with an ID', () => {
	const lines = [{ id: 7, amount: 12.5, date: '2026-11-21', text: 'Spa' }];
	const bill = { id: 'R-1001', total: 480.5, lines };
	expect(told([bill])).toEqual({
		id: '{id}',
		amount: '{amount}',
		date: '{date}',
		text: '{description}',
	});
});

it('does not take for an ID what several items share, nor the ID of something else', () => {
	const items = [1, 2].map((n) => ({ productId: 'P-1', number: `A-${n}`, amount: 1.5 }));
	expect(told(items)).toEqual({ number: '{id}', amount: '{amount}' });
});

it('takes the amount of an item before that of a part of it', () => {
	const item = { id: 1, tax: { amount: 1.5 }, amount: 12.5 };
	expect(told([item])).toEqual({ id: '{id}', amount: '{amount}' });
});

it('takes nothing by its name from a list within a charge', () => {
	const parts = [{ code: 'VAT', amount: 1.5 }];
	const payments = [{ id: 7, amount: 5, date: '2026-10-02', reference: 'VISA', account: '1000' }];
	expect(told([{ id: 1, worth: 12.5, day: '2026-11-21', parts, payments }])).toEqual({
		id: '{id}',
		day: '{date}',
	});
});

it.each([
	[{ value: 12.5, amountDue: 11 }, '{amount}?'],
	[{ amount: 12.5, total: 12.5 }, '{amount}'],
	[{ gross: 12.5, amount: 11.68 }, '{amount}?'],
	[{ date: '2026-10-02', serviceDate: '2026-11-21' }, '{date}?'],
])('doubts a name where another fits as well, and shows something else: %j', (item, text) => {
	expect(Object.values(told([item]))).toEqual([text]);
});

it('leaves alone what stands in a list of several entries', () => {
	const item = { id: 1, amount: 2.5, taxes: [{ date: '2026-11-21' }, { date: '2026-11-22' }] };
	expect(told([item])).toEqual({ id: '{id}', amount: '{amount}' });
});

it('follows what somebody has pasted before names, and corrects its format where it does not fit', () => {
	const items = [1, 2].map((n) => ({
		PostenNr: `P${n}`,
		Wert: 1250 * n,
		Steuer: { Betrag: 2.5 },
		Tag: `0${n}.02.2026`,
		Wofür: 'Spa',
		konto: { id: '44' },
		Beleg: `Zimmer 7 / B${n}`,
		booking: 'B-R-1001',
	}));
	const createBody = {
		Posten: { Wert: '{amount as minorUnits}', Tag: '{date}', Wofür: '{description}' },
		kontoId: '{accountCode}',
		booking: 'B-{reservationId}',
	};
	const listResponse = [{ PostenNr: '{id}', Beleg: 'Zimmer {destinationAccount} / {reference}' }];
	expect(told(items, { createBody, listResponse })).toEqual({
		PostenNr: '{id}',
		Beleg: 'Zimmer {destinationAccount} / {reference}',
		Wert: '{amount as minorUnits}',
		Tag: '{date as dd.MM.yyyy}?',
		Wofür: '{description}',
		'konto.id': '{accountCode}',
		booking: 'B-{reservationId}',
	});
});

it.each([
	[[1250, 900], '{amount}?'],
	[[75, 50, 1200], '{amount}?'],
	[[1250, 12.5], '{amount}'],
	[[80, 25], '{amount}'],
	[['12.50', '7.5'], '{amount as text}'],
	[['10.0'], '{amount as text}'],
	[[12.345, 1], '{amount as number(3)}'],
	[['12,50'], undefined],
])('tells how the amounts %j are written', (amounts, text) => {
	expect(told(amounts.map((amount) => ({ amount })))).toEqual(
		text === undefined ? {} : { amount: text },
	);
});

it('reads digits in quotes as minor units where the name says so, and doubts that they are written so', () => {
	expect(told([{ amountCents: '1250' }])).toEqual({ amountCents: '{amount as minorUnits}?' });
});

it.each([
	[['2026-11-21'], '{date}'],
	[['2026-11-21T00:00:00Z'], '{date as yyyy-MM-ddTHH:mm:ssZ}'],
	[['2026-11-21 00:00:00'], '{date as yyyy-MM-dd HH:mm:ss}'],
	[['05/06/2026', '06/21/2026'], '{date as MM/dd/yyyy}'],
	[['05/06/2026'], '{date as dd/MM/yyyy}?'],
	[['2026-11-21T00:00:00+01:00'], '{date as dateTime}'],
	[['2026-11-20T23:00:00.000Z'], '{date as utc}'],
	[[1795215600], '{date as unixSeconds}'],
	// Of a day that begins in UTC, and of some time of a day.
	[[1795219200], '{date as unixSeconds}?'],
	[['2026-11-21T10:30:00.000Z'], '{date as utc}?'],
	[['soon'], undefined],
	[[5], undefined],
])('tells how the days %j are written', (days, text) => {
	expect(told(days.map((date) => ({ date })))).toEqual(text === undefined ? {} : { date: text });
});
