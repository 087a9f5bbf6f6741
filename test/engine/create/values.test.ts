import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { panelOf } from '../support/workflowRun';

const hotel = useHotel();

const BERLIN = 'Europe/Berlin';
const item = { room: 12, more: { guest: { name: 'Ö "quoted"' } } };
const custom = (customFields: string) => ({ additionalFields: { customFields } });
const ofMore = { guest: { name: 'Ö "quoted"' } };

/** What n8n's form, picker and expressions hand over. Every other spelling is a case of the unit tests. */
it.each<[INodeParameters, object, string?]>([
	[{ amount: 12.5 }, { amount: 12.5 }],
	[{ amount: '-3' }, { amount: -3 }],
	[{ amount: '={{ (19.99 * 0.19).round(2) }}' }, { amount: 3.8 }],
	// What n8n's date picker saves: no time zone, meant where the workflow is.
	[{ date: '2026-11-21T00:00:00' }, { date: '2026-11-21' }, 'Pacific/Pago_Pago'],
	[{ date: "={{ '2026-11-21'.toDateTime() }}" }, { date: '2026-11-21' }, 'Pacific/Kiritimati'],
	[{ date: "={{ DateTime.fromISO('2026-11-21T23:30:00Z') }}" }, { date: '2026-11-22' }, BERLIN],
	[{ date: "={{ new Date('2026-11-21T23:30:00Z') }}" }, { date: '2026-11-22' }, BERLIN],
	// In Beirut the clocks go forward at midnight: that day has no 00:00.
	[{ date: "={{ DateTime.fromISO('2026-03-29') }}" }, { date: '2026-03-29' }, 'Asia/Beirut'],
	// n8n's own time zone, where the workflow has none.
	[{ date: '2026-11-21T02:00:00Z' }, { date: '2026-11-20' }],
	[custom(' \n{ "a": 1.5, "b": null, "c": [{ "d": "" }] }\n'), { a: 1.5, b: null, c: [{ d: '' }] }],
	[custom('={{ JSON.stringify($json.more) }}'), ofMore],
	[custom('={ "room": "{{ $json.room }}" }'), { room: '12' }],
])('of %j is sent %j', async (...row) => {
	const [parameters, sent, timezone] = row;
	const run = await hotel.run('create', { ...CHARGE, ...parameters }, { items: [item], timezone });

	expect(run.error?.message).toBeUndefined();
	expect(hotel.bodies).toEqual([{ ...CHARGE, ...sent }]);
});

it('a date and a description that Create Body has no place for are left out, with one hint', async () => {
	const { reservationId, amount } = CHARGE;
	const createBody = '{ "reservationId": "{reservationId}", "amount": "{amount}" }';
	hotel.speak({ requiredFields: ['amount'] }, { customApiFormat: true, createBody });
	const { hints } = await hotel.run('create', CHARGE, { items: [item, item] });

	expect(hotel.bodies).toEqual([1, 2].map(() => ({ reservationId, amount })));
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/place: Date, Desc/)]);
});

const days = ['07.12.2026', '2026-12-24', '2026-12-07T23:30:00Z'];

it.each([
	['date', days, ['2026-12-07', '2026-12-24', '2026-12-08']],
	['amount', ['1.250,00', '12,5', '12.50'], [1250, 12.5, 12.5]],
])('the expression advised for a %s does for the whole column', async (name, given, sent) => {
	const items = given.map((value) => ({ [name]: value }));
	const settings = { items, timezone: BERLIN };
	const create = (value: string) => hotel.run('create', { ...CHARGE, [name]: value }, settings);
	const { error } = await create(`={{ $json.${name} }}`);
	const [, advised = ''] = /whole column: (\{\{ .*? \}\})/.exec(panelOf(error)) ?? [];

	expect((await create(`=${advised}`)).error).toBeUndefined();
	expect(hotel.bodies).toMatchObject(sent.map((value) => ({ [name]: value })));
});
