import { findCharges } from '../../../nodes/ServiceItem/check/recognize';
import { answered } from '../support/http';
import { bring, check, serviceOf } from './support';

const charge = {
	...{ id: 'si-0', reservationId: 'R-1', amount: 12.5, date: '2026-11-20' },
	...{ description: 'Late checkout', accountCode: '4400', destinationAccount: 'GUEST' },
};
/** Two charges, with some properties in another way. */
const listed = (change: object = {}) => [
	{ ...charge, ...change },
	{ ...charge, id: 'si-1', amount: 80.25, ...change },
];
const inItems = (items: object) => ({ items, more: false });
const has = (text: string) => expect.stringContaining(text) as string;

it('leaves the credential as it is where the service has the names that are assumed, and lists once', async () => {
	let lists = 0;
	const service = serviceOf(listed());
	const report = await check((request) => {
		if (!request.serviceId) lists++;
		return service(request);
	});
	expect(report).toMatchObject({ verdict: 'right', enter: {}, open: [] });
	const amount = { now: has('"amount": 12.5'), found: has('12.5 at amount') };
	expect(report.of('List Response')).toMatchObject(amount);
	expect(lists).toBe(1);
});

const without = { amount: undefined };

it.each<[string, object, object]>([
	['two amounts', { gross: 13.1 }, {}],
	['days that may be months', { date: '01/02/2026' }, {}],
	['a field that only the user knows', { ...without, worth: 5.5 }, { worth: '{amount}' }],
])('is content once what it advises is entered: %s', async (_, change, known) => {
	const answer = inItems(listed(change));
	const own = { listResponse: { items: [{ id: '{id}', ...known }] } };
	const examples = 'worth' in known ? own : {};
	expect((await check(serviceOf(answer), examples)).verdict).toBe('change');
	expect((await bring(answer, examples)).open).toEqual([]);
});

it('says what else a format may be, and proposes no body until somebody has decided', async () => {
	const service = serviceOf(inItems(listed({ amount: 1250 })));
	const createBody = { reservationId: 'R-1', amount: 990 };
	const { of, enter } = await check(service, { createBody });
	const advice = 'If it is in cents, write {amount as minorUnits} there';
	expect(of('List Response: Amount')).toMatchObject({ verdict: 'unknown', advice });
	const { items } = enter.listResponse as { items: object[] };
	expect(items).toMatchObject([{ amount: '{amount as number}' }]);
	expect(enter).toEqual({ listResponse: { items } });
	const listResponse = { items: [{ ...items[0], amount: '{amount as minorUnits}' }] };
	const decided = await check(service, { listResponse, createBody });
	expect(decided.enter).toMatchObject({ createBody: { amount: '{amount as minorUnits}' } });
	const right = { verdict: 'right', now: has('"amount": 12.5'), found: has('1250 at amount') };
	expect(decided.of('List Response')).toMatchObject(right);
});

it.each([
	['amount', 1250, '{amount as number}?'],
	['amount', '12.50', '{amount as text}'],
	['amount', '12,50', undefined],
	['amountCents', 1250, '{amount as minorUnits}'],
	['date', '2026-11-21T00:00:00.000Z', '{date as yyyy-MM-ddT00:00:00.000Z}'],
	['date', '2026-11-21 10:20:30', '{date as dateTime}'],
	['date', '06/21/2026', '{date as MM/dd/yyyy}'],
	['date', '05/06/2026', '{date as dd/MM/yyyy}?'],
	['date', '21.11.2026', '{date as dd.MM.yyyy}'],
	['date', 1795215600, '{date as unixSeconds}'],
	['date', 'soon', undefined],
	// No part of a reservation is taken for the whole.
	['subReservationID', 'R-1-1', undefined],
	['gross', 11.68, '{amount}?'],
])('takes %s: %j for %s', (name, value, placeholder) => {
	const rival = name === 'gross' && { price: 12.5 };
	const places = findCharges([{ id: 1, title: 'Spa', ...rival, [name]: value }], 'R-1');
	const { text, doubt } = places.find(({ path }) => path.at(-1) === name) ?? {};
	expect(doubt ? `${text}?` : text).toBe(placeholder);
});

