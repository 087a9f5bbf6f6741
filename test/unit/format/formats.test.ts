import fc from 'fast-check';

import { createBodyOf } from '../../../nodes/shared/format/bodies';
import { readCharge } from '../../../nodes/shared/format/charges';
import type { WrittenFields } from '../../../nodes/shared/format/fields';
import { charge, formatWith } from '../support/format';
import { holds } from '../support/properties';

/** A service that has one text or number at `v`. */
function withPlace(place: string, timeZone?: string) {
	const amount = place.includes('{amount') ? '' : '{amount}';
	const createBody = { reservationId: '{reservationId}', amount, v: place };
	return formatWith({ createBody }, timeZone);
}
function written(place: string, more: WrittenFields, zone?: string): unknown {
	const { amount, date, description } = charge;
	const { body } = createBodyOf(withPlace(place, zone), { amount, date, description, ...more });
	return (body as { v?: unknown }).v;
}

describe('a value in its format', () => {
	it.each<[string, WrittenFields, unknown, string?]>([
		['{amount}', {}, 12.5],
		['{amount as text}', {}, '12.50'],
		['{amount as minorUnits}', {}, 1250],
		['EUR {amount as text}', {}, 'EUR 12.50'],
		['{date}', {}, '2026-11-21'],
		['{date as dateTime}', { date: '2026-03-29' }, '2026-03-29T01:00:00.000+03:00', 'Asia/Beirut'],
		['{date as utc}', {}, '2026-11-20T23:00:00Z'],
		['{date as unixSeconds}', {}, 1795215600],
		['{date as dd/MM/yyyy}', {}, '21/11/2026'],
		['{date as yyyy-MM-ddT12:00:00Z}', {}, '2026-11-21T12:00:00Z'],
		['{date as yyyy-MM-dd HH:mm}', {}, '2026-11-21 00:00'],
		['/Date({date as unixMilliseconds})/', {}, '/Date(1795215600000)/'],
		['{accountCode as number}', { accountCode: '4400' }, 4400],
		['{ description }', {}, 'Late checkout'],
	])('%s', (place, more, value, zone = 'Europe/Berlin') => {
		expect(written(place, more, zone)).toBe(value);
	});

	it.each<[string, WrittenFields, string]>([
		['{accountCode as number}', { accountCode: '007' }, `'Account Code' is '007', which would not`],
		['{accountCode as number}', { accountCode: 'NaN' }, 'would not stay the same as a number'],
		['{amount}', { amount: 12.345 }, `'Amount' is 12.345, which has more than 2 decimals`],
		['{amount as minorUnits(0)}', { amount: 0.5 }, 'is 0.5, which has more than 0 decimals'],
		// No thousand cents.
		['{amount as minorUnits}', { amount: 12.345 }, '{amount as minorUnits(3)}'],
	])('%s is refused rather than changed: %j', (place, more, message) => {
		expect(() => written(place, more)).toThrow(message);
	});

	it.each([0, 1, 2, 3, 4])('an amount with %i decimals comes back as it was sent', (decimals) => {
		const formats = ['number', 'text', 'minorUnits'].map((kind) =>
			withPlace(`{amount as ${kind}(${decimals})}`),
		);
		const unit = fc.integer({ min: -1e9, max: 1e9 });
		holds(
			fc.property(fc.constantFrom(...formats), unit, (format, units) => {
				const amount = units / 10 ** decimals + 0;
				const { body } = createBodyOf(format, { reservationId: 'R-1', amount });
				expect(readCharge(format, body as never).fields.amount).toBe(amount);
			}),
		);
	});

	const zones = ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Beirut'];
	const names = ['date', 'dateTime', 'utc', 'unixSeconds', 'unixMilliseconds'];
	it.each([...names, 'dd.MM.yyyy HH:mm:ss'])('a day as %s comes back in every zone', (name) => {
		const formats = zones.map((zone) => withPlace(`{date as ${name}}`, zone));
		// From 1975 to 2098.
		const day = fc.integer({ min: 1_826, max: 47_000 }).map((n) => new Date(n * 86_400_000));
		holds(
			fc.property(fc.constantFrom(...formats), day, (format, moment) => {
				const date = moment.toISOString().slice(0, 10);
				const { body } = createBodyOf(format, { reservationId: 'R-1', amount: 1, date });
				expect(readCharge(format, body as never).fields.date).toBe(date);
			}),
			100,
		);
	});
});

describe('a value as it was found', () => {
	it.each<[string, unknown, object]>([
		['{amount}', 12.300000190734863, { amount: 12.3 }],
		['{amount}', 12345.678, { amount: 12345.678 }],
		['{amount as minorUnits}', 1250, { amount: 12.5 }],
		['EUR {amount}', 'EUR 12.50', { amount: 12.5 }],
		['{date}', '2026-11-21T00:00:00.000Z', { date: '2026-11-21' }],
		['{date}', '2026-11-21 00:00:00', { date: '2026-11-21' }],
		['{date as utc}', '2026-11-20T23:00:00.000Z', { date: '2026-11-21' }],
		['{date as unixSeconds}', '1795215600', { date: '2026-11-21' }],
		['{date as yyyyMMdd}', 20261121, { date: '2026-11-21' }],
		['{accountCode}', 4400, { accountCode: '4400' }],
		['{description}', '  ', {}],
	])('%s reads %j', (place, found, values) => {
		const read = readCharge(withPlace(place), { v: found } as never);
		expect(read.fields).toEqual(values);
		expect(read.unreadable).toBeUndefined();
	});

	it.each<[string, unknown]>([
		['{amount}', 'EUR 25'],
		['{amount}', { value: 12.5 }],
		['{amount as minorUnits}', '12.50'],
		['EUR {amount}', 'USD 12.50'],
		['{date}', '2026-02-30'],
		['{date}', '2026-11-21T15:00:00Z'],
		['{date as dd/MM/yyyy}', '30/02/2026'],
	])('%s cannot read %j, and says so', (place, found) => {
		const { unreadable, fields } = readCharge(withPlace(place), { v: found } as never);
		expect(unreadable).toBe(`'v' is ${JSON.stringify(found)}`);
		expect(fields).toEqual({});
	});
});
