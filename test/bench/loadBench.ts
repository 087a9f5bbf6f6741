import { codeNode } from '../e2e/support/charges';
import type { N8nHost } from '../e2e/support/n8nFolder';
import { createUserFolder, removeUserFolder } from '../e2e/support/n8nFolder';
import { N8nApi, owner } from '../e2e/support/n8nApi';
import { startN8n } from '../e2e/support/n8nProcess';
import { readJson } from '../e2e/support/workflows';
import {
	chainNodes,
	connectNodes,
	credentialType,
	serviceItemNode,
	triggerName,
	webhookNode,
} from '../e2e/support/workflows';
import { grouped, textTable } from '../report/textTable';
import { FAULT_KINDS } from '../service/faults';
import { fromItem } from './contenders';
import type { ServiceOrder } from './service';
import { KEY, RemoteService } from './service';

const NODE = 'Charge';
const CHARGE = {
	reservationId: '={{ $json.body.reservationId }}',
	amount: '25',
	date: '2026-11-21',
	description: '={{ $json.body.description }}',
};
/** Whatever can go wrong but a redirect, and an answer that never comes: that takes as long as Timeout says. */
const WRONG = FAULT_KINDS.filter((kind) => kind !== 'redirect' && !kind.startsWith('hang'));
const REFERENCE = { reference: '={{ $json.reference }}' };
const PROTECTED: Array<[name: string, operation: string, parameters: object]> = [
	['Create, By Same Fields', 'create', { preventDuplicates: 'sameFields' }],
	['Create, By Reference', 'create', { preventDuplicates: 'reference', ...REFERENCE }],
	['Create or Update', 'upsert', REFERENCE],
	['Sync', 'sync', REFERENCE],
];

interface Place {
	api: N8nApi;
	url: string;
	service: RemoteService;
}

const PATIENCE_MS = 600_000;

let accounts = 0;

/** How the node stands heavy load and a service that refuses, in a real n8n. */
export async function runLoadBench(
	{ host, packageFolder }: { host: N8nHost; packageFolder: string },
	print: (text: string) => void,
): Promise<void> {
	const userFolder = createUserFolder(packageFolder);
	const server = await startN8n({ host, userFolder });
	const service = await RemoteService.start();
	try {
		const api = new N8nApi(server.url);
		await api.setUpOwner(owner);
		const place = { api, url: server.url, service };
		print(`\n${await stormTable(place)}`);
		print(`\n${await sporadicTable(place)}`);
		print(`\n${await neighbourTable(place)}`);
		print(`\n${await wrongTable(place)}`);
	} finally {
		service.stop();
		await server.stop();
		removeUserFolder(userFolder);
	}
}

/** An account that has no token yet, at a service as ordered. */
async function prepare({ api, service }: Place, order: Omit<ServiceOrder, 'accountId'>) {
	const accountId = `load-${++accounts}`;
	await service.reset({ ...order, accountId });
	const data = { baseUrl: service.url, accountId, apiKey: KEY };
	const id = await api.createCredential({ name: accountId, type: credentialType, data });
	return { id, name: accountId };
}

/** A published workflow that adds a charge for each call. @returns its address */
async function publishWebhook({ api, url }: Place, credential: { id: string; name: string }) {
	const path = `load-${credential.name}`;
	const workflow = connectNodes(
		path,
		webhookNode(path, { httpMethod: 'POST', responseMode: 'lastNode' }),
		serviceItemNode(NODE, credential, { operation: 'create', ...CHARGE }),
	);
	await api.activateWorkflow(await api.createWorkflow(workflow));
	return `${url}/webhook/${path}`;
}

/** @returns how long it took, in milliseconds, and whether the charge was made */
async function call(url: string, n: number): Promise<{ ms: number; isDone: boolean }> {
	const started = performance.now();
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ reservationId: `R-${n}`, description: `Late checkout ${n}` }),
	});
	await response.text();
	return { ms: performance.now() - started, isDone: response.ok };
}

async function stormTable(place: Place): Promise<string> {
	const calls = 200;
	const rows: string[][] = [];
	for (const requestsPerSecond of [4, 7]) {
		for (const saysWhen of [true, false]) {
			const credential = await prepare(place, {
				latencyMs: 20,
				rateLimit: { requestsPerSecond, saysWhen },
			});
			const url = await publishWebhook(place, credential);
			const started = performance.now();
			const answers = await Promise.all(Array.from({ length: calls }, (_, n) => call(url, n)));
			const seconds = (performance.now() - started) / 1000;
			const { requests, stored } = await place.service.figures();
			// The login is a request as well, and the first second's share may come at once.
			const least = (calls + 1 - requestsPerSecond) / requestsPerSecond;
			rows.push([
				`${requestsPerSecond} a second, ${saysWhen ? 'Retry-After' : 'no Retry-After'}`,
				`${answers.filter(({ isDone }) => isDone).length} of ${calls}, ${stored} stored`,
				`${seconds.toFixed(1)} s`,
				(seconds / least).toFixed(2),
				(requests / calls).toFixed(2),
			]);
		}
	}
	return table(
		`A storm of ${calls} webhooks, each an execution, at a service that allows few requests`,
		['Allowed', 'Done', 'Time', '× least time', 'Requests/charge'],
		rows,
	);
}

