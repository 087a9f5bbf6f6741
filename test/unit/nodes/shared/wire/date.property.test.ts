import fc from 'fast-check';
import { UserError } from 'n8n-workflow';

import { parseDay } from '../../../../../nodes/shared/wire/date';
import { holds } from '../../../support/properties';
import { thrownBy } from '../../../support/thrown';
import { decodeDay, encodeDay } from '../../../support/savedFormats';

const MINUTE_MS = 60_000;

/** Both ends of the earth, half hours, and places whose clocks change at midnight. */
const zone = fc.constantFrom(
	'UTC',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
	'Europe/Berlin',
	'America/New_York',
	'Asia/Kolkata',
	'Australia/Lord_Howe',
	'Africa/Cairo',
	'America/Havana',
	'Asia/Beirut',
);
const moment = fc.date({
	min: new Date('2020-01-01T00:00:00Z'),
	max: new Date('2060-12-31T23:59:59Z'),
	noInvalidDate: true,
});
const day = moment.map((each) => each.toISOString().slice(0, 10));
const clock = fc
	.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
	.map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
/** Minutes by which a text may be ahead of UTC. */
const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });

describe('a day', () => {
	it('stays itself in every zone, with or without a time of its own', () => {
		holds(
			fc.property(day, zone, clock, fc.constantFrom('T', ' '), (given, timeZone, time, join) => {
				expect(parseDay(given, timeZone)).toBe(given);
				expect(parseDay(` ${given}\n`, timeZone)).toBe(given);
				expect(parseDay(`${given}${join}${time}`, timeZone)).toBe(given);
			}),
		);
	});

	it.each(['date', 'dateTime'] as const)(
		'comes back from the service as it was written in the format %s, in every zone',
		(format) => {
			holds(
				fc.property(day, zone, (given, timeZone) => {
					const written = encodeDay(given, format, timeZone);
					expect(decodeDay(written, timeZone, format)).toBe(given);
				}),
				500,
			);
		},
	);

	it('comes back where the service adds midnight in a zone of its own', () => {
		holds(
			fc.property(day, zone, offset, (given, timeZone, minutes) => {
				const written = `${given}T00:00:00${offsetText(minutes)}`;
				expect(decodeDay(written, timeZone, 'date')).toBe(given);
			}),
		);
	});
});

describe('a moment', () => {
	it('falls on the day the calendar of the zone shows, as a Date and with whatever offset it is written', () => {
		holds(
			fc.property(moment, zone, offset, (given, timeZone, minutes) => {
				const shown = calendarDay(given, timeZone);
				expect(parseDay(given, timeZone)).toBe(shown);
				expect(parseDay(given.toISOString(), timeZone)).toBe(shown);
				expect(parseDay(withOffset(given, minutes), timeZone)).toBe(shown);
				expect(decodeDay(given.toISOString(), timeZone, 'dateTime')).toBe(shown);
			}),
			500,
		);
	});
});

describe('anything else', () => {
	it('is refused with an example of a date', () => {
		const noDate = fc
			.anything({ withBigInt: true, withNullPrototype: true })
			.filter((given) => typeof given !== 'string' || !/^\s*\d{4}-\d\d-\d\d/.test(given));
		holds(
			fc.property(noDate, zone, (given, timeZone) => {
				const error = thrownBy(() => parseDay(given, timeZone));
				expect(error).toBeInstanceOf(UserError);
				expect(error.description).toContain('2026-11-21');
				expect(decodeDay(given, timeZone, 'date')).toBeUndefined();
			}),
			500,
		);
	});

	it('such as 31 February is no day', () => {
		const parts = [fc.integer({ min: 2020, max: 2060 }), fc.nat(19), fc.nat(39)] as const;
		holds(
			fc.property(...parts, zone, (year, month, date, timeZone) => {
				const text = [year, month, date].map((part) => String(part).padStart(2, '0')).join('-');
				const isReal = new Date(Date.UTC(year, month - 1, date)).toISOString().startsWith(text);
				expect(decodeDay(text, timeZone, 'date')).toBe(isReal ? text : undefined);
				expect(decodeDay(`${text}T00:00:00Z`, timeZone, 'date')).toBe(isReal ? text : undefined);
			}),
			500,
		);
	});
});

/** What a calendar on the wall there shows; told by the runtime, not by the code under test. */
function calendarDay(given: Date, timeZone: string): string {
	return new Intl.DateTimeFormat('en-CA', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	}).format(given);
}

function withOffset(given: Date, minutes: number): string {
	const local = new Date(given.getTime() + minutes * MINUTE_MS);
	return local.toISOString().replace('Z', offsetText(minutes));
}

function offsetText(minutes: number): string {
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	const sign = minutes < 0 ? '-' : '+';
	return `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
