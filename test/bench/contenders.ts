import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import axios from 'axios';
import type {
	ICredentialDataDecryptedObject,
	INodeParameters,
	IVersionedNodeType,
} from 'n8n-workflow';
import { CredentialStore } from '../engine/support/credentialStore';
import { engineNodeTypes, HTTP_REQUEST } from '../engine/support/engineNodeTypes';
import { runNode } from '../engine/support/runWorkflow';
import { KEY } from './service';

/** So many reservations the charges are spread over. */
export const RESERVATIONS = 200;

/** A charge as the service takes it. */
export type BenchCharge = {
	reservationId: string;
	amount: number;
	date: string;
	description: string;
};

/** What one run works on. */
export interface BenchTask {
	charges: BenchCharge[];
	url: string;
	/** An account that has no token yet. */
	accountId: string;
}

/**
 * Whose time others are compared with: n8n's request helper, and raw HTTP, which opens a connection for each request, as
 * all nodes of n8n do, or keeps them open, as none can.
 */
export type Floor = 'helper' | 'rawHttp' | 'keepAlive';

/** One way of sending charges. */
export interface Contender {
	name: string;
	/** Requests at a time; Infinity: all at once. */
	concurrency: number;
	/** Others are compared with it, at the same concurrency. */
	floor?: Floor;
	/** Sends the charges of a task. Gives back whatever holds the results, or, from another process, the time it took there. */
	run(task: BenchTask): Promise<object | { elsewhereMs: number }>;
}

/** Where the nodes of the benchmark are installed, beside a copy of this package's. */
export interface BenchPackage {
	packageRoot: string;
	/** The module of n8n's HTTP Request node, which comes with n8n itself. */
	httpRequestNode?: string;
}

const CREDENTIAL = 'reservationServiceApi';
const HTTP_REQUEST_VERSION = 4.2;
/** What the nodes' fields say. */
export const fromItem = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
};

/** No n8n at all: once with a connection for each request, once with connections that stay open. */
export function withAxios(concurrency: number): Contender[] {
	const contender = (name: string, floor: Floor, keepAlive: boolean): Contender => ({
		name,
		concurrency,
		floor,
		run: (task) => runAxios(task, concurrency, keepAlive),
	});
	return [
		contender('axios, a connection each', 'rawHttp', false),
		contender('axios with keep-alive', 'keepAlive', true),
	];
}

/** Of a new credential. */
const DEFAULT_CONCURRENCY = 10;

/** All that is compared, in the order of the table. */
export function listContenders(installed: BenchPackage): Contender[] {
	const node = (
		name: string,
		concurrency: number,
		parameters: INodeParameters = {},
	): Contender => ({
		name,
		concurrency,
		run: runInEngine(
			installed,
			'serviceItem',
			() => ({ resource: 'serviceItem', operation: 'create', ...fromItem, ...parameters }),
			{ accountConcurrency: concurrency },
		),
	});
	const helper = (concurrency: number): Contender => ({
		name: 'n8n request helper, bare',
		concurrency,
		floor: 'helper',
		run: runInEngine(installed, 'bareHelper', () => ({ concurrency })),
	});
	const levels = [5, 20];
	return [
		{
			name: 'Sequential loop node',
			concurrency: 1,
			run: runInEngine(installed, 'bareHelper', () => ({ ...fromItem, areFieldsRead: true })),
		},
		...listHttpRequest(installed),
		...[5, DEFAULT_CONCURRENCY, 20].map((concurrency) => node('This node', concurrency)),
		node('This node, Prevent Duplicates', 5, { preventDuplicates: 'sameFields' }),
		...levels.map(helper),
		...levels.flatMap(withAxios),
	];
}

/** n8n's own node, where n8n is installed. By itself it sends everything at once. */
function listHttpRequest(installed: BenchPackage): Contender[] {
	if (installed.httpRequestNode === undefined) return [];
	const { HttpRequest } = createRequire(__filename)(installed.httpRequestNode) as {
		HttpRequest: new () => IVersionedNodeType;
	};
	engineNodeTypes[HTTP_REQUEST] = new HttpRequest();
	return [
		{
			name: 'HTTP Request node',
			concurrency: Infinity,
			run: runInEngine(installed, HTTP_REQUEST, httpRequestParameters, {}, HTTP_REQUEST_VERSION),
		},
	];
}

/** The same request, as a user of n8n's own node enters it. */
export function httpRequestParameters({ url }: BenchTask): INodeParameters {
	return {
		method: 'POST',
		url: `${url}/services`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ $json }}',
	};
}

/** Runs a node of the package on n8n's engine, with a credential that has no token. */
function runInEngine(
	{ packageRoot }: BenchPackage,
	type: string,
	parametersFor: (task: BenchTask) => INodeParameters,
	credentialFields: ICredentialDataDecryptedObject = {},
	typeVersion = 1,
): Contender['run'] {
	return async (task) => {
		const credential = new CredentialStore().add(CREDENTIAL, {
			baseUrl: task.url,
			accountId: task.accountId,
			apiKey: KEY,
			...credentialFields,
		});
		const run = await runNode(type, parametersFor(task), {
			credential,
			items: task.charges,
			packageRoot,
			typeVersion,
		});
		if (run.error) throw new Error(`${type}: ${run.error.message}`);
		return run;
	};
}

async function runAxios(
	{ charges, url, accountId }: BenchTask,
	concurrency: number,
	keepAlive: boolean,
): Promise<object> {
	const httpAgent = new Agent({ keepAlive, maxSockets: concurrency });
	const client = axios.create({ baseURL: url, httpAgent, proxy: false });
	const login = await client.post<{ token: string }>('/token', { accountId, key: KEY });
	client.defaults.headers.common.Authorization = `Bearer ${login.data.token}`;
	const results: unknown[] = [];
	let next = 0;
	const sendOnAndOn = async () => {
		while (next < charges.length) {
			const item = next++;
			results[item] = (await client.post<unknown>('/services', charges[item])).data;
		}
	};
	await Promise.all(Array.from({ length: concurrency }, sendOnAndOn));
	httpAgent.destroy();
	return results;
}
