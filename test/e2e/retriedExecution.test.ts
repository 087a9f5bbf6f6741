import type { PlannedFault } from '../service/faults';
import type { ExecutionResult } from './support/execution';
import type { Charge } from './support/charges';
import { chargeNode, chargesNode, makeCharges } from './support/charges';
import { credentialFor, useStage } from './support/stage';
import type { WorkflowFile } from './support/workflows';
import { chainNodes, readOutput, triggerName } from './support/workflows';

const path = /^\/services$/;
// Of one reservation, so that they go one after another.
const charges = makeCharges('RES', 10, 1);

const stage = useStage();

/** The default account, whatever a test has made of it. */
beforeEach(async () => {
	const { service, api, credential } = stage;
	const { data } = credentialFor(service);
	service.accounts.add({ accountId: 'hotel-1', key: String(data.apiKey) });
	await api.updateCredential(credential.id, credentialFor(service));
});

describe('a failed execution, retried from n8n’s list', () => {
	it.each([
		['original', false],
		['currently saved', true],
	])('goes on where it stopped, with the %s workflow', async (_, loadWorkflow) => {
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
		expect(posts()).toBe(11);
	});

	it.each([
		['another key of the account', { status: 403 }, () => ({ apiKey: 'key-1-new' })],
		[
			'the address that the service has moved to',
			{ kind: 'redirect', status: 308 },
			() => ({ baseUrl: stage.service.url.replace('127.0.0.1', 'localhost') }),
		],
	] as const)('charges nobody again with %s', async (_, fault, change) => {
		const { failed } = await runUntilRefused(fault);
		const { service, api, credential } = stage;
		const settings = change();
		if ('apiKey' in settings) service.accounts.add({ accountId: 'hotel-1', key: settings.apiKey });
		await api.updateCredential(credential.id, credentialFor(service, settings));

		expectEachOnce(await stage.api.retryExecution(failed, false));
		expect(posts()).toBe(11);
	});

	it.each([
		['another operation', { operation: 'upsert' }, () => ({})],
		['another environment', {}, () => ({ environment: 'test', testBaseUrl: stage.service.url })],
	])('is refused with %s, and charges nobody', async (_, parameters, change) => {
		const { id, failed } = await runUntilRefused();
		const { service, api, credential } = stage;
		await api.updateCredential(credential.id, credentialFor(service, change()));
		await api.updateWorkflow(id, workflowOf(parameters));

		const retried = await api.retryExecution(failed, true);
		expect(retried.data.resultData.error?.message).toMatch(
			/an earlier try of this execution was done with another operation, for another account .*\[item 0\]$/,
		);
		expect(posts()).toBe(6);
	});

	it('says again that a charge is unclear, and sends neither that nor another', async () => {
		stage.service.faults.add({ kind: 'resetAfter', method: 'POST', path, after: 5 });
		const { failed } = await runUntilFailed();

		const retried = await stage.api.retryExecution(failed, false);

		expect(retried.data.resultData.error?.message).toContain('may or may not have been created');
		expect(posts()).toBe(6);
	});
});

it('a node with Retry On Fail goes on where its first try stopped', async () => {
	refuseSixth();
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	const id = await stage.api.createWorkflow(workflowOf({}, settings));

	expectEachOnce(await stage.api.runWorkflow(id, triggerName));
	expect(posts()).toBe(11);
});

async function runUntilRefused(fault: Partial<PlannedFault> = {}) {
	refuseSixth(fault);
	return await runUntilFailed();
}

function refuseSixth(fault: Partial<PlannedFault> = {}): void {
	const refusal = { kind: 'errorBefore', status: 422, method: 'POST', path } as const;
	stage.service.faults.add({ ...refusal, after: 5, ...fault });
}

/** Runs the charges until the execution fails at the sixth. */
async function runUntilFailed() {
	const id = await stage.api.createWorkflow(workflowOf({}));
	const result = await stage.api.runWorkflow(id, triggerName);
	expect(result.status).toBe('error');
	expect(posts()).toBe(6);
	return { id, failed: String(result.id) };
}

/** All charges are given out, in their order, and each stands in the books once. */
function expectEachOnce(result: ExecutionResult): void {
	expect(result.data.resultData.error?.message).toBeUndefined();
	const given = readOutput(result, 'Charge').map(({ json }) => json);
	const amounts = charges.map(({ amount }: Charge) => amount);
	expect(given.map(({ amount }) => amount)).toEqual(amounts);
	expect(stage.service.books.all().map(({ amount }) => amount)).toEqual(amounts);
}

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
