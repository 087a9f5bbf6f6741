import { findOperation } from '../../../../nodes/ServiceItem/operations/operations';
import { Bookkeeping } from '../../support/bookkeeping';

/** Whether the node may send an item before the others are checked, with these parameters as they are saved. */
function areIndependent(operation: string, parameters: Record<string, unknown> = {}): boolean {
	const saved: Record<string, unknown> = { options: {}, preventDuplicates: 'off', ...parameters };
	const work = findOperation(operation).begin(new Bookkeeping().session(), (name) => saved[name]);
	return work.areItemsIndependent === true;
}

it.each([
	['create', {}],
	['create', { options: { largestAmount: 100 } }],
	['get', {}],
	['get', { serviceId: { mode: 'reference', value: 'order-1' } }],
	['getAll', {}],
	['update', { serviceId: { mode: 'id', value: '={{ $json.id }}' } }],
	['delete', { serviceId: '={{ $json.id }}' }],
])('does not hold back the items of %s with %j until all are checked', (operation, parameters) => {
	expect(areIndependent(operation, parameters)).toBe(true);
});

it.each([
	['create', { preventDuplicates: 'sameFields' }],
	['create', { preventDuplicates: 'reference' }],
	['create', { preventDuplicates: '={{ $json.how }}' }],
	['upsert', {}],
	['sync', {}],
	['sync', { dryRun: true }],
	['update', { serviceId: { mode: 'reference', value: 'order-1' } }],
	['delete', { serviceId: { mode: 'reference', value: 'order-1' } }],
])('checks all items of %s with %j before anything is sent', (operation, parameters) => {
	expect(areIndependent(operation, parameters)).toBe(false);
});
