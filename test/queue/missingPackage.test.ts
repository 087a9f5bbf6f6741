import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import { chargeNode, chargesNode, makeCharges, reckon } from '../e2e/support/charges';
import type { ExecutionResult } from '../e2e/support/execution';
import { N8nApi } from '../e2e/support/n8nApi';
import { owner } from '../e2e/support/owner';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { createServiceCredential } from '../e2e/support/serviceCredential';
import { chainNodes, credentialType, triggerName } from '../e2e/support/workflows';
import type { LocalRegistry } from '../rehearsal/localRegistry';
import { startRegistry } from '../rehearsal/localRegistry';
import { standInForRegistry } from '../rehearsal/standIn';
import { readInstallation } from './support/queueStage';
import { QueueSystem } from './support/queueSystem';

const unknownNode = 'Unrecognized node type: n8n-nodes-reservation-service.serviceItem';
const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'scaling.md'), 'utf8');

/** As the compose file of docs/scaling.md has it for all processes, but for where its servers are, and its secrets. */
function readEnvironment(): Record<string, string> {
	const [, source = ''] = /^```yaml\n([^]*?)^```$/m.exec(page) ?? [];
	const { services } = parse(source, { merge: true }) as {
		services: Record<'worker', { environment: Record<string, string> }>;
	};
	const ofThere = /^(DB_POSTGRESDB_(?!POOL)|QUEUE_BULL_|N8N_ENCRYPTION_KEY)/;
	const entries = Object.entries(services.worker.environment);
	return Object.fromEntries(entries.filter(([name]) => !ofThere.test(name)));
}

describe('the package installed in n8n’s own page, in queue mode', () => {
	let folder: string;
	let registry: LocalRegistry;
	let service: MiniatureService;
	let system: QueueSystem;
	let api: N8nApi;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		const { packageFolder, ...installation } = readInstallation();
		folder = mkdtempSync(path.join(os.tmpdir(), 'registry-'));
		service = await startMiniatureService();
		registry = await startRegistry({ ...installation, node: installation.host.node }, folder);
		registry.publish(packageFolder);
		system = await QueueSystem.start({
			host: installation.host,
			environment: { ...readEnvironment(), ...standInForRegistry(folder, registry.url) },
		});
		api = new N8nApi((await system.startMain()).url);
		await api.setUpOwner(owner);
		await system.startWorker();
		await api.send('POST', '/community-packages', { name: 'n8n-nodes-reservation-service' });
		credential = await createServiceCredential(api, service);
	}, 300_000);

	afterAll(async () => {
		await system?.stop();
		await registry?.stop();
		await service?.stop();
		rmSync(folder, { recursive: true, force: true });
	});

	it('reaches a worker that runs meanwhile', async () => {
		const charged = await repeatUntil('the worker has installed it', async () => {
			const result = await charge('RUNS');
			return result.status === 'success' ? result : undefined;
		});

		expect(lastWorker()?.executions()).toContain(charged.id);
	});

	it('is installed by a worker that starts later', async () => {
		await replaceWorker();

		expect((await charge('LATER')).status).toBe('success');
		expect(logOfWorker()).toContain('Packages reinstalled successfully');
	});

	it('is installed by a main process that has lost its folder', async () => {
		const { main } = system;
		await main.stop();
		rmSync(path.join(main.userFolder, '.n8n', 'nodes'), { recursive: true });
		api = new N8nApi((await system.startMain()).url);
		await api.logIn(owner);

		expect((await charge('MAIN')).status).toBe('success');
		const { data } = await api.readCredential(credential.id);
		const saved = { name: credential.name, type: credentialType, data };
		expect(await api.testCredential(credential.id, saved)).toMatchObject({ status: 'OK' });
	});

	it('is missing in a worker that is not told to install it, which does not know the node', async () => {
		await replaceWorker({ N8N_REINSTALL_MISSING_PACKAGES: 'false' });

		expect(messageOf(await charge('UNTOLD'))).toBe(unknownNode);
		expect(logOfWorker()).toContain('n8n detected that some packages are missing');
	});

	it('is missing in a worker that does not reach the registry', async () => {
		await registry.stop();
		// By default npm asks for more than a minute.
		await replaceWorker({ npm_config_fetch_retries: '0' });

		expect(messageOf(await charge('ALONE'))).toBe(unknownNode);
		expect(logOfWorker()).toContain('Failed to reinstall community package');
	});

	function lastWorker() {
		return system.workers.at(-1);
	}

	function logOfWorker(): string {
		return readFileSync(lastWorker()?.logFile ?? '', 'utf8');
	}

	/** On a machine of its own, without the package. */
	async function replaceWorker(environment?: Record<string, string>): Promise<void> {
		await lastWorker()?.stop();
		await system.startWorker({ environment });
	}

	/** @throws where it says success and nothing was charged */
	async function charge(hotel: string): Promise<ExecutionResult> {
		const charges = makeCharges(hotel, 1);
		const nodes = [
			chargesNode(charges),
			chargeNode(credential, { preventDuplicates: 'reference' }),
		];
		const workflow = await api.createWorkflow(chainNodes(hotel, ...nodes));
		const result = await api.runWorkflow(workflow, triggerName);
		if (result.status === 'success') expect(reckon(charges, service.books).lost).toBe(0);
		return result;
	}
});

function messageOf({ data }: ExecutionResult): string | undefined {
	return data.resultData.error?.message;
}
