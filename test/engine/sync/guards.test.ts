import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const nothing = '={{ $json.missing }}';
const sync = { ...CHARGE, reference: 'r-1', deleteMissing: true, referencePrefix: 'r-' };
const reference = '=order-{{ $json.missing }}';
const serviceId = { __rl: true, mode: 'reference', value: reference };
const ofNothing = { options: { maxAmount: nothing } };
const changed = { serviceId: byId('a1'), updateFields: { amount: 99_999 } };

beforeEach(() => {
	for (const n of [1, 2, 3]) hotel.book({ id: `a${n}`, description: `Extra [ref:r-${n}]` });
});

it.each<[string, INodeParameters, string]>([
	// A switch takes no expression, whatever that gives.
	['create', { preventDuplicates: nothing, reference: 'r-9' }, "'Prevent Duplicates' is an exp"],
	['create', { preventDuplicates: "={{ 'reference' }}" }, "'Prevent Duplicates' is an expression"],
	['sync', { ...sync, dryRun: nothing }, "'Dry Run' is an expression"],
	['sync', { ...sync, deleteMissing: nothing }, "'Delete Missing' is an expression"],
	['sync', { ...sync, allowEmpty: nothing }, "'Allow Empty' is an expression"],
	// A limit whose expression gives nothing is not off.
	['sync', { ...sync, maxDeletions: nothing }, "'Max Deletions' is empty"],
	['sync', { ...sync, maxDeletions: '20%' }, "'Max Deletions' is no plain number"],
	['create', ofNothing, "'Max Amount' is empty"],
	['sync', { ...sync, ...ofNothing }, "'Max Amount' is empty"],
	['update', { ...changed, ...ofNothing }, "'Max Amount' is empty"],
	// Other references than this sync's own begin with what is left of a prefix.
	['sync', { ...sync, referencePrefix: nothing }, "'Reference Prefix' is empty"],
	['sync', { ...sync, referencePrefix: '=r{{ $json.missing }}' }, "'Reference Prefix' is 'r', as"],
	['sync', { ...sync, referencePrefix: ' r-' }, "does not begin with 'Reference Prefix' (' r-')"],
	['sync', { ...sync, referencePrefix: 'r- ' }, "does not begin with 'Reference Prefix' ('r- ')"],
	['sync', { ...sync, referencePrefix: 'r-b' }, "does not begin with 'Reference Prefix' ('r-b')"],
	['sync', { ...sync, reference: 'r-' }, "'Reference' is 'r-', "],
	// Of an expression only the text around it is left.
	['sync', { ...sync, reference: '=r-{{ $json.missing }}' }, "'Reference' is 'r-', "],
	['create', { preventDuplicates: 'reference', reference }, "'Reference' is 'order-'"],
	['upsert', { reference: "={{ 'order-' + $json.missing }}" }, "'Reference' is 'order-undefined'"],
	['upsert', { reference: '\u200b' }, "'Reference' is empty"],
	['get', { serviceId, reservationId: 'R-1' }, "'Service Item' is 'order-'"],
	['update', { ...changed, serviceId }, "'Service Item' is 'order-'"],
	['delete', { serviceId: byId(reference) }, "'Service Item' is 'order-'"],
	['delete', { serviceId: byId('a1'), reservationId: nothing }, "'Reservation ID' is empty"],
	['create', { reservationId: "={{ 'R' + $json.missing }}" }, "'Reservation ID' is 'Rundefined'"],
])('%s %j is refused by name, and nothing is sent', async (operation, parameters, message) => {
	const items = [{ Missing: 'elsewhere' }];
	const run = await hotel.run(operation, { ...CHARGE, ...parameters }, { items });

	expect(run.error?.message).toContain(message);
	expect(hotel.requests).toEqual([]);
});

it('a limit that is saved empty means none', async () => {
	const options = { maxAmount: '' };
	const run = await hotel.run('sync', { ...sync, maxDeletions: '', options });

	expect(run.error?.message).toBeUndefined();
	expect(hotel.ids()).toEqual(['a1']);
});
