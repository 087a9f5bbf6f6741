import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { placeholderFor } from '../../../nodes/shared/format/formats';
import type { Mapper } from '../../../nodes/shared/format/mapper';
import type { WrittenFields } from '../../../nodes/shared/format/fields';
import { charge, mapperOf, withAmount } from '../support/mapper';
import { holds } from '../support/properties';

/** A service that has one text or number at `v`. */
function withBlank(blank: string, timeZone?: string): Mapper {
	const amount = blank.includes('{amount') ? '' : '{amount}';
	return mapperOf({ createBody: { reservationId: '{reservationId}', amount, v: blank } }, timeZone);
}
const fields = { reservationId: 'R-1', ...charge };
const written = (blank: string, more: WrittenFields = {}, zone?: string): unknown =>
	withBlank(blank, zone).toCreate({ ...fields, ...more, ...missing(blank) }).body.v;
/** What the one blank has no place for is not filled in. */
function missing(blank: string): WrittenFields {
	const others = ['accountCode', 'destinationAccount'].filter((name) => !blank.includes(name));
	return Object.fromEntries(others.map((name) => [name, undefined]));
}

describe('a value in its format', () => {
	it.each<[string, WrittenFields, unknown, string?]>([
		['{amount}', {}, 12.5],
		['{amount}', { amount: 0.1 + 0.2 }, 0.3],
		['{amount as text}', {}, '12.50'],
		['{amount as text}', { amount: 0.1 + 0.2 }, '0.30'],
		['{amount as text(3)}', {}, '12.500'],
		['{amount as minorUnits}', {}, 1250],
		['{amount as minorUnits}', { amount: -0.29 }, -29],
		['{amount as minorUnits(3)}', { amount: 12.345 }, 12345],
		['EUR {amount as text}', {}, 'EUR 12.50'],
		['{date}', {}, '2026-11-21'],
		['{date as dateTime}', {}, '2026-11-21T00:00:00.000+01:00'],
		['{date as dateTime}', { date: '2026-03-29' }, '2026-03-29T01:00:00.000+03:00', 'Asia/Beirut'],
		['{date as utc}', {}, '2026-11-20T23:00:00Z'],
		['{date as unixSeconds}', {}, 1795215600],
		['{date as unixMilliseconds}', {}, 1795215600000],
		['{date as dd/MM/yyyy}', {}, '21/11/2026'],
		['{date as yyyy-MM-ddT12:00:00Z}', {}, '2026-11-21T12:00:00Z'],
		['{date as yyyy-MM-dd HH:mm}', { date: '2026-03-29' }, '2026-03-29 00:00', 'Asia/Beirut'],
		['/Date({date as unixMilliseconds})/', {}, '/Date(1795215600000)/'],
		['{accountCode}', {}, '4400'],
		['{accountCode as number}', {}, 4400],
		['B-{reservationId as text}', {}, 'B-R-1'],
		['{ description }', {}, 'Late checkout'],
	])('%s', (blank, more, value, zone = 'Europe/Berlin') => {
		expect(written(blank, more, zone)).toBe(value);
	});

	it.each<[string, WrittenFields, string]>([
		...['007', '12345678901234567890', 'GUEST', '1e3', ''].map(
			(accountCode): [string, WrittenFields, string] => [
				'{accountCode as number}',
				{ accountCode },
				`'Account Code' is '${accountCode}', which would not stay the same`,
			],
		),
		['{amount}', { amount: 12.345 }, `'Amount' is 12.345, which has more than 2 decimals`],
		['{amount as text(1)}', { amount: 12.25 }, 'more than 1 decimal'],
		['{amount as minorUnits(0)}', { amount: 0.5 }, 'is 0.5, which has more than 0 decimals'],
		['{amount as minorUnits(4)}', { amount: 9e12 }, 'too large'],
	])('%s is refused rather than changed: %j', (blank, more, message) => {
		expect(() => written(blank, more)).toThrow(message);
	});

	it.each([0, 1, 2, 3, 4])('an amount with %i decimals comes back as it was sent', (decimals) => {
		const mappers = ['number', 'text', 'minorUnits'].map((kind) =>
			withBlank(`{amount as ${kind}(${decimals})}`),
		);
		holds(
			fc.property(
				fc.constantFrom(...mappers),
				fc.integer({ min: -1e9, max: 1e9 }),
				(mapper, units) => {
					const amount = units / 10 ** decimals + 0;
					const body = mapper.toCreate({ reservationId: 'R-1', amount }).body;
					expect(mapper.read(body).fields.amount).toBe(amount);
				},
			),
		);
	});

	const zones = ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Beirut'];
	it.each([
		...['date', 'text', 'dateTime', 'utc', 'unixSeconds', 'unixMilliseconds'],
		'dd.MM.yyyy HH:mm:ss',
	])('a day as %s comes back in every zone', (format) => {
		const mappers = zones.map((zone) => withBlank(`{date as ${format}}`, zone));
		// From 1975 to 2098.
		const day = fc.integer({ min: 1_826, max: 47_000 }).map((n) => new Date(n * 86_400_000));
		holds(
			fc.property(fc.constantFrom(...mappers), day, (mapper, moment) => {
				const date = moment.toISOString().slice(0, 10);
				const body = mapper.toCreate({ reservationId: 'R-1', amount: 1, date }).body;
				expect(mapper.read(body).fields.date).toBe(date);
			}),
			100,
		);
	});
});

