import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import type { Charge } from '../e2e/support/charges';
import { chargeNode, chargesNode, makeCharges, reckon } from '../e2e/support/charges';
import { N8nApi } from '../e2e/support/n8nApi';
import { createUserFolder, removeUserFolder } from '../e2e/support/n8nFolder';
import { startN8n } from '../e2e/support/n8nServer';
import { owner } from '../e2e/support/owner';
import { createServiceCredential } from '../e2e/support/serviceCredential';
import { chainNodes, triggerName } from '../e2e/support/workflows';
import { readInstallation } from './support/queueStage';
import { QueueSystem } from './support/queueSystem';

const executions = 8;
const perExecution = 250;
/** What a service on the internet takes to answer, in milliseconds. */
const latencyMs = 20;

/** Tells the pace, for docs/scaling.md; nothing is asserted about it. */
describe('many charges at once', () => {
	let service: MiniatureService;

	beforeAll(async () => {
		service = await startMiniatureService({ latencyMs });
	});

	afterAll(() => service.stop());

	it('are all made in regular mode', async () => {
		const { host, packageFolder } = readInstallation();
		const userFolder = createUserFolder(packageFolder);
		const n8n = await startN8n({ host, userFolder });
		try {
			const api = new N8nApi(n8n.url);
			await api.setUpOwner(owner);
			await measure('regular mode', api);
		} finally {
			await n8n.stop();
			removeUserFolder(userFolder);
		}
	});

	it('are all made by one worker, and by two', async () => {
		const system = await QueueSystem.start(readInstallation());
		try {
			const { url } = await system.startMain();
			const api = new N8nApi(url);
			await api.setUpOwner(owner);
			await system.startWorker();
			await measure('queue mode, 1 worker', api);
			await system.startWorker();
			await measure('queue mode, 2 workers', api);
		} finally {
			await system.stop();
		}
	});

	async function measure(what: string, api: N8nApi): Promise<void> {
		const credential = await createServiceCredential(api, service);
		const createWorkflow = async (name: string, charges: Charge[], parameters: object) =>
			await api.createWorkflow(
				chainNodes(name, chargesNode(charges), chargeNode(credential, { ...parameters })),
			);
		// What runs first compiles.
		const first = await createWorkflow('First', makeCharges('FIRST', perExecution), {});
		for (let run = 0; run < 2; run++) await api.runWorkflow(first, triggerName);
		for (const preventDuplicates of ['off', 'reference']) {
			service.books.clear();
			const runs = Array.from({ length: executions }, (_, run) =>
				makeCharges(`RUN-${run + 1}`, perExecution, 50),
			);
			const workflows: string[] = [];
			for (const charges of runs) {
				workflows.push(await createWorkflow('Many', charges, { preventDuplicates }));
			}
			const began = Date.now();
			const ids = await Promise.all(workflows.map((id) => api.startWorkflow(id, triggerName)));
			const results = await Promise.all(ids.map((id) => api.waitForExecution(id)));
			const seconds = (Date.now() - began) / 1000;
			const count = executions * perExecution;
			process.stdout.write(
				`${what}, ${preventDuplicates}: ${count} charges in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} charges/s\n`,
			);
			expect(results.map(({ status }) => status)).toEqual(results.map(() => 'success'));
			expect(reckon(runs.flat(), service.books)).toEqual({ stored: count, lost: 0, duplicated: 0 });
		}
	}
});
