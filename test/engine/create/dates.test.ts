import { CHARGE, useHotel } from '../support/hotel';
import { panelOf } from '../support/workflowRun';

const hotel = useHotel();

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
/** Furthest west and furthest east: it is never the same day in both. */
const PAGO_PAGO = 'Pacific/Pago_Pago';
const KIRITIMATI = 'Pacific/Kiritimati';

/** What only n8n makes: values of its picker and its expressions. Every other text is a case of the unit tests. */
it.each<[string, string | undefined, string]>([
	// What n8n's date picker saves: no time zone, meant where the workflow is.
	...[PAGO_PAGO, KIRITIMATI].flatMap((timezone): Array<[string, string, string]> => [
		['2026-11-21T00:00:00', timezone, '2026-11-21'],
		['={{ DateTime.local(2026, 11, 21) }}', timezone, '2026-11-21'],
		["={{ '2026-11-21'.toDateTime() }}", timezone, '2026-11-21'],
	]),
	['2026-11-21T23:30:00Z', BERLIN, '2026-11-22'],
	["={{ DateTime.fromISO('2026-11-21T23:30:00Z') }}", BERLIN, '2026-11-22'],
	["={{ DateTime.fromISO('2026-11-21T02:00:00Z', { setZone: true }) }}", NEW_YORK, '2026-11-20'],
	["={{ new Date('2026-11-21T23:30:00Z') }}", BERLIN, '2026-11-22'],
	// Where the clocks change; in Beirut they go forward at midnight: that day has no 00:00.
	["={{ DateTime.fromISO('2026-10-25').plus({ days: 1 }) }}", BERLIN, '2026-10-26'],
	["={{ DateTime.fromISO('2026-03-29') }}", 'Asia/Beirut', '2026-03-29'],
	// n8n's own time zone, where the workflow has none.
	['2026-11-21T02:00:00Z', undefined, '2026-11-20'],
])('create sends %s in %s as %s', async (date, timezone, day) => {
	const run = await hotel.run('create', { ...CHARGE, date }, { timezone });
	expect(run.error).toBeUndefined();
	expect(hotel.bodies).toMatchObject([{ date: day }]);
});

it('a plain date of which something has made a midnight in UTC is refused, with both days', async () => {
	const date = "={{ new Date('2026-12-07') }}";
	const { error } = await hotel.run('create', { ...CHARGE, date }, { timezone: NEW_YORK });

	expect(panelOf(error)).toMatch(/'Date'.*2026-12-07.*2026-12-06/);
	expect(hotel.traffic).toEqual([]);
});

it.each([
	[
		'date',
		['07.12.2026', '2026-12-24', '2026-12-07T23:30:00Z'],
		['2026-12-07', '2026-12-24', '2026-12-08'],
	],
	['amount', ['1.250,00', '12,5', '12.50'], [1250, 12.5, 12.5]],
])(
	'the expression that comes with a refused %s does for the whole column',
	async (name, given, sent) => {
		const items = given.map((value) => ({ [name]: value }));
		const run = async (value: string) =>
			await hotel.run('create', { ...CHARGE, [name]: value }, { items, timezone: BERLIN });
		const { error } = await run(`={{ $json.${name} }}`);
		const [, advised = ''] = /whole column: (\{\{ .*? \}\})/.exec(panelOf(error)) ?? [];
		expect((await run(`=${advised}`)).error).toBeUndefined();
		expect(hotel.bodies).toMatchObject(sent.map((value) => ({ [name]: value })));
	},
);
