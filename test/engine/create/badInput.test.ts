import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, fromItem, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { panelOf } from '../support/workflowRun';

const hotel = useHotel();

const item = (value: unknown) => ({ serviceId: byId(value as string) });
const charge = (changes: object): INodeParameters => ({ ...CHARGE, ...changes });
const change = (updateFields: INodeParameters) => ({ serviceId: byId('si-9'), updateFields });
const sync = (changes: object) => charge({ reference: 'a', ...changes });
const above = { amount: 3500, options: { maxAmount: 500 } };
const tooMuch = "'Amount' is 3500, more than the option 'Max Amount' allows (500)";
const inCustomFields = { customFields: '{ "amount": 3500 }' };
const bySetting = "'Custom Fields' sets what stands for {amount}";

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
	['create', charge(above), tooMuch],
	['upsert', sync(above), tooMuch],
	['sync', sync(above), tooMuch],
	['update', { ...change({ amount: 3500 }), options: above.options }, tooMuch],
	['create', charge({ additionalFields: inCustomFields }), bySetting],
	['update', change(inCustomFields), bySetting],
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

it('none of several is sent when one is no good and the run stops on errors', async () => {
	const bad = { ...CHARGE, reservationId: 'R-2', amount: 'abc' };
	const run = await hotel.run('create', fromItem, { items: [CHARGE, bad, CHARGE] });

	expect(run.error?.message).toMatch(/^'Amount' is 'abc'.*\[item 1\]$/);
	expect(run.error?.description).toContain('0 of 3 items were done');
	expect([run.output(), hotel.traffic]).toEqual([[], []]);
});

it('Custom API Call, which n8n adds to the operations, is refused with where to go', async () => {
	const { error } = await hotel.run('__CUSTOM_API_CALL__');

	const words = /no such operation.* For a custom API call, use n8n's HTTP Request node/;
	expect(panelOf(error)).toMatch(words);
	expect(hotel.traffic).toEqual([]);
});
