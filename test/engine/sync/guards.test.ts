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
	])('%s, in %s', async (label, operation, parameters) => {
		const { error } = await hotel.run(operation, parameters, { items: [{ Missing: 'elsewhere' }] });

		expect(error?.message).toBe(`The expression in '${label}' gave nothing`);
		expect(hotel.requests).toEqual([]);
	});

	it.each(['={{ null }}', '={{ "  " }}', '='])('also as %j', async (maxDeletions) => {
		const { error } = await hotel.run('sync', { ...sync, maxDeletions });

		expect(error?.message).toBe("The expression in 'Max Deletions' gave nothing");
		expect(hotel.requests).toEqual([]);
	});
});

it('a guard that is saved empty means its default', async () => {
	const options = { maxAmount: '' };
	const run = await hotel.run('sync', { ...sync, maxDeletions: '', options });

	expect(run.error?.message).toBeUndefined();
	expect(hotel.ids()).toEqual(['a1']);
});

describe('a Reference Prefix', () => {
	it.each([' r-', 'r- ', 'r-\t', '  '])(
		'%j, which is empty or has a space around it, is not cut but refused',
		async (referencePrefix) => {
			const run = await hotel.run('sync', { ...sync, referencePrefix });

			expect(run.error?.message).toContain('which is empty, or begins or ends with a space');
			expect(hotel.requests).toEqual([]);
		},
	);

	it.each(['=r-{{ $json.missing }}', 'r-'])('alone, as %j, is no reference', async (reference) => {
		const run = await hotel.run('sync', { ...sync, reference });

		expect(run.error?.message).toMatch(/^'Reference' is 'r-', /);
		expect(hotel.requests).toEqual([]);
	});
});

const reference = '=order-{{ $json.missing }}';
const serviceId = { __rl: true, mode: 'reference', value: reference };

it.each<[string, INodeParameters, string]>([
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
])('%s %j is refused: of the expression only the text around it is left', async (...row) => {
	const [operation, parameters, message] = row;
	const run = await hotel.run(operation, { ...CHARGE, ...parameters });

	expect(run.error?.message).toContain(message);
	expect(hotel.requests).toEqual([]);
});

it('text that stands in an expression without any braces is what it says', async () => {
	const run = await hotel.run('upsert', { ...CHARGE, reference: '=order-1' });

	expect(run.error?.message).toBeUndefined();
	expect(run.json()).toMatchObject([{ description: 'Late checkout [ref:order-1]' }]);
});