it('takes the innermost list for that of charges, but none of payments or taxes', () => {
	const taxes = [{ id: 7, amount: 5 }];
	const stays = [{ id: 9, total: 90, payments: taxes, charges: [{ id: 1, price: 12.5, taxes }] }];
	const found = findCharges({ stays }, 'R-1').map(({ name, field }) => `${field}: ${name}`);
	expect(found).toEqual(['id: id', 'amount: price']);
});

it('shows a reference that it found, and reads it once Create Body has it', async () => {
	const service = serviceOf(listed({ receipt: 'order-0' }));
	const row = { verdict: 'notTested', found: '"order-0" at receipt', advice: has('{reference}') };
	expect((await check(service)).of('List Response: Reference')).toMatchObject(row);
	const names = Object.keys(charge).filter((name) => name !== 'id');
	const fields = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
	const used = await check(service, { createBody: { ...fields, receipt: '{reference}' } });
	expect(used).toMatchObject({ enter: {}, open: [] });
});

it('names the sign of more pages until it is explained, and invents no query parameter', async () => {
	const service = serviceOf({ items: listed(), Cursor: null, meta: { pages: 3 } });
	const { enter, of } = await check(service);
	expect(of('List Query')).toMatchObject({ verdict: 'unknown', found: has(`'meta.pages'`) });
	expect(enter).toEqual({});
	const ignored = { meta: { pages: '{ignored}' } };
	const listResponse = { items: [{ id: '{id}', amount: '{amount}' }], ...ignored };
	const explained = await check(service, { listResponse });
	expect(explained.enter.listResponse).toMatchObject(ignored);
	expect(explained.of('List Query')).toMatchObject({ verdict: 'right' });
});

it('tells where List Query is ignored, and where an ID is none', async () => {
	const items = listed({ reservationId: undefined });
	const ignored = await check(() => answered(200, items));
	expect(ignored.of('List Query')).toMatchObject({ verdict: 'unknown', found: has('ignores') });
	const unknown = await check(({ serviceId }) =>
		serviceId ? answered(404, { message: 'no such item' }) : answered(200, listed()),
	);
	expect(unknown.of('List Response: ID')).toMatchObject({ verdict: 'unknown' });
});

it('puts placeholders into samples of the documentation', async () => {
	const shown = { ...without, date: undefined, price: { gross: '12.50' }, day: '21.11.2026' };
	const line = { price: { gross: 30 }, day: '14.03.2026', description: 'Breakfast' };
	const samples = {
		createBody: { type: 'EXTRA', booking: 7731, lines: [line, line] },
		updateBody: { price: { gross: 30 }, day: '2026-03-14', description: '' },
		listQuery: { booking: '7731' },
	};
	const day = '{date as dd.MM.yyyy}';
	const filled = { price: { gross: '{amount}' }, description: '{description}' };
	const { enter } = await check(serviceOf(inItems(listed(shown))), samples);
	expect(enter).toMatchObject({
		createBody: {
			type: 'EXTRA',
			booking: '{reservationId as number}',
			lines: [{ ...filled, day }],
		},
		updateBody: { ...filled, day: '{date}' },
		listQuery: { booking: '{reservationId}' },
		listResponse: { items: [{ price: { gross: '{amount as text}' }, day }] },
	});
});

it('names what Update Body cannot change, and what Create Body does not set', async () => {
	const { of } = await check(serviceOf(listed()), { updateBody: { amount: '{amount}' } });
	const row = { verdict: 'unknown', advice: has('{date}, {description}') };
	expect(of('Update Body')).toMatchObject(row);
	const createBody = { reservationId: '{reservationId}', sum: 5 };
	const other = await check(serviceOf(listed()), { createBody });
	expect(other.of('Create Body')).toMatchObject({ verdict: 'unknown', found: has('{amount}') });
});

it('says per field what cannot be used, and works all the same', async () => {
	const examples = { createBody: '{ broken', listResponse: '[{ "amount": "{amuont}" }]' };
	const { of } = await check(serviceOf(listed()), examples);
	const broken = { verdict: 'unknown', advice: has('is not valid JSON') };
	expect(of('Create Body')).toMatchObject(broken);
	const shown = { advice: has('{amuont}'), found: has('12.5 at amount') };
	expect(of('List Response')).toMatchObject({ verdict: 'unknown', ...shown });
});

