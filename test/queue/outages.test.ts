import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chargeNode, chargesNode, makeCharges, reckon, type Charge } from '../e2e/support/charges';
import { N8nApi } from '../e2e/support/n8nApi';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { connectNodes, webhookNode } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

const count = 200;
/** Longer than n8n bears to be without Redis. */
const awayMs = 15_000;
/** n8n waits for an execution that it hears nothing of, in milliseconds. */
const patience = 300_000;

describe('200 charges by the same fields in queue mode, retried after an outage', () => {
	const stage = useQueueStage();

	it(
		'doubles none when Redis was away in the middle',
		async () => {
			const charges = makeCharges('REDIS', count, 40);
			// The workers bear it for ten seconds, and the run must not end before they do.
			const workflow = await begin(charges, 600);
			await repeatUntil('the run is in the middle', () => storedOf(charges) >= 50 || undefined);

			await stage.system.redis.stop();
			await sleep(awayMs);
			await stage.system.redis.start();
			await emptyRedis(stage.system.redis.port);

			await settle(workflow, charges);
		},
		2 * patience,
	);

	it(
		'doubles none when PostgreSQL was away as the run ended',
		async () => {
			const charges = makeCharges('POSTGRES', count, 40);
			const workflow = await begin(charges, 100);
			await repeatUntil('the run is about to end', () => storedOf(charges) >= 190 || undefined);

			await stage.system.postgres.stop();
			await sleep(awayMs);
			await stage.system.postgres.start();

			await settle(workflow, charges);
		},
		2 * patience,
	);

	/** As one comes back that keeps nothing on disk: n8n finds out at once which executions are lost, instead of hours later. */
	async function emptyRedis(port: number): Promise<void> {
		const socket = connect(port, '127.0.0.1');
		socket.write('FLUSHALL\r\n');
		await once(socket, 'data');
		socket.destroy();
	}

	/** Retries the execution, which makes what is missing. */
	async function settle(workflow: string, charges: Charge[]): Promise<void> {
		stage.service.latencyMs = 0;
		const api = await startAnew();
		const [execution = ''] = await repeatUntil(
			'n8n has given the execution up',
			() => api.waitForExecutions(workflow, 1).catch(() => undefined),
			patience,
		);
		const { status } = await api.waitForExecution(execution);

		const retried = await api.retryExecution(execution, false);
		const reckoning = reckon(charges, stage.service.books);

		expect(status).not.toBe('success');
		expect(retried.status).toBe('success');
		expect(reckoning).toEqual({ stored: count, lost: 0, duplicated: 0 });
	}

	/** n8n ends by itself when it misses Redis or its database for long, and takes stock of lost executions when it starts. */
	async function startAnew(): Promise<N8nApi> {
		const { system } = stage;
		await Promise.all([system.main.stop(), ...system.workers.map((worker) => worker.stop())]);
		const { url } = await system.startMain();
		await system.startWorker();
		stage.api = new N8nApi(url);
		await stage.api.logIn();
		return stage.api;
	}

	/** @returns the workflow's ID, its execution under way */
	async function begin(charges: Charge[], latencyMs: number): Promise<string> {
		const { api, credential, service, system } = stage;
		service.latencyMs = latencyMs;
		const path = `outage-${charges[0]?.reservationId.toLowerCase()}`;
		const webhook = webhookNode(path, { responseMode: 'onReceived' });
		const node = chargeNode(credential, { preventDuplicates: 'sameFields' });
		const workflow = connectNodes(path, webhook, chargesNode(charges), node);
		const id = await api.createWorkflow(workflow);
		await api.activateWorkflow(id);
		expect((await fetch(`${system.main.url}/webhook/${path}`)).status).toBe(200);
		return id;
	}

	function storedOf(charges: Charge[]): number {
		return reckon(charges, stage.service.books).stored;
	}
});