describe('a value as it was found', () => {
	it.each<[string, unknown, object]>([
		['{amount}', '12.50', { amount: 12.5 }],
		['{amount}', ' -3 ', { amount: -3 }],
		['{amount}', 0.1 + 0.2, { amount: 0.3 }],
		['{amount}', 5.551115123125783e-17, { amount: 0 }],
		['{amount as minorUnits}', 1250, { amount: 12.5 }],
		['EUR {amount}', 'EUR 12.50', { amount: 12.5 }],
		['{date}', '2026-11-21T00:00:00.000Z', { date: '2026-11-21' }],
		['{date}', '2026-11-21 00:00:00', { date: '2026-11-21' }],
		['{date}', '2026-11-21T00:00:00+13:00', { date: '2026-11-21' }],
		['{date as utc}', '2026-11-20T23:00:00.000Z', { date: '2026-11-21' }],
		['{date as dateTime}', '2026-11-21T15:30:00+01:00', { date: '2026-11-21' }],
		['{date as unixSeconds}', '1795215600', { date: '2026-11-21' }],
		['{date as yyyyMMdd}', 20261121, { date: '2026-11-21' }],
		['{date as utc}', '2026-11-21 00:00:00+0100', { date: '2026-11-21' }],
		['{date as dd.MM.yyyy HH:mm}', '21.11.2026 17:45', { date: '2026-11-21' }],
		['{accountCode}', 4400, { accountCode: '4400' }],
		['{accountCode as number}', '4400', { accountCode: '4400' }],
		[
			'{description} ({accountCode})',
			'Spa (2) (44)',
			{ description: 'Spa (2)', accountCode: '44' },
		],
		['{description}', '  ', {}],
		['{description}', null, {}],
		['{description} ({accountCode})', 'Spa ()', { description: 'Spa' }],
	])('%s reads %j', (blank, found, values) => {
		const read = withBlank(blank).read({ v: found } as never);
		expect(read.fields).toEqual(values);
		expect(read.mismatch).toBeUndefined();
	});

	it.each<[string, unknown]>([
		['{amount}', 'EUR 25'],
		['{amount}', { value: 12.5 }],
		['{amount as minorUnits}', '12.50'],
		['{amount as minorUnits}', 12.5],
		['EUR {amount}', 'USD 12.50'],
		['{date}', '2026-02-30'],
		['{date}', '2026-11-21T15:00:00Z'],
		['{date as utc}', '2026-11-21'],
		['{date as unixSeconds}', 1795215600000],
		['{date as unixMilliseconds}', 1795215600],
		['{date as dd/MM/yyyy}', '30/02/2026'],
		['{accountCode as number}', 'GUEST'],
		['{accountCode}', ['4400']],
		['{description} ({accountCode})', 'Spa'],
	])('%s does not read %j', (blank, found) => {
		const read = withBlank(blank).read({ v: found } as never);
		expect(read.fields).toEqual({});
		expect(read.mismatch).toMatchObject({ place: 'v', value: found });
	});
});

