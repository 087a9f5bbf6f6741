import { setTimeout as sleep } from 'node:timers/promises';
import { chargeNode, codeNode } from '../e2e/support/charges';
import { N8nApi } from '../e2e/support/n8nApi';
import { createUserFolder, removeUserFolder } from '../e2e/support/n8nFolder';
import { startN8n, type N8nHost } from '../e2e/support/n8nProcess';
import { credentialFor } from '../e2e/support/stage';
import {
	chainNodes,
	connectNodes,
	credentialType,
	triggerName,
	webhookNode,
	type WorkflowFile,
} from '../e2e/support/workflows';
import { grouped, textTable } from '../report/textTable';
import { startMiniatureService, type MiniatureService } from '../service/miniatureService';
import { RateLimit } from '../service/rateLimit';

type Node = WorkflowFile['nodes'][number];

/** Where something is measured: a service of its own, which n8n has not talked to yet, and a credential for it. */
interface Place {
	api: N8nApi;
	/** of n8n */
	url: string;
	service: MiniatureService;
	credential: { id: string; name: string };
}

type AtService = <Result>(
	accountConcurrency: number,
	measure: (place: Place) => Promise<Result>,
) => Promise<Result>;

/** What was measured, how long it took, what it is compared with, and how many times as long as that it took. */
type Row = [what: string, took: string, compared: string, ratio: string];

const PATIENCE_MS = 600_000;

/**
 * Measures this node in a real n8n, beside n8n's own request helper and beside what a service's limit allows.
 *
 * @param packageFolder holds this package, and with it the node it is compared with
 * @returns a table
 */
export async function runBench({
	host,
	packageFolder,
}: {
	host: N8nHost;
	packageFolder: string;
}): Promise<string> {
	const userFolder = createUserFolder(packageFolder);
	const server = await startN8n({ host, userFolder });
	try {
		const api = new N8nApi(server.url);
		await api.setUpOwner();
		const { url } = server;
		const at: AtService = async (accountConcurrency, measure) => {
			const service = await startMiniatureService({ latencyMs: 20 });
			try {
				const data = credentialFor(service, { accountConcurrency });
				const credential = { id: await api.createCredential(data), name: data.name };
				return await measure({ api, url, service, credential });
			} finally {
				await service.stop();
			}
		};
		// What is measured is an engine that has long compiled what it runs.
		await at(10, async (place) => await runCharges(place, 1_000, ownNode(place)));
		const rows: Row[] = [
			...(await compareCreates(at)),
			...(await measureStorms(at)),
			await measureRefusals(at),
			await measureNeighbour(at),
		];
		return textTable(['At a service that answers after 20 ms', 'Time', 'Beside', '×'], rows);
	} finally {
		await server.stop();
		removeUserFolder(userFolder);
	}
}

async function compareCreates(at: AtService): Promise<Row[]> {
	const items = 1_000;
	const rounds = 3;
	const rows: Row[] = [];
	for (const concurrency of [5, 10, 20]) {
		const measured: Array<{ own: number; helper: number }> = [];
		const helperNode = ({ credential }: Place): Node => ({
			name: 'Charge',
			type: 'n8n-nodes-reservation-service.bareHelper',
			parameters: { concurrency },
			credentials: { [credentialType]: credential },
		});
		for (let round = 0; round < rounds; round++) {
			const own = await at(concurrency, (place) => runCharges(place, items, ownNode(place)));
			const helper = await at(concurrency, (place) => runCharges(place, items, helperNode(place)));
			measured.push({ own, helper });
		}
		const own = middle(measured.map((each) => each.own));
		const helper = middle(measured.map((each) => each.helper));
		const ratio = middle(measured.map((each) => each.own / each.helper));
		rows.push([
			`${grouped(items)} creates, ${concurrency} at a time`,
			seconds(own),
			`n8n's helper in a bare loop: ${seconds(helper)}`,
			ratio.toFixed(2),
		]);
	}
	return rows;
}

