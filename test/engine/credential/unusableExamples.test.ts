import type { INodeParameters } from 'n8n-workflow';
import { useCannedService } from '../support/cannedService';
import { CHARGE } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const service = useCannedService();

const serviceId = byId('7');
const reference = 'order-1';

// Every mistake is a case of the unit tests.
it.each<[string, INodeParameters]>([
	['create', CHARGE],
	['create', { ...CHARGE, preventDuplicates: 'sameFields' }],
	['get', { serviceId }],
	['getAll', { reservationId: '5512' }],
	['update', { serviceId, updateFields: { amount: '20' } }],
	['delete', { serviceId }],
	['upsert', { ...CHARGE, reference }],
	['sync', { ...CHARGE, reference }],
])('nothing is sent, no login either, with a bad example: %s %j', async (operation, given) => {
	const mistakes = {
		createBody: '{ "a": "{amout}" }',
		updateBody: '{ "a": "{amount as cents}" }',
		listQuery: '{ "a": "{reservation}" }',
		listResponse: '{ "a": "{dat}" }',
		requestHeaders: '{ "a b": "c" }',
	};
	for (const [name, example] of Object.entries(mistakes)) {
		const run = await service.run(operation, given, { [name]: example });
		expect(run.error?.message).toMatch(/^'[A-Z][A-Za-z ]+' in the Reservation Service credential /);
		expect(run.error?.description).toBeTruthy();
	}
	expect(service.asked).toEqual([]);
});
