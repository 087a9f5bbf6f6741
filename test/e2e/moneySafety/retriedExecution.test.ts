import type { MiniatureService } from '../../service/miniatureService';
import { startMiniatureService } from '../../service/miniatureService';
import { chargeNode, chargesNode, makeCharges, reckon } from '../support/charges';
import { logIn } from '../support/instance';
import type { ExecutionResult, N8nApi, WorkflowFile } from '../support/n8nApi';
import { createServiceCredential } from '../support/serviceCredential';
import { chainNodes, readOutput, triggerName } from '../support/workflows';

const path = /^\/services$/;
const charges = makeCharges('RES', 10);

describe('a failed execution, retried from n8n’s list of executions, without any protection', () => {
	let service: MiniatureService;
	let api: N8nApi;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		service = await startMiniatureService();
		api = await logIn();
		credential = await createServiceCredential(api, service);
	});

	beforeEach(() => {
		service.books.clear();
		service.log.clear();
		service.faults.clear();
	});

	afterAll(() => service.stop());

	it.each([
		['original', false],
		['currently saved', true],
	])('goes on where it stopped with the %s workflow', async (_, loadWorkflow) => {
		const { id, failed } = await runUntilRefused();
		await api.updateWorkflow(id, workflowOf({ description: 'Corrected' }));

		const retried = await api.retryExecution(failed, loadWorkflow);

		expect(retried.status).toBe('success');
		const descriptions = charges.map(({ description }, index) =>
			loadWorkflow && index >= 5 ? 'Corrected' : description,
		);
		const given = readOutput(retried, 'Charge').map(({ json }) => json);
		expect(given.map(({ amount }) => amount)).toEqual(charges.map(({ amount }) => amount));
		expect(given.map(({ description }) => description)).toEqual(descriptions);
		expect(service.books.all().map(({ description }) => description)).toEqual(descriptions);
		expect(service.log.count('POST', path)).toBe(11);
	});

	it('repeats nothing that was unclear, however often it is retried', async () => {
		const { failed } = await runUntil({ kind: 'resetAfter' });

		const first = await api.retryExecution(failed, false);
		const second = await api.retryExecution(String(first.id), true);

		for (const { status, data } of [first, second]) {
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toMatch(/may or may not have been created on.*RES-6/);
		}
		expect(service.log.count('POST', path)).toBe(6);
		expect(reckon(charges, service.books)).toEqual({ stored: 6, lost: 4, duplicated: 0 });
	});

	it('does not run the node again when a later one has failed', async () => {
		const id = await api.createWorkflow(
			chainNodes('Charges', chargesNode(charges), chargeNode(credential), {
				name: 'Tell the guest',
				type: 'n8n-nodes-base.stopAndError',
				parameters: { errorMessage: 'No mail server' },
			}),
		);
		const { id: failed } = await api.runWorkflow(id, triggerName);

		const retried = await api.retryExecution(String(failed), false);

		expect(retried.data.resultData.error?.message).toBe('No mail server');
		expect(reckon(charges, service.books)).toEqual({ stored: 10, lost: 0, duplicated: 0 });
	});

	// A retry begins with what n8n kept of the execution it retries, and knows nothing of other retries of the same.
	it('charges twice when, after a retry that failed, the first execution is retried again', async () => {
		const { failed } = await runUntilRefused();
		service.faults.add({ kind: 'errorBefore', status: 422, method: 'POST', path, after: 2 });

		const retried = await api.retryExecution(failed, false);
		const again = await api.retryExecution(failed, false);

		expect([retried.status, again.status]).toEqual(['error', 'success']);
		expect(reckon(charges, service.books)).toEqual({ stored: 12, lost: 0, duplicated: 2 });
	});

	it('charges once when the retry that failed is retried', async () => {
		const { failed } = await runUntilRefused();
		service.faults.add({ kind: 'errorBefore', status: 422, method: 'POST', path, after: 2 });

		const retried = await api.retryExecution(failed, false);
		await api.retryExecution(String(retried.id), false);

		expect(reckon(charges, service.books)).toEqual({ stored: 10, lost: 0, duplicated: 0 });
	});

	it('keeps neither key nor token in what n8n stores of the execution', async () => {
		const { failed } = await runUntilRefused();

		const stored = JSON.stringify(await api.waitForExecution(failed));

		expect(stored).toContain('reservationServiceJournal');
		expect(stored).not.toContain('access-');
		expect(stored).not.toContain('"key-1"');
	});

	async function runUntilRefused() {
		return await runUntil({ kind: 'errorBefore', status: 422 } as const);
	}

	/** Runs the charges; something happens to the sixth, and the execution fails. */
	async function runUntil(fault: { kind: 'errorBefore' | 'resetAfter'; status?: number }) {
		service.faults.add({ ...fault, method: 'POST', path, after: 5 });
		const id = await api.createWorkflow(workflowOf({}));
		const result: ExecutionResult = await api.runWorkflow(id, triggerName);
		expect(result.status).toBe('error');
		expect(service.log.count('POST', path)).toBe(6);
		return { id, failed: String(result.id) };
	}

	function workflowOf(parameters: object): WorkflowFile {
		const node = chargeNode(credential, { options: { maxConcurrency: 1 }, ...parameters });
		return chainNodes('Charges', chargesNode(charges), node);
	}
});