/** Many webhooks at once, each an execution, at a service that allows few requests. */
async function measureStorms(at: AtService): Promise<Row[]> {
	const calls = 200;
	const rows: Row[] = [];
	const kinds = [4, 7].flatMap((rate) => [true, false].map((saysWhen) => ({ rate, saysWhen })));
	for (const { rate: requestsPerSecond, saysWhen } of kinds) {
		const ms = await at(10, async (place) => {
			place.service.rateLimit = new RateLimit({ requestsPerSecond, saysWhen });
			const address = await publishWebhook(place);
			const started = performance.now();
			await Promise.all(Array.from({ length: calls }, (_, n) => call(address, n)));
			expectStored(place, calls);
			return performance.now() - started;
		});
		// The login is a request as well, and the first second's share may come at once.
		const least = (1000 * (calls + 1 - requestsPerSecond)) / requestsPerSecond;
		rows.push([
			`Storm of ${calls} webhooks, ${requestsPerSecond} requests a second, ${saysWhen ? 'Retry-After' : 'no Retry-After'}`,
			seconds(ms),
			`what the limit allows: ${seconds(least)}`,
			(ms / least).toFixed(2),
		]);
	}
	return rows;
}

/** Charges at a service that refuses some requests, whatever the rate. */
async function measureRefusals(at: AtService): Promise<Row> {
	const items = 1_000;
	return await at(10, async (place) => {
		const kinds = ['tooManyRequests'] as const;
		place.service.faults.random({ seed: 7, rate: 0.03, kinds, path: /^\/services/, retryAfter: 1 });
		const ms = await runCharges(place, items, ownNode(place));
		const refused = place.service.log.entries.filter(({ status }) => status === 429).length;
		return [
			`${grouped(items)} creates, 3 % answered with 429 and Retry-After: 1`,
			seconds(ms),
			`all waits in a row: ${refused} s`,
			(ms / 1000 / refused).toFixed(2),
		];
	});
}

/** Small runs beside a large one of the same account. */
async function measureNeighbour(at: AtService): Promise<Row> {
	const items = 2_000;
	const measure = async (isBeside: boolean) =>
		await at(10, async (place) => {
			const address = await publishWebhook(place);
			await call(address, 0);
			let isOver = false;
			const bulk = isBeside ? runCharges(place, items, ownNode(place)) : undefined;
			void bulk?.finally(() => (isOver = true));
			const took: number[] = [];
			for (let n = 1; n <= 40 && !isOver; n++) {
				const started = performance.now();
				await call(address, n);
				took.push(performance.now() - started);
				await sleep(50);
			}
			await bulk;
			return middle(took);
		});
	const alone = await measure(false);
	const beside = await measure(true);
	return [
		`A webhook beside ${grouped(items)} charges`,
		`${Math.round(beside)} ms`,
		`a webhook alone: ${Math.round(alone)} ms`,
		(beside / alone).toFixed(2),
	];
}

function ownNode({ credential }: Place): Node {
	return chargeNode(credential);
}

/** Runs one execution with so many charges on 200 reservations. @returns how long n8n says the node took, in milliseconds */
async function runCharges(place: Place, items: number, node: Node): Promise<number> {
	const { api } = place;
	const code = `return Array.from({ length: ${items} }, (_, n) => ({ json: { reservationId: 'R-' + (n % 200),
		amount: 25 + n, date: '2026-11-21', description: 'Late checkout ' + n } }));`;
	const workflow = chainNodes('Bench', codeNode('Charges', code), node);
	const id = await api.createWorkflow(workflow);
	const result = await api.waitForExecution(await api.startWorkflow(id, triggerName), PATIENCE_MS);
	const { error, runData } = result.data.resultData;
	const ms = runData[node.name]?.[0]?.executionTime;
	if (error || ms === undefined) throw new Error(error?.message ?? 'The node has not run');
	expectStored(place, items);
	return ms;
}

/** There may be more: those of webhooks. */
function expectStored({ service }: Place, least: number): void {
	const stored = service.books.all().length;
	if (stored < least) throw new Error(`${stored} of ${least} charges were stored`);
}

/** A published workflow that adds a charge for each call. @returns its address */
async function publishWebhook({ api, url, credential }: Place): Promise<string> {
	const path = `bench-${credential.id}`;
	const charge = chargeNode(credential, {
		reservationId: '={{ $json.body.reservationId }}',
		amount: '25',
		date: '2026-11-21',
		chargeDescription: '={{ $json.body.description }}',
	});
	const webhook = webhookNode(path, { httpMethod: 'POST', responseMode: 'lastNode' });
	await api.activateWorkflow(await api.createWorkflow(connectNodes(path, webhook, charge)));
	return `${url}/webhook/${path}`;
}

async function call(address: string, n: number): Promise<void> {
	const response = await fetch(address, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ reservationId: `W-${n}`, description: `Late checkout ${n}` }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`A webhook failed: ${response.status} ${text}`);
}

function middle(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