it.each([
	['Query parameter booking_no is required', 'booking_no'],
	['Missing required parameter: booking', 'booking'],
	['booking: This field may not be blank', 'booking'],
	['Something went wrong', undefined],
])('where the service says "%s", shows it, the query, and what to enter', async (message, name) => {
	const { of, enter } = await check(() => answered(400, { message }));
	const verdict = name === undefined ? 'unknown' : 'change';
	const now = '{ "reservationId": "{reservationId}" }';
	expect(of('List Query')).toMatchObject({ verdict, now, found: has(message) });
	expect(of('List Response')).toMatchObject({ verdict: 'notTested' });
	expect(enter).toEqual(name === undefined ? {} : { listQuery: { [name]: '{reservationId}' } });
});

it('shows what came in place of a list, and passes on what is no question of the format', async () => {
	const listQuery = { booking: '{reservationId}' };
	const none = { items: [], scopes: ['read'] };
	const { of, enter } = await check(() => answered(200, none), { listQuery });
	expect(of('List Query')).toMatchObject({ verdict: 'unknown', found: has('{"items":[]') });
	expect(enter).toEqual({});
	await expect(check(() => answered(403, { message: 'scope' }))).rejects.toThrow();
});

describe('takes nothing for what it is not:', () => {
	it('a quantity of 1 for reservation 1', async () => {
		const own = { quantity: 1, booking_id: 1, reservationId: undefined };
		const { enter } = await check(serviceOf(inItems(listed(own)), '1'), {}, '1');
		expect(JSON.stringify(enter)).toContain('"booking_id":"{reservationId as number}"');
		expect(JSON.stringify(enter)).not.toContain('quantity');
	});

	it('cents for units, where one charge is of 0', async () => {
		const [first, second] = listed({ amount: 1250 });
		const { of } = await check(serviceOf([first, { ...second, amount: 0 }]));
		expect(of('List Response: Amount')?.verdict).toBe('unknown');
	});

	it('refunds for the charges', async () => {
		const refunds = [{ id: 'r-1', amount: 5.5 }];
		const { of } = await check(serviceOf(inItems(listed({ refunds }))));
		expect(of('List Response')?.found).toContain('12.5 at amount');
	});

	it('units, where Create Body says cents', async () => {
		const createBody = { reservationId: '{reservationId}', amount: '{amount as minorUnits}' };
		const report = await check(serviceOf(listed({ amount: 1250 })), { createBody });
		expect(JSON.stringify(report)).not.toContain('{amount as number}');
	});

	it('a field by its name, where only List Response is wrong, and Create Body knows it', async () => {
		const service = serviceOf(inItems(listed({ amount: 1.5, worth: 5.5 })));
		const createBody = { reservationId: '{reservationId}', worth: '{amount}' };
		const listResponse = { items: [{ id: '{id}', price: '{amount}' }] };
		const { enter } = await check(service, { createBody, listResponse });
		expect(enter.listResponse).toMatchObject({ items: [{ worth: '{amount}' }] });
	});

	it('a doubt about a place that somebody has ruled out', async () => {
		const answer = inItems(listed({ amount: 1250, worth: 5.5 }));
		const listResponse = { items: [{ id: '{id}', worth: '{amount}' }] };
		const { enter } = await check(serviceOf(answer), { listResponse });
		expect(enter.createBody).toMatchObject({ worth: '{amount}' });
	});

	it.each([
		{ price: { value: '{amount}' }, tax: { value: 0.7 } },
		{ bookingDate: '2026-01-01', price: { value: '{amount}' } },
	])('what stands elsewhere in a sample, which becomes %j', async (wanted) => {
		const change = { amount: undefined, price: { value: 10.5 }, tax: { value: 0.7 } };
		const createBody = { ...wanted, price: { value: 9.5 } };
		const { enter } = await check(serviceOf(inItems(listed(change))), { createBody });
		expect(enter.createBody).toEqual(wanted);
	});
});