async function sporadicTable(place: Place): Promise<string> {
	const items = 1_000;
	const rows: string[][] = [];
	for (const rate of [0, 0.03, 0.1]) {
		const faults = { seed: 7, rate, kinds: ['tooManyRequests'] as const, retryAfter: 1 };
		const credential = await prepare(place, {
			latencyMs: 20,
			faults: { ...faults, path: '/services' },
		});
		const { ms } = await runItems(place, credential, items, 'create', {});
		const { requests, stored } = await place.service.figures();
		const refused = requests - items;
		rows.push([
			`${100 * rate} %`,
			`${stored} of ${items}`,
			`${(ms / 1000).toFixed(1)} s`,
			`${refused} s`,
			refused > 0 ? (ms / 1000 / refused).toFixed(2) : '',
		]);
	}
	return table(
		`${grouped(items)} charges at a service that answers some requests with 429 and Retry-After: 1, whatever the rate`,
		['Refused', 'Stored', 'Time', 'All waits in a row', '× waits'],
		rows,
	);
}

async function neighbourTable(place: Place): Promise<string> {
	const items = 2_000;
	const rows: string[][] = [];
	for (const isBeside of [false, true]) {
		const credential = await prepare(place, { latencyMs: 20 });
		const url = await publishWebhook(place, credential);
		await call(url, 0);
		const bulk = isBeside
			? runItems(place, credential, items, 'create', {})
			: Promise.resolve(undefined);
		let isOver = false;
		void bulk.then(() => (isOver = isBeside));
		const took: number[] = [];
		for (let n = 1; n <= 40 && !isOver; n++) {
			took.push((await call(url, n)).ms);
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		await bulk;
		took.sort((a, b) => a - b);
		const at = (share: number) =>
			`${Math.round(took[Math.floor(share * (took.length - 1))] ?? 0)} ms`;
		const name = isBeside ? `beside a run of ${grouped(items)} charges` : 'alone';
		rows.push([name, String(took.length), at(0.5), at(0.95)]);
	}
	return table(
		'Webhooks of one charge each, one after the other',
		['', 'Webhooks', 'Median', '95 of 100 within'],
		rows,
	);
}

async function wrongTable(place: Place): Promise<string> {
	const items = 400;
	const rows: string[][] = [];
	for (const [name, operation, parameters] of PROTECTED) {
		const faults = { seed: 11, rate: 1 / 3, kinds: WRONG, path: '/services', delayMs: 30 };
		const credential = await prepare(place, { latencyMs: 20, faults });
		const { ms, done } = await runItems(place, credential, items, operation, parameters);
		const { requests, stored } = await place.service.figures();
		rows.push([
			name,
			`${done} of ${items}`,
			String(stored),
			`${(ms / 1000).toFixed(1)} s`,
			(requests / items).toFixed(2),
		]);
	}
	return table(
		`${items} protected charges on 200 reservations, a third of all requests going wrong at random`,
		['Operation', 'Done', 'Stored', 'Time', 'Requests/charge'],
		rows,
	);
}

/** Runs one execution with so many items. @returns how long n8n says the node took, and how many items did not fail */
async function runItems(
	{ api }: Place,
	credential: { id: string; name: string },
	items: number,
	operation: string,
	parameters: object,
): Promise<{ ms: number; done: number }> {
	const code = `return Array.from({ length: ${items} }, (_, n) => ({ json: {
		reservationId: 'R-' + (n % 200), amount: 25 + n, date: '2026-11-21',
		description: 'Late checkout ' + n, reference: 'order-' + n } }));`;
	const node = serviceItemNode(
		NODE,
		credential,
		{ operation, ...fromItem, ...parameters },
		{ onError: 'continueRegularOutput' },
	);
	const id = await api.createWorkflow(chainNodes(credential.name, codeNode('Charges', code), node));
	const execution = await api.startWorkflow(id, triggerName);
	const result = await api.waitForExecution(execution, PATIENCE_MS);
	const ms = result.data.resultData.runData[NODE]?.[0]?.executionTime;
	if (ms === undefined) {
		throw new Error(result.data.resultData.error?.message ?? 'The node has not run');
	}
	const done = readJson(result, NODE).filter(({ error }) => error === undefined).length;
	return { ms, done };
}

function table(title: string, titles: string[], rows: string[][]): string {
	return `${title}\n\n${textTable(titles, rows)}`;
}
