import { decodeDay, encodeDay } from '../../../support/savedFormats';

describe('writing a day for the service', () => {
	it('leaves a plain date as it is', () => {
		expect(encodeDay('2026-11-21', 'date', 'Pacific/Pago_Pago')).toBe('2026-11-21');
	});

	it.each([
		['2026-11-21', 'Europe/Berlin', '2026-11-21T00:00:00.000+01:00'],
		['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
		['2026-11-21', 'Pacific/Kiritimati', '2026-11-21T00:00:00.000+14:00'],
		['2026-11-21', 'Pacific/Pago_Pago', '2026-11-21T00:00:00.000-11:00'],
		['2026-11-21', 'Asia/Kolkata', '2026-11-21T00:00:00.000+05:30'],
		['2026-03-29', 'Europe/Berlin', '2026-03-29T00:00:00.000+01:00'],
		['2026-03-30', 'Europe/Berlin', '2026-03-30T00:00:00.000+02:00'],
		['2026-10-25', 'Europe/Berlin', '2026-10-25T00:00:00.000+02:00'],
		['2026-11-01', 'America/New_York', '2026-11-01T00:00:00.000-04:00'],
		['2026-11-02', 'America/New_York', '2026-11-02T00:00:00.000-05:00'],
		// Here the clocks go forward at midnight: the day begins at one o'clock.
		['2026-04-24', 'Africa/Cairo', '2026-04-24T01:00:00.000+03:00'],
	])('writes the moment %s begins in %s', (day, zone, written) => {
		expect(encodeDay(day, 'dateTime', zone)).toBe(written);
	});
});

describe('reading a date the service wrote', () => {
	it.each([
		['Europe/Berlin', '2026-11-21', '2026-11-21'],
		['Pacific/Pago_Pago', '2026-11-21', '2026-11-21'],
		['Europe/Berlin', '2026-11-20T23:00:00Z', '2026-11-21'],
		['Pacific/Pago_Pago', '2026-11-21T11:00:00Z', '2026-11-21'],
		['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21'],
	])('gives the day in %s for %s', (zone, written, day) => {
		expect(decodeDay(written, zone, 'dateTime')).toBe(day);
	});

	it.each([
		['2026-11-21T00:00:00Z'],
		['2026-11-21T00:00:00.000Z'],
		['2026-11-21T00:00Z'],
		['2026-11-21 00:00:00+00:00'],
		['2026-11-21t00:00:00z'],
		['2026-11-21T00:00:00+14:00'],
		['2026-11-21T00:00:00-11:00'],
		['2026-11-21T00:00:00+0530'],
		[' 2026-11-21T00:00:00.000000+01:00 '],
	])('takes the day as it is written from %j of a service with plain dates', (written) => {
		for (const zone of ['Pacific/Pago_Pago', 'Europe/Berlin', 'Pacific/Kiritimati']) {
			expect(decodeDay(written, zone, 'date')).toBe('2026-11-21');
		}
	});

	it.each([
		['2026-11-21T00:30:00Z', '2026-11-20'],
		['2026-11-21T00:00:01Z', '2026-11-20'],
		['2026-11-21T00:00:00.001Z', '2026-11-20'],
		['2026-11-21T12:00:00+13:00', '2026-11-20'],
		['2026-11-21T00:00:00', '2026-11-21'],
	])(
		'takes the moment from %s, which has a time, of a service with plain dates',
		(written, day) => {
			expect(decodeDay(written, 'America/New_York', 'date')).toBe(day);
		},
	);

	it('takes no day that there is not from a midnight', () => {
		expect(decodeDay('2026-02-30T00:00:00Z', 'Europe/Berlin', 'date')).toBeUndefined();
	});

	it.each([
		['Europe/Berlin', '2026-11-21'],
		['America/New_York', '2026-11-20'],
	])('takes the moment of a midnight in %s where times are meant', (zone, day) => {
		expect(decodeDay('2026-11-21T00:00:00Z', zone, 'dateTime')).toBe(day);
	});

	it.each([[''], ['x'], ['2026-02-30'], [5], [null], [undefined], [{}], [new Date(0)]])(
		'does not take %p for a date',
		(written) => {
			expect(decodeDay(written, 'Europe/Berlin', 'date')).toBeUndefined();
		},
	);

	it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/Havana'])(
		'gives back every day of a year that was written in %s, with the offset or in UTC',
		(zone) => {
			const days = Array.from({ length: 365 }, (_, day) =>
				new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
			);
			const written = days.map((day) => encodeDay(day, 'dateTime', zone) as string);
			expect(written.map((text) => decodeDay(text, zone, 'dateTime'))).toEqual(days);
			const inUtc = written.map((text) => new Date(text).toISOString());
			expect(inUtc.map((text) => decodeDay(text, zone, 'dateTime'))).toEqual(days);
		},
	);
});
