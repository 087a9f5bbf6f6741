import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
/** Furthest west and furthest east: it is never the same day in both. */
const PAGO_PAGO = 'Pacific/Pago_Pago';
const KIRITIMATI = 'Pacific/Kiritimati';

const charge = { reservationId: 'R-1', amount: 25, description: 'Late checkout' };

async function sentDate(date: string, timezone?: string): Promise<unknown> {
	const run = await hotel.run('create', { ...charge, date }, { timezone });
	expect(run.error).toBeUndefined();
	expect(hotel.bodies).toHaveLength(1);
	return (hotel.bodies[0] as { date?: unknown }).date;
}

async function updatedDate(date: string, timezone?: string): Promise<unknown> {
	hotel.service.books.add('R-1', { id: 'si-9', ...charge, date: '2026-01-01' });
	const run = await hotel.run(
		'update',
		{ serviceId: byId('si-9'), updateFields: { date } },
		{ timezone },
	);
	expect(run.error).toBeUndefined();
	expect(hotel.bodies).toEqual([{ date: expect.any(String) as string }]);
	return (hotel.bodies[0] as { date: unknown }).date;
}

/** Date to enter, the workflow's time zone, the day to be sent. */
type DateCase = [date: string, timezone: string, day: string];

/** What only n8n makes: values of its picker and its expressions. Every other text is a case of the unit tests. */
const plainDays: DateCase[] = [PAGO_PAGO, KIRITIMATI].flatMap((timezone): DateCase[] => [
	// What n8n's date picker saves: no time zone, meant where the workflow is.
	['2026-11-21T00:00:00', timezone, '2026-11-21'],
	["={{ DateTime.fromISO('2026-11-21T23:59') }}", timezone, '2026-11-21'],
	['={{ DateTime.local(2026, 11, 21) }}', timezone, '2026-11-21'],
	["={{ '2026-11-21'.toDateTime() }}", timezone, '2026-11-21'],
]);

const moments: DateCase[] = [
	['2026-11-21T23:30:00Z', BERLIN, '2026-11-22'],
	["={{ DateTime.fromISO('2026-11-21T23:30:00Z') }}", BERLIN, '2026-11-22'],
	["={{ DateTime.fromISO('2026-11-21T02:00:00Z', { setZone: true }) }}", NEW_YORK, '2026-11-20'],
	["={{ DateTime.fromISO('2026-11-21T07:00', { zone: 'Asia/Tokyo' }) }}", NEW_YORK, '2026-11-20'],
	["={{ new Date('2026-11-21T23:30:00Z') }}", BERLIN, '2026-11-22'],
	["={{ new Date('2026-11-21') }}", NEW_YORK, '2026-11-20'],
];

const daylightSaving: DateCase[] = [
	["={{ new Date('2026-11-02T05:00:00Z') }}", NEW_YORK, '2026-11-02'],
	["={{ DateTime.fromISO('2026-03-28').plus({ days: 1 }) }}", BERLIN, '2026-03-29'],
	["={{ DateTime.fromISO('2026-10-25').plus({ days: 1 }) }}", BERLIN, '2026-10-26'],
	// In Beirut the clocks go forward at midnight: that day has no 00:00.
	["={{ DateTime.fromISO('2026-03-29') }}", 'Asia/Beirut', '2026-03-29'],
];

describe('the date that create sends', () => {
	it.each(plainDays)('%s in %s is %s', async (date, timezone, day) => {
		expect(await sentDate(date, timezone)).toBe(day);
	});

	it.each(moments)('%s in %s is %s', async (date, timezone, day) => {
		expect(await sentDate(date, timezone)).toBe(day);
	});

	it.each(daylightSaving)('%s in %s is %s, clocks changing', async (date, timezone, day) => {
		expect(await sentDate(date, timezone)).toBe(day);
	});

	it.each([
		['={{ $now }}', PAGO_PAGO],
		['={{ $now }}', KIRITIMATI],
		['={{ $today }}', PAGO_PAGO],
		['={{ $today }}', KIRITIMATI],
		['={{ $now.toISO() }}', KIRITIMATI],
		["={{ $now.toFormat('yyyy-MM-dd') }}", PAGO_PAGO],
		['={{ new Date() }}', KIRITIMATI],
	])('%s in %s is the day it is there', async (date, timezone) => {
		const before = dayNow(timezone);
		const day = await sentDate(date, timezone);

		// Midnight may pass meanwhile.
		expect([before, dayNow(timezone)]).toContain(day);
	});

	it("n8n's own time zone holds when the workflow has none", async () => {
		expect(await sentDate('2026-11-21T02:00:00Z')).toBe('2026-11-20');
	});
});

it.each([
	['2026-11-21T23:30:00Z', BERLIN, '2026-11-22'],
	['={{ DateTime.local(2026, 11, 21) }}', KIRITIMATI, '2026-11-21'],
])('the date that update sends for %s in %s is %s', async (date, timezone, day) => {
	expect(await updatedDate(date, timezone)).toBe(day);
});

/** `YYYY-MM-DD` now, in a time zone. */
function dayNow(timeZone: string): string {
	return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
}

describe('for a service that gives plain dates back as a midnight', () => {
	it('that day comes out when simplified, wherever the workflow is', async () => {
		const raw = { date: '2026-11-21T00:00:00Z' };
		hotel.service.books.add('R-1', { id: 'si-9', ...charge, date: '', raw });
		const parameters = { reservationId: 'R-1', options: { simplify: true } };
		for (const timezone of [undefined, PAGO_PAGO, BERLIN, KIRITIMATI]) {
			const run = await hotel.run('getAll', parameters, { timezone });
			expect(run.json()).toMatchObject([{ date: '2026-11-21' }]);
		}
	});
});

describe('for a service that wants date and time', () => {
	beforeEach(() => hotel.speak({ dateFormat: 'dateTime' }));

	it.each([
		['2026-11-21', BERLIN, '2026-11-21T00:00:00.000+01:00'],
		["={{ new Date('2026-11-21T02:00:00Z') }}", NEW_YORK, '2026-11-20T00:00:00.000-05:00'],
		['2026-03-29', 'Asia/Beirut', '2026-03-29T01:00:00.000+03:00'],
	])('%s in %s is %s', async (date, timezone, moment) => {
		expect(await sentDate(date, timezone)).toBe(moment);
	});

	it.each([
		['2026-11-20T23:00:00.000Z', BERLIN, '2026-11-21'],
		['2026-11-21T00:00:00Z', NEW_YORK, '2026-11-20'],
	])('gives out %s in %s as %s when simplified', async (date, timezone, day) => {
		hotel.service.books.add('R-1', { id: 'si-9', ...charge, date: '', raw: { date } });
		const run = await hotel.run(
			'get',
			{ serviceId: byId('si-9'), options: { simplify: true } },
			{ timezone },
		);

		expect(run.json()).toMatchObject([{ date: day }]);
	});
});
