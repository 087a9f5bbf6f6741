import { chargeNode, chargesNode, makeCharges } from './support/charges';
import { useStage } from './support/stage';
import type { WorkflowFile } from './support/workflows';
import { chainNodes, readJson, triggerName } from './support/workflows';

const path = /^\/services$/;
// Of one reservation, so that they go one after another.
const charges = makeCharges('RES', 10, 1);
const amounts = charges.map(({ amount }) => amount);

const stage = useStage();

beforeEach(() => {
	const refusal = { kind: 'errorBefore', status: 422, method: 'POST', path } as const;
	stage.service.faults.add({ ...refusal, after: 5 });
});

// What a retry finds of another key, address, operation or environment, the engine tests show.
it.each([
	['original', false],
	['currently saved', true],
])('a retry from n8n’s list goes on where it stopped, with the %s workflow', async (_, isSaved) => {
	const { api, service } = stage;
	const id = await api.createWorkflow(workflowOf({}));
	const failed = await api.runWorkflow(id, triggerName);
	expect(failed.status).toBe('error');
	expect(posts()).toBe(6);
	await api.updateWorkflow(id, workflowOf({ chargeDescription: 'Corrected' }));

	const retried = await api.retryExecution(String(failed.id), isSaved);

	expect(retried.status).toBe('success');
	const descriptions = charges.map(({ description }, index) =>
		isSaved && index >= 5 ? 'Corrected' : description,
	);
	const given = readJson(retried, 'Charge');
	expect(given.map(({ amount }) => amount)).toEqual(amounts);
	expect(given.map(({ description }) => description)).toEqual(descriptions);
	expect(service.books.all().map(({ description }) => description)).toEqual(descriptions);
	expect(posts()).toBe(11);
});

it('a node with Retry On Fail goes on where its first try stopped', async () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	const id = await stage.api.createWorkflow(workflowOf({}, settings));
	const result = await stage.api.runWorkflow(id, triggerName);

	expect(readJson(result, 'Charge').map(({ amount }) => amount)).toEqual(amounts);
	expect(stage.service.books.all().map(({ amount }) => amount)).toEqual(amounts);
	expect(posts()).toBe(11);
});

function posts(): number {
	return stage.service.log.count('POST', path);
}

function workflowOf(
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): WorkflowFile {
	const node = chargeNode(stage.credential, parameters, settings);
	return chainNodes('Charges', chargesNode(charges), node);
}
