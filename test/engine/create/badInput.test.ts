import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, fromItem, useHotel } from '../support/hotel';
import { runNode } from '../support/runWorkflow';
import { byId, fromList } from '../support/serviceItemNode';
import { panelOf } from '../support/workflowRun';

const hotel = useHotel();

const item = (value: unknown) => ({ serviceId: byId(value as string) });
const charge = (changes: object): INodeParameters => ({ ...CHARGE, ...changes });
const change = (updateFields: INodeParameters) => ({ serviceId: byId('si-9'), updateFields });
const sync = (changes: object) => charge({ reference: 'a', ...changes });

/** Every other spelling is a case of the unit tests. */
const refused: Array<[operation: string, parameters: INodeParameters, message: string]> = [
	['create', charge({ reservationId: '={{ $json.none }}' }), "'Reservation ID' is empty"],
	['create', charge({ reservationId: 'undefined' }), "'Reservation ID' is 'undefined'"],
	['create', charge({ reservationId: '={{ ({ id: 1 }) }}' }), "'Reservation ID' is not text"],
	['create', charge({ amount: 'abc' }), "'Amount' is 'abc', which is not a plain number"],
	['create', charge({ amount: 12.345 }), "'Amount' is 12.345, which has more than 2 decimals"],
	['create', charge({ date: '={{ null }}' }), "'Date' is empty"],
	['create', charge({ date: '2026-02-30' }), "'Date' is '2026-02-30', which is no day"],
	['create', charge({ description: '={{ "\\t" }}' }), "'Description' is empty"],
	['create', charge({ additionalFields: { accountCode: '={{ [1] }}' } }), "'Account Code' is not"],
	['update', change({ amount: '={{ 19.99 * 0.19 }}' }), "'Amount' is 3.7981"],
	[
		'update',
		{ ...change({ description: 'Spa' }), reservationId: '={{ [1] }}' },
		"'Reservation ID' is not text",
	],
	['get', item('={{ null }}'), "'Service Item' is empty"],
	['delete', item('={{ $json.none }}'), "'Service Item' is empty"],
	['getAll', { reservationId: '={{ " " }}' }, "'Reservation ID' is empty"],
	['sync', sync({ reference: '={{ null }}' }), "'Reference' is empty"],
];

it.each(refused)('%s %j is refused by name, and nothing is sent', async (...row) => {
	const [operation, parameters, message] = row;
	const { error } = await hotel.run(operation, parameters);

	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toContain(message);
	expect(error?.description).toMatch(/^[A-Z].*\.$/);
	expect(error?.context).toMatchObject({ itemIndex: 0 });
	expect(hotel.traffic).toEqual([]);
});

it.each([
	['list', fromList('')],
	['ID', byId('')],
])('does not run with no service item chosen by %s', async (_, serviceId) => {
	const run = await hotel.run('get', { reservationId: 'R-1', serviceId });

	// n8n's own words: it does not ask the node. Older n8n names the field in the editor only.
	expect(run.error?.message).toMatch(/"Service Item" is required|The workflow has issues/);
	expect(hotel.traffic).toEqual([]);
});

it.each(['reservationId', 'amount', 'date', 'description'])(
	'an empty %s is told of the input item that it was empty for, and does not run where it was never filled in',
	async (name) => {
		const items = [CHARGE, { ...CHARGE, [name]: undefined }];
		const run = await hotel.run('create', fromItem, { items });
		const filledIn = Object.entries(CHARGE).filter(([key]) => key !== name);

		expect(run.error?.message).toMatch(/^'.*' is empty \[item 1\]$/);
		expect(run.error?.description).toMatch(/^Fill it in\. If it is an expression, check/);
		expect((await hotel.run('create', Object.fromEntries(filledIn))).status).toBe('error');
		expect(hotel.traffic).toEqual([]);
	},
);

describe('of several items', () => {
	const mixed = [
		{ ...CHARGE, reservationId: 'R-1' },
		{ ...CHARGE, reservationId: 'R-2', amount: 'abc' },
		{ ...CHARGE, reservationId: 'R-3' },
		{ ...CHARGE, reservationId: '' },
	];

	it('none is sent when one is no good and the run stops on errors', async () => {
		const run = await hotel.run('create', fromItem, { items: mixed });

		expect(run.error?.message).toMatch(/^'Amount' is 'abc'.*\[item 1\]$/);
		expect(run.error?.context).toMatchObject({ itemIndex: 1 });
		expect(run.error?.description).toContain('0 of 4 items were done');
		expect([run.output(), hotel.traffic]).toEqual([[], []]);
	});

	it('the good ones are created and the others given out as failed with Continue', async () => {
		const run = await hotel.run('create', fromItem, {
			items: mixed,
			onError: 'continueRegularOutput',
		});

		expect(hotel.requests).toHaveLength(2);
		expect(run.json()).toEqual([
			expect.objectContaining({ reservationId: 'R-1', amount: 25 }),
			{ error: expect.stringMatching(/^'Amount' is 'abc'.*\[item 1\]$/) as string },
			expect.objectContaining({ reservationId: 'R-3', amount: 25 }),
			{ error: expect.stringMatching(/^'Reservation ID' is empty.*\[item 3\]$/) as string },
		]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((each) => ({ item: each })),
		);
	});

	it('the one is named whose expression cannot be worked out', async () => {
		const description = "={{ $json.guest ?? $('Nowhere').item.json.guest }}";
		const run = await hotel.run(
			'create',
			{ ...fromItem, description },
			{ items: [{ ...CHARGE, guest: 'Ann' }, CHARGE], onError: 'continueRegularOutput' },
		);

		expect(run.json()).toEqual([
			expect.objectContaining({ description: 'Ann' }),
			{ error: expect.stringMatching(/^Referenced node doesn't exist.*\[item 1\]$/) as string },
		]);
		expect(hotel.service.books.changes.created).toBe(1);
	});
});

/** What n8n itself adds to Resource and Operation. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

it.each<[string, INodeParameters]>([
	['Custom API Call as Operation', { resource: 'serviceItem', operation: CUSTOM_API_CALL }],
	['Custom API Call as Resource alone', { resource: CUSTOM_API_CALL }],
	['an operation that is not there', { resource: 'serviceItem', operation: 'cancel' }],
])('%s is refused with where to go, for every item', async (_, parameters) => {
	const message =
		/no such operation.*\. Choose one .* For a custom API call, use n8n's HTTP Request node, with which .* charges again/;
	const settings = { credential: hotel.credential, items: [{ a: 1 }, { a: 2 }] };
	const stopped = await runNode('serviceItem', parameters, settings);
	const onError = 'continueRegularOutput';
	const continued = await runNode('serviceItem', parameters, { ...settings, onError });

	expect(panelOf(stopped.error)).toMatch(message);
	const error = expect.stringMatching(message) as string;
	expect(continued.json()).toEqual([{ error }, { error }]);
	expect(hotel.traffic).toEqual([]);
});
