import { findCharges } from '../../../nodes/ServiceItem/check/recognize';
import { fillPattern, type Pattern } from '../../service/spelling';
import { SPELLINGS } from '../../service/spellings';
import { Slot } from '../../service/slots';
import { DIALECTS } from './dialects';

/** Behind the place of a charge, its placeholder; a question mark where it is asked about. */
function told(answer: unknown): Record<string, string> {
	const spots = findCharges(answer, '5512').found.map(({ path, text, doubt }) => {
		return [path.join('.'), doubt === undefined ? text : `${text}?`];
	});
	return Object.fromEntries(spots) as Record<string, string>;
}

it.each(DIALECTS)('finds what stands where in a list like that of %s', (_, answer, spots) => {
	const expected = spots
		.split(', ')
		.map((spot) => [spot.slice(0, spot.indexOf(' ')), spot.slice(spot.indexOf(' ') + 1)]);
	expect(told(JSON.parse(answer))).toEqual(Object.fromEntries(expected));
});

const VALUES = {
	id: '7001',
	reservationId: '5512',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: '2',
	externalRef: 'order-1',
};

/** The places of what a charge shows, as they are entered. */
function slotsIn(shown: Pattern, path: string[] = []): Array<[string, string]> {
	if (shown instanceof Slot) return [[path.join('.'), shown.blank]];
	if (typeof shown !== 'object' || shown === null) return [];
	return Object.entries(shown).flatMap(([name, inner]) => slotsIn(inner, [...path, name]));
}

// Its charges have what they are in a list.
const { queryLanguage, ...spellings } = SPELLINGS;

it.each(Object.entries(spellings))('reads a service that spells like %s', (_, spelling) => {
	const { shown, list = (items) => items } = spelling as (typeof spellings)['cents'];
	const charge = fillPattern(shown, ({ property, write }) => write(VALUES[property]));
	const found = told(list([charge ?? null]));
	const expected = Object.fromEntries(slotsIn(shown));
	expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
});

it.each([
	[[1250, 900], '{amount as number}?'],
	[[12.5, 1250], '{amount}'],
	[[80, 25], '{amount}'],
	[['12.50', '7.5'], '{amount as text}'],
	[['12,50'], undefined],
	[['free'], undefined],
])('tells how the amounts %j are written', (amounts, text) => {
	const items = amounts.map((amount, n) => ({ id: n, text: 'Spa', amount }));
	expect(told(items).amount).toBe(text);
});

it.each([
	[['2026-11-21'], '{date}'],
	[['2026-11-21T00:00:00.000Z'], '{date as yyyy-MM-ddTHH:mm:ss.000Z}'],
	[['2026-11-21 00:00:00'], '{date as yyyy-MM-dd HH:mm:ss}'],
	[['06/21/2026'], '{date as MM/dd/yyyy}'],
	[['21/06/2026'], '{date as dd/MM/yyyy}'],
	[['05/06/2026'], '{date as dd/MM/yyyy}?'],
	[['21.11.2026'], '{date as dd.MM.yyyy}'],
	[['2026-11-21T00:00:00+01:00'], '{date as dateTime}'],
	[['2026-11-20T23:00:00.000Z'], '{date as utc}'],
	[[1795215600], '{date as unixSeconds}'],
	[['soon'], undefined],
	[[5], undefined],
])('tells how the days %j are written', (days, text) => {
	const items = days.map((date, n) => ({ id: n, amount: 2.5, date }));
	expect(told(items).date).toBe(text);
});

it.each<[object, string, string | undefined]>([
	[{ subReservationID: '5512-1' }, 'subReservationID', undefined],
	[{ booking: 'B-5512' }, 'booking', 'B-{reservationId}?'],
	[{ amountDue: 11 }, 'price', '{amount}'],
	[{ gross: 12.5, amount: 11.68 }, 'gross', '{amount}?'],
	[{ date: '2026-10-02', serviceDate: '2026-11-21' }, 'serviceDate', '{date}?'],
	[{ payments: [{ id: 7, amount: 5, text: 'VISA', date: '2026-01-01' }] }, 'id', '{id}'],
])('of %j takes %s for %s', (more, place, text) => {
	expect(told([{ id: 1, price: 12.5, name: 'Spa', ...more }])[place]).toBe(text);
});
