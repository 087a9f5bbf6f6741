import { useCannedService } from '../support/cannedService';
import { CHARGE } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const canned = useCannedService();

const serviceId = byId('si-1');
const refused = { success: false, message: 'Closed for now' };
const failed = { error: 'Closed for now' };
const failures = { errors: [{ message: 'Closed for now' }] };

describe('a refusal under a status of success', () => {
	it.each([refused, failed, failures])("fails in the service's words: %j", async (body) => {
		canned.answer = { status: 200, body };
		for (const [operation, parameters] of [
			['update', { serviceId, updateFields: { amount: 20 } }],
			['delete', { serviceId }],
			['get', { serviceId }],
		] as const) {
			const run = await canned.run(operation, parameters);
			expect(run.error?.message).toMatch(/(was not|could not be) .*: Closed for now/);
			expect(run.output()).toEqual([]);
		}
	});

	it.each([
		[refused, /was not created: .*Closed for now/],
		[failed, /may or may not have been created.*Closed for now/],
		[failures, /may or may not have been created.*Closed for now/],
	])('is no charge made, to a create: %j', async (body, message) => {
		canned.answer = { status: 200, body };
		const run = await canned.run('create', CHARGE);

		expect(run.error?.message).toMatch(message);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toEqual(['POST /services']);
	});
});
