import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const nothing = '={{ $json.missing }}';
const sync = { ...CHARGE, reference: 'r-1', deleteMissing: true, referencePrefix: 'r-' };

beforeEach(() => {
	for (const n of [1, 2, 3]) hotel.book({ id: `a${n}`, description: `Extra [ref:r-${n}]` });
});

describe('a guard whose expression gives nothing stops the run, and is not off', () => {
	it.each<[string, string, INodeParameters]>([
		['Prevent Duplicates', 'create', { ...CHARGE, reference: 'r-9', preventDuplicates: nothing }],
		['Dry Run', 'sync', { ...sync, dryRun: nothing }],
		['Delete Missing', 'sync', { ...sync, deleteMissing: nothing }],
		['Reference Prefix', 'sync', { ...sync, referencePrefix: nothing }],
		// Other references than this sync's own begin with the text that is left.
		['Reference Prefix', 'sync', { ...sync, referencePrefix: '=r{{ $json.missing }}' }],
		['Max Deletions', 'sync', { ...sync, maxDeletions: nothing }],
		['Max Deletions', 'sync', { ...sync, maxDeletions: '={{ null }}' }],
		['Max Deletions', 'sync', { ...sync, maxDeletions: '={{ "  " }}' }],
		['Max Deletions', 'sync', { ...sync, maxDeletions: '=' }],
		['Allow Empty Reservations', 'sync', { ...sync, allowEmpty: nothing }],
		['Max Amount', 'create', { ...CHARGE, options: { maxAmount: nothing } }],
		['Max Amount', 'upsert', { ...sync, options: { maxAmount: nothing } }],
		['Max Amount', 'sync', { ...sync, options: { maxAmount: nothing } }],
		[
			'Max Amount',
			'update',
			{
				serviceId: byId('a1'),
				updateFields: { amount: 99_999 },
				options: { maxAmount: nothing },
			},
		],
	])('%s, in %s: %j', async (label, operation, parameters) => {
		const { error } = await hotel.run(operation, parameters, { items: [{ Missing: 'elsewhere' }] });

		expect(error?.message).toBe(`The expression in '${label}' gave nothing`);
		expect(hotel.requests).toEqual([]);
	});
});

it('a guard that is saved empty means its default', async () => {
	const options = { maxAmount: '' };
	const run = await hotel.run('sync', { ...sync, maxDeletions: '', options });

	expect(run.error?.message).toBeUndefined();
	expect(hotel.ids()).toEqual(['a1']);
});

const reference = '=order-{{ $json.missing }}';
const serviceId = { __rl: true, mode: 'reference', value: reference };

const spaces = 'which is empty, or begins or ends with a space';

it.each<[string, INodeParameters, string]>([
	// A prefix is not cut, and no reference.
	['sync', { ...sync, referencePrefix: ' r-' }, spaces],
	['sync', { ...sync, referencePrefix: 'r- ' }, spaces],
	['sync', { ...sync, referencePrefix: 'r-\t' }, spaces],
	['sync', { ...sync, referencePrefix: '  ' }, spaces],
	['sync', { ...sync, reference: 'r-' }, "'Reference' is 'r-', "],
	['sync', { ...sync, reference: '=r-{{ $json.missing }}' }, "'Reference' is 'r-', "],
	// Of an expression only the text around it is left.
	['create', { preventDuplicates: 'reference', reference }, "'Reference' is 'order-'"],
	['upsert', { reference }, "'Reference' is 'order-'"],
	['sync', { reference }, "'Reference' is 'order-'"],
	['get', { serviceId }, "'Service Item' is 'order-'"],
	['update', { serviceId, updateFields: { amount: 1 } }, "'Service Item' is 'order-'"],
	['delete', { serviceId: byId(reference) }, "'Service Item' is 'order-'"],
	[
		'create',
		{ reservationId: '=RES-{{ $json.missing }}' },
		"'Reservation ID' is 'RES-', as the expression in it gave nothing",
	],
	// JavaScript has joined nothing to the text.
	...['undefined', 'null', 'NaN', '[object Object]'].map(
		(nothing): [string, INodeParameters, string] => [
			'create',
			{ preventDuplicates: 'reference', reference: `={{ 'order-' + '${nothing}' }}` },
			`'Reference' is 'order-${nothing}', as the expression in it gave nothing`,
		],
	),
	[
		'create',
		{ reservationId: "={{ 'RES' + $json.missing }}" },
		"'Reservation ID' is 'RESundefined', as the expression in it gave nothing",
	],
])('%s %j is refused by name, and nothing is sent', async (...row) => {
	const [operation, parameters, message] = row;
	const run = await hotel.run(operation, { ...CHARGE, ...parameters });

	expect(run.error?.message).toContain(message);
	expect(hotel.requests).toEqual([]);
});

it.each(['=annulled-{{ 1 }}', 'order-null', "={{ 'order-null1' }}"])(
	'%s names a charge',
	async (named) => {
		const run = await hotel.run('upsert', { ...CHARGE, reference: named });

		expect(run.json()).toMatchObject([{ action: 'created' }]);
	},
);

it('text that stands in an expression without any braces is what it says', async () => {
	const run = await hotel.run('upsert', { ...CHARGE, reference: '=order-1' });

	expect(run.error?.message).toBeUndefined();
	expect(run.json()).toMatchObject([{ description: 'Late checkout [ref:order-1]' }]);
});
