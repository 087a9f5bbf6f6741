import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, fromItem, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { panelOf } from '../support/workflowRun';

const hotel = useHotel();

const nothing = '={{ $json.missing }}';
const additional = (fields: INodeParameters) => ({ additionalFields: fields });
const inCustomFields = { customFields: '{ "amount": 3500 }' };
const bySetting = "'Custom Fields' sets what stands for {amount}";
const above = { amount: 3500, options: { maxAmount: 500 } };
const tooMuch = "'Amount' is 3500, more than the option 'Max Amount' allows (500)";
const sameFields = { preventDuplicates: 'sameFields' };
const byReference = { preventDuplicates: 'reference' };
const serviceId = byId('a1');
const change = (updateFields: INodeParameters) => ({ serviceId, updateFields });
const deleting = { deleteMissing: true, referencePrefix: 'r-' };
/** Of an expression only the text around it is left. */
const half = '=order-{{ $json.missing }}';
const located = { serviceId: { __rl: true, mode: 'reference', value: half } };
const otherPrefix = (prefix: string) => `does not begin with 'Reference Prefix' ('${prefix}')`;

/** A charge with reference `r-1` unless they say otherwise. Every other spelling is a case of the unit tests. */
it.each<[operation: string, parameters: INodeParameters, message: string]>([
	['create', { reservationId: nothing }, "'Reservation ID' is empty"],
	['create', { reservationId: "={{ 'R' + $json.missing }}" }, "'Reservation ID' is 'Rundefined'"],
	['getAll', { reservationId: '={{ " " }}' }, "'Reservation ID' is empty"],
	['getAll', { reservationId: 'R-1', limit: 0 }, "'Limit' is "],
	['delete', { serviceId, reservationId: nothing }, "'Reservation ID' is empty"],
	['update', { ...change({ amount: 1 }), reservationId: '={{ [1] }}' }, "'Reservation ID' is not"],
	['get', { serviceId: byId('={{ null }}') }, "'Service Item' is empty"],
	['delete', { serviceId: byId(half) }, "'Service Item' is 'order-'"],
	['update', { ...change({ amount: 1 }), ...located }, "'Service Item' is 'order-'"],
	['create', { amount: 'abc' }, "'Amount' is 'abc', which is not a plain number"],
	['create', { amount: 12.345 }, "'Amount' is 12.345, which has more than 2 decimals"],
	['update', change({ amount: '={{ 19.99 * 0.19 }}' }), "'Amount' is 3.7981"],
	['update', change({ amount: '' }), "'Update Fields' is empty"],
	['update', change({ description: '=Spa of {{ $json.missing }}' }), "'Description' is 'Spa of'"],
	['create', { date: '={{ null }}' }, "'Date' is empty"],
	['create', { date: '2026-02-30' }, "'Date' is '2026-02-30', which is no day"],
	// Where these workflows run it is New York.
	['create', { date: "={{ new Date('2026-12-07') }}" }, '2026-12-07 in UTC, and 2026-12-06 in'],
	['create', { description: '={{ "\\t" }}' }, "'Description' is empty"],
	['create', additional({ accountCode: '={{ [1] }}' }), "'Account Code' is not text"],
	['create', { ...sameFields, ...additional({ accountCode: nothing }) }, "'Account Code' is empty"],
	['create', additional(inCustomFields), bySetting],
	['update', change(inCustomFields), bySetting],
	['create', { ...byReference, reference: half }, "'Reference' is 'order-'"],
	['upsert', { reference: "={{ 'order-' + $json.missing }}" }, "'Reference' is 'order-undefined'"],
	['upsert', { reference: '\u200b' }, "'Reference' is empty"],
	['sync', { reference: nothing }, "'Reference' is empty"],
	// A description keeps the reference at its end.
	...['create', 'upsert', 'update'].map((operation): [string, INodeParameters, string] => [
		operation,
		{ description: 'Water [ref:order-9]', ...change({ description: 'Water [ref:order-9]' }) },
		"'Description' ends with a reference, [ref:order-9]",
	]),
	['create', above, tooMuch],
	['upsert', above, tooMuch],
	['sync', above, tooMuch],
	['update', { ...change({ amount: 3500 }), options: above.options }, tooMuch],
	// A limit whose expression gives nothing is not off.
	['create', { options: { maxAmount: nothing } }, "'Max Amount' is empty"],
	['update', { ...change({ amount: 1 }), options: { maxAmount: nothing } }, "'Max Amount' is em"],
	['sync', { ...deleting, maxDeletions: nothing }, "'Max Deletions' is empty"],
	['sync', { ...deleting, maxDeletions: '20%' }, "'Max Deletions' is no plain number"],
	['get', { serviceId, options: { maxRetries: '={{ 1 / 0 }}' } }, "'Max Retries' is "],
	['get', { serviceId, options: { timeout: 0 } }, "'Timeout' is "],
	// A switch takes no expression, whatever that gives.
	['create', { simplify: '={{ true }}' }, "'Simplify' is an expression"],
	['sync', { simplify: '={{ true }}' }, "'Simplify' is an expression"],
	['create', { preventDuplicates: "={{ 'reference' }}" }, "'Prevent Duplicates' is an expression"],
	['sync', { ...deleting, dryRun: nothing }, "'Dry Run' is an expression"],
	['sync', { ...deleting, deleteMissing: nothing }, "'Delete Missing' is an expression"],
	['sync', { ...deleting, allowEmpty: nothing }, "'Allow Empty' is an expression"],
	// Other references than this sync's own begin with what is left of a prefix.
	['sync', { ...deleting, referencePrefix: nothing }, "'Reference Prefix' is empty"],
	[
		'sync',
		{ ...deleting, referencePrefix: '=r{{ $json.missing }}' },
		"'Reference Prefix' is 'r', ",
	],
	['sync', { ...deleting, referencePrefix: 'r- ' }, otherPrefix('r- ')],
	['sync', { ...deleting, referencePrefix: 'r-b' }, otherPrefix('r-b')],
	['sync', { ...deleting, reference: 'r-' }, "'Reference' is 'r-', "],
])('%s %j is refused by name, and nothing is sent', async (operation, parameters, message) => {
	for (const n of [1, 2]) hotel.book({ id: `a${n}`, description: `Extra [ref:r-${n}]` });
	const all = { ...CHARGE, reference: 'r-1', ...parameters };
	const { error } = await hotel.run(operation, all, { retryOnFail: true, maxTries: 2 });

	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toContain(message);
	expect(error?.description).toMatch(/^[A-Z].*\.$/);
	expect(error?.context).toMatchObject({ itemIndex: 0 });
	expect(hotel.traffic).toEqual([]);
});

it('a limit that is saved empty means none', async () => {
	for (const n of [1, 2]) hotel.book({ id: `a${n}`, description: `Extra [ref:r-${n}]` });
	const limits = { maxDeletions: '', options: { maxAmount: '' } };
	const run = await hotel.run('sync', { ...CHARGE, reference: 'r-1', ...deleting, ...limits });

	expect(run.error?.message).toBeUndefined();
	expect(hotel.ids()).toEqual(['a1']);
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
