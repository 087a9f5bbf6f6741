import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExecutionResult } from '../e2e/support/execution';
import type { WorkflowFile } from '../e2e/support/workflowFile';
import { N8nApi } from '../e2e/support/n8nApi';
import { owner } from '../e2e/support/owner';
import { createServiceCredential } from '../e2e/support/serviceCredential';
import { chainNodes, serviceItemNode, triggerName } from '../e2e/support/workflows';
import { readInstallation } from '../queue/support/queueStage';
import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import type { Engine2Server } from './support/engine2Server';
import { startEngine2 } from './support/engine2Server';

/** What users read of Engine 2.0, and what they find it by: the message as it begins. */
const page = 'docs/troubleshooting.md';
const [, message = ''] =
	/^\*\*(n8n did not send the request: Engine 2\.0 .*?) …\*\*$/m.exec(
		readFileSync(path.join(__dirname, '..', '..', page), 'utf8'),
	) ?? [];

/** n8n may change its preview with any release. Then this fails, and says what is to be done. */
function asThePageSays(check: () => void): void {
	try {
		check();
	} catch (error) {
		throw new Error(
			`n8n's Engine 2.0 is not any more what ${page} says. Try all operations there, then change its entry "${message || 'n8n did not send the request: Engine 2.0 …'}", and this test.\n\n${String(error)}`,
		);
	}
}

describe('n8n’s Engine 2.0, a preview', () => {
	let service: MiniatureService;
	let server: Engine2Server | undefined;
	let api: N8nApi;

	beforeAll(async () => {
		service = await startMiniatureService();
		server = await startEngine2(readInstallation());
		api = new N8nApi(server.url);
		await api.setUpOwner(owner);
	}, 300_000);

	beforeEach(() => service.log.clear());

	afterAll(async () => {
		await server?.stop();
		await service?.stop();
	});

	it('takes no credential whose token is renewed: nothing is sent, and the words are those of the page', async () => {
		const credential = await createServiceCredential(api, service);
		const charge = serviceItemNode('Charge', credential, {
			operation: 'create',
			reservationId: 'RES-1',
			amount: '35',
			date: '2026-12-07',
			description: 'Late checkout',
		});

		const result = await run(chainNodes('One charge', charge), 'v2');

		asThePageSays(() => {
			expect(message).not.toBe('');
			expect(result.status).toBe('error');
			expect(result.data.resultData.error?.message).toContain(message);
			expect(service.log.count()).toBe(0);
		});
	});

	it('has no Retry On Fail, which n8n’s present engine has', async () => {
		const retried = chainNodes('Tried three times', {
			name: 'Refused',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: `${service.url}/services?reservationId=RES-1`, options: {} },
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		});

		await run(retried, 'v1');
		expect(service.log.count()).toBe(3);
		service.log.clear();
		const result = await run(retried, 'v2');

		asThePageSays(() => {
			expect(result.status).toBe('error');
			expect(service.log.count()).toBe(1);
		});
	});

	async function run(workflow: WorkflowFile, engineType: 'v1' | 'v2'): Promise<ExecutionResult> {
		const settings = { executionOrder: 'v1', ...(engineType === 'v2' && { engineType }) };
		const id = await api.createWorkflow({ ...workflow, settings });
		return await api.runWorkflow(id, triggerName);
	}
});
