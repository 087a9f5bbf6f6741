import { useStage } from './support/stage';
import { chargeNode, chargesNode, makeCharges, reckon } from './support/charges';
import type { ExecutionResult } from './support/execution';
import type { WorkflowFile } from './support/workflows';
import { chainNodes, readOutput, triggerName } from './support/workflows';

const path = /^\/services$/;
// Of one reservation, so that they go one after another.
const charges = makeCharges('RES', 10, 1);

describe('a failed execution, retried from n8n’s list of executions, without any protection', () => {
	const stage = useStage();

	it.each([
		['original', false],
		['currently saved', true],
	])('goes on where it stopped with the %s workflow', async (_, loadWorkflow) => {
		const { id, failed } = await runUntilRefused();
		await stage.api.updateWorkflow(id, workflowOf({ description: 'Corrected' }));

		const retried = await stage.api.retryExecution(failed, loadWorkflow);

		expect(retried.status).toBe('success');
		const descriptions = charges.map(({ description }, index) =>
			loadWorkflow && index >= 5 ? 'Corrected' : description,
		);
		const given = readOutput(retried, 'Charge').map(({ json }) => json);
		expect(given.map(({ amount }) => amount)).toEqual(charges.map(({ amount }) => amount));
		expect(given.map(({ description }) => description)).toEqual(descriptions);
		expect(stage.service.books.all().map(({ description }) => description)).toEqual(descriptions);
		expect(stage.service.log.count('POST', path)).toBe(11);
	});

	it('repeats nothing that was unclear, however often it is retried', async () => {
		const { failed } = await runUntil({ kind: 'resetAfter' });

		const first = await stage.api.retryExecution(failed, false);
		const second = await stage.api.retryExecution(String(first.id), true);

		for (const { status, data } of [first, second]) {
			expect(status).toBe('error');
			expect(data.resultData.error?.message).toMatch(/may or may not have been created on.*RES-1/);
		}
		expect(stage.service.log.count('POST', path)).toBe(6);
		expect(reckon(charges, stage.service.books)).toEqual({ stored: 6, lost: 4, duplicated: 0 });
	});

	it('keeps neither key nor token in what n8n stores of the execution', async () => {
		const { failed } = await runUntilRefused();

		const stored = JSON.stringify(await stage.api.waitForExecution(failed));

		expect(stored).toContain('reservationServiceJournal');
		expect(stored).not.toContain('access-');
		expect(stored).not.toContain('"key-1"');
	});

	async function runUntilRefused() {
		return await runUntil({ kind: 'errorBefore', status: 422 } as const);
	}

	/** Runs the charges; something happens to the sixth, and the execution fails. */
	async function runUntil(fault: { kind: 'errorBefore' | 'resetAfter'; status?: number }) {
		stage.service.faults.add({ ...fault, method: 'POST', path, after: 5 });
		const id = await stage.api.createWorkflow(workflowOf({}));
		const result: ExecutionResult = await stage.api.runWorkflow(id, triggerName);
		expect(result.status).toBe('error');
		expect(stage.service.log.count('POST', path)).toBe(6);
		return { id, failed: String(result.id) };
	}

	function workflowOf(parameters: Record<string, unknown>): WorkflowFile {
		const node = chargeNode(stage.credential, parameters);
		return chainNodes('Charges', chargesNode(charges), node);
	}
});
