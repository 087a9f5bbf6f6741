import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, fromItem, useHotel } from '../support/hotel';
import { runNode } from '../support/serviceItemNode';
import { byId } from '../support/serviceItemNode';

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
	['update', change({ amount: '' }), 'there is nothing to change'],
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
});

/** What n8n itself adds to Resource and Operation. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

it('Custom API Call is refused with where to go, for every item', async () => {
	const parameters = { resource: 'serviceItem', operation: CUSTOM_API_CALL };
	const items = [{ a: 1 }, { a: 2 }];
	const onError = 'continueRegularOutput';
	const { credential } = hotel;
	const run = await runNode('serviceItem', parameters, { credential, items, onError });

	const words = /no such operation.* For a custom API call, use n8n's HTTP Request node/;
	const error = expect.stringMatching(words) as string;
	expect(run.json()).toEqual([{ error }, { error }]);
	expect(hotel.traffic).toEqual([]);
});
