import { findCharges } from '../../../nodes/ServiceItem/check/recognize';
import { Slot } from '../../service/slots';
import { fillPattern, type Pattern } from '../../service/spelling';
import { SPELLINGS } from '../../service/spellings';
import { DIALECTS } from './dialects';

/** Behind the place of a charge, its placeholder; a question mark where it is asked about. */
function told(answer: unknown): Record<string, string> {
	const spots = findCharges(answer, '5512').found.map(({ path, text, doubt }) => {
		return [path.join('.'), doubt === undefined ? text : `${text}?`];
	});
	return Object.fromEntries(spots) as Record<string, string>;
}

it.each(DIALECTS)('finds what stands where in a list like that of %s', (_, spots, answer) => {
	const expected = spots.split(', ').map((spot) => /^(\S+) (.*)$/.exec(spot)?.slice(1));
	expect(told(JSON.parse(answer))).toEqual(Object.fromEntries(expected as string[][]));
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

function placesIn(shown: Pattern, path: string[] = []): string[] {
	if (shown instanceof Slot) return [path.join('.')];
	if (typeof shown !== 'object' || shown === null) return [];
	return Object.entries(shown).flatMap(([name, inner]) => placesIn(inner, [...path, name]));
}

// The charges of queryLanguage have what they are in a list.
it.each(Object.entries(SPELLINGS).filter(([name]) => name !== 'queryLanguage'))(
	'reads all fields of a service that spells like %s',
	(_, spelling) => {
		const { shown, list = (items) => items } = spelling as (typeof SPELLINGS)['cents'];
		const charge = fillPattern(shown, ({ property, write }) => write(VALUES[property]));
		const found = Object.keys(told(list([charge ?? null])));
		expect(found.sort()).toEqual(placesIn(shown).sort());
	},
);

it.each([
	['amount', 1250, '{amount as number}?'],
	['amount', 80, '{amount}'],
	['amount', '12.50', '{amount as text}'],
	['amount', '12,50', undefined],
	['amountCents', 1250, '{amount as minorUnits}'],
	['date', '2026-11-21T00:00:00.000Z', '{date as yyyy-MM-ddTHH:mm:ss.000Z}'],
	['date', '2026-11-21 00:00:00', '{date as yyyy-MM-dd HH:mm:ss}'],
	['date', '06/21/2026', '{date as MM/dd/yyyy}'],
	['date', '05/06/2026', '{date as dd/MM/yyyy}?'],
	['date', '21.11.2026', '{date as dd.MM.yyyy}'],
	['date', '2026-11-21T00:00:00+01:00', '{date as dateTime}'],
	['date', '2026-11-20T23:00:00.000Z', '{date as utc}'],
	['date', 1795215600, '{date as unixSeconds}'],
	['date', 'soon', undefined],
	['subReservationID', '5512-1', undefined],
	['booking', 'B-5512', 'B-{reservationId}?'],
	['gross', 11.68, '{amount}?'],
	['payments', [{ id: 7, amount: 5, text: 'VISA', date: '2026-01-01' }], undefined],
])('takes %s: %j for %s', (name, value, text) => {
	const rival = name === 'gross' && { price: 12.5 };
	expect(told([{ id: 1, title: 'Spa', ...rival, [name]: value }])[name]).toBe(text);
});