it.each([
	['amount', 12.5, '{amount}'],
	['amount', 12.345, '{amount as number(3)}'],
	['amount', '12.50', '{amount as text}'],
	['amount', '12', '{amount as text(0)}'],
	['amount', '12,50', undefined],
	['date', '2026-11-21', '{date}'],
	['date', '2026-11-21T00:00:00.000+01:00', '{date as dateTime}'],
	['date', '2026-11-20T23:00:00Z', '{date as utc}'],
	['date', 1795215600, '{date as unixSeconds}'],
	['date', 1795215600000, '{date as unixMilliseconds}'],
	['date', '21/11/2026', '{date as dd/MM/yyyy}'],
	['date', 'soon', undefined],
	['accountCode', '4400', '{accountCode}'],
	['accountCode', 4400, '{accountCode as number}'],
	['id', 'si-3', '{id}'],
] as const)('of %s %j is %s', (field, found, blank) => {
	expect(placeholderFor(field, found, 'Europe/Berlin')).toBe(blank);
});

it('is read back from wherever an example puts it, in whatever format', () => {
	const formats: Record<string, string[]> = {
		reservationId: ['', ' as text'],
		amount: ['', ' as text', ' as minorUnits', ' as number(3)', ' as text(4)'],
		date: ['', ' as utc', ' as unixSeconds', ' as dd/MM/yyyy', ' as dateTime'],
		description: [''],
		accountCode: ['', ' as number'],
		destinationAccount: ['', ' as text'],
		reference: [''],
	};
	const places = Object.entries(formats).map(([field, names]) => {
		const wrappers = fc.array(fc.constantFrom('a', 'b', 'list'), { maxLength: 3 });
		const around = fc.constantFrom('', 'B-', '(EUR) ');
		const place = fc.tuple(wrappers, around, fc.constantFrom(...names));
		const example = place.map(([inside, before, format]) =>
			inside.reduce<unknown>(
				(inner, name) => (name === 'list' ? [inner] : { [name]: inner }),
				`${before}{${field}${format}}`,
			),
		);
		return [field, example] as const;
	});
	const values = fc.record({
		amount: fc.integer({ min: -1e6, max: 1e6 }).map((cents) => cents / 100 + 0),
		date: fc.constantFrom('2026-03-29', '2026-11-21', '2027-01-01'),
		description: fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.normalize()),
		accountCode: fc.constantFrom('4400', '17'),
	});
	holds(
		fc.property(fc.record(Object.fromEntries(places)), values, (createBody, given) => {
			const mapper = mapperOf({ createBody, listQuery: { r: '{reservationId}' } });
			const body = mapper.toCreate({ ...given, reservationId: 'R-1', reference: 'o-1' }).body;
			const read = mapper.read(JSON.parse(JSON.stringify(body)) as IDataObject);
			const { description, ...others } = given;
			expect(read.fields).toEqual(description.trim() === '' ? others : given);
			expect([read.reservationId, read.reference]).toEqual(['R-1', 'o-1']);
		}),
		200,
	);
});

describe('a midnight that was written in another time zone', () => {
	const inNewYork = (blank: string) =>
		mapperOf({ createBody: withAmount({ date: blank }) }, 'America/New_York');

	it.each([
		['{date as dateTime}', '2026-11-21T00:00:00.000+01:00', 'UTC+01:00'],
		['{date as utc}', '2026-11-21T00:00:00Z', 'UTC'],
	])('is no day here, whatever else the list shows: %s', (blank, date, zone) => {
		const mapper = inNewYork(blank);
		const here = mapper.toCreate({ amount: 1, date: '2026-11-21' }).body;
		expect(mapper.read({ amount: 1, date }).fields.date).toBeUndefined();
		expect(() => mapper.assertReadable([here, { amount: 1, date }])).toThrow(
			new RegExp(
				`"${date.replace('+', '\\+')}".*midnight in ${zone.replace('+', '\\+')}, .*America/New_York`,
			),
		);
		expect(() => mapper.assertReadable([here])).not.toThrow();
	});

	it.each([
		['{date as dateTime}', '2026-11-21T00:00:00.000-08:00'],
		['{date as dateTime}', '2026-11-21T15:00:00.000+01:00'],
		['{date as yyyy-MM-ddTHH:mm:ssZ}', '2026-11-21T00:00:00Z'],
		['{date}', '2026-11-21T00:00:00Z'],
	])('is a day where nobody can take it for another: %s of %s', (blank, date) => {
		expect(inNewYork(blank).read({ amount: 1, date }).fields.date).toBe('2026-11-21');
	});
});
