import type { ExecutionResult } from '../support/execution';
import { useChargeStage } from '../support/chargeStage';
import { chargeNode, chargesNode, makeCharges } from '../support/charges';
import { chainNodes, triggerName } from '../support/workflows';

const charges = makeCharges('STEP', 3, 1);
const path = /^\/services$/;

describe('Execute Step on the node, with what an earlier run has left in the editor', () => {
	const stage = useChargeStage();

	it.each([
		['create', { preventDuplicates: 'sameFields' }],
		['create', { preventDuplicates: 'reference' }],
		['upsert', {}],
		['sync', {}],
	])('makes no charge twice with %s %j', async (operation, parameters) => {
		const { run, executeStep } = await open({ operation, ...parameters });

		const full = await run();
		expect(full.status).toBe('success');
		const step = await executeStep(full);

		expect(step.status).toBe('success');
		expect(timesStored()).toEqual([1, 1, 1]);
	});

	it('charges again what is not protected, once per step', async () => {
		const { run, executeStep } = await open({ preventDuplicates: 'off' });

		const full = await run();
		const step = await executeStep(full);

		expect(step.status).toBe('success');
		expect(timesStored()).toEqual([2, 2, 2]);
	});

	it.each(['sameFields', 'reference'])(
		'completes with %s what a run has left unclear',
		async (preventDuplicates) => {
			const { run, executeStep } = await open({ preventDuplicates });
			stage.service.faults.add({ kind: 'errorAfter', status: 500, method: 'POST', path, after: 1 });
			stage.service.faults.add({
				kind: 'errorBefore',
				status: 500,
				method: 'GET',
				path,
				after: 1,
				times: 3,
			});

			const failed = await run();
			expect(failed.data.resultData.error?.message).toContain('may or may not have been created');
			stage.service.faults.clear();
			const step = await executeStep(failed);

			expect(step.status).toBe('success');
			expect(timesStored()).toEqual([1, 1, 1]);
		},
	);

	/** Saves a workflow with the node. @returns its full run, and the button on the node after that */
	async function open(parameters: Record<string, unknown>) {
		const node = chargeNode(stage.credential, parameters);
		const workflow = { ...chainNodes('Step', chargesNode(charges), node), pinData: {} };
		const id = await stage.api.createWorkflow(workflow);
		return {
			run: async () => await stage.api.runWorkflow(id, triggerName),
			executeStep: async ({ data }: ExecutionResult) => {
				const { executionId } = await stage.api.send<{ executionId: string }>(
					'POST',
					`/workflows/${id}/run`,
					{
						runData: data.resultData.runData,
						destinationNode: { nodeName: node.name, mode: 'inclusive' },
						dirtyNodeNames: [],
					},
				);
				return await stage.api.waitForExecution(executionId);
			},
		};
	}

	function timesStored(): number[] {
		const stored = stage.service.books.all().map(({ amount }) => amount);
		return charges.map(({ amount }) => stored.filter((other) => other === amount).length);
	}
});
