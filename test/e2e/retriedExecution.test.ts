import { useStage } from './support/stage';
import { chargeNode, chargesNode, makeCharges } from './support/charges';
import type { WorkflowFile } from './support/workflows';
import { chainNodes, readOutput, triggerName } from './support/workflows';

const path = /^\/services$/;
// Of one reservation, so that they go one after another.
const charges = makeCharges('RES', 10, 1);

const stage = useStage();

it.each([
	['original', false],
	['currently saved', true],
])(
	'a failed execution, retried from n8n’s list with the %s workflow, goes on where it stopped',
	async (_, loadWorkflow) => {
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
	},
);

/** Runs the charges; the sixth is refused, and the execution fails. */
async function runUntilRefused() {
	const refusal = { kind: 'errorBefore', status: 422, method: 'POST', path } as const;
	stage.service.faults.add({ ...refusal, after: 5 });
	const id = await stage.api.createWorkflow(workflowOf({}));
	const result = await stage.api.runWorkflow(id, triggerName);
	expect(result.status).toBe('error');
	expect(stage.service.log.count('POST', path)).toBe(6);
	return { id, failed: String(result.id) };
}

function workflowOf(parameters: Record<string, unknown>): WorkflowFile {
	const node = chargeNode(stage.credential, parameters);
	return chainNodes('Charges', chargesNode(charges), node);
}
