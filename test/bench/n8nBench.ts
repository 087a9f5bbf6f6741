import { chargesNode } from '../e2e/support/charges';
import type { N8nHost } from '../e2e/support/n8nFolder';
import { createUserFolder, removeUserFolder } from '../e2e/support/n8nFolder';
import type { WorkflowFile } from '../e2e/support/workflows';
import { N8nApi, owner } from '../e2e/support/n8nApi';
import { startN8n } from '../e2e/support/n8nProcess';
import { chainNodes, credentialType, triggerName } from '../e2e/support/workflows';
import { runSideBySide, type BenchPlan } from './bench';
import type { BenchTask, Contender } from './contenders';
import { fromItem, httpRequestParameters, withAxios } from './contenders';
import { KEY } from './service';

const NODE = 'Charge';
const packageName = 'n8n-nodes-reservation-service';
/** n8n has to evaluate each of these. */
const expressions = {
	amount: '={{ Number($json.amount) }}',
	date: '={{ $json.date.slice(0, 10) }}',
	description: '={{ $json.description.trim() }}',
};

type Node = WorkflowFile['nodes'][number];
type NodeFor = (task: BenchTask) => Pick<Node, 'type'> & Record<string, unknown>;

/**
 * The same in a real n8n, with its own engine for expressions. The time is what n8n says the node took; the charges come from a
 * Code node before it.
 *
 * @param packageFolder holds this package, and with it the nodes it is compared with
 */
export async function runBenchInN8n(
	plan: BenchPlan,
	{ host, packageFolder }: { host: N8nHost; packageFolder: string },
	print: (text: string) => void,
): Promise<void> {
	const userFolder = createUserFolder(packageFolder);
	const server = await startN8n({ host, userFolder });
	try {
		const api = new N8nApi(server.url);
		await api.setUpOwner(owner);
		await runSideBySide(listContendersInN8n(api), plan, print);
	} finally {
		await server.stop();
		removeUserFolder(userFolder);
	}
}

function listContendersInN8n(api: N8nApi): Contender[] {
	const levels = [5, 20];
	const contender = (name: string, concurrency: number, nodeFor: NodeFor): Contender => ({
		name,
		concurrency,
		run: async (task) => await runInN8n(api, task, concurrency, nodeFor),
	});
	const own = (name: string, parameters: object = {}): Contender[] =>
		levels.map((concurrency) =>
			contender(name, concurrency, () => ({
				type: `${packageName}.serviceItem`,
				parameters: { resource: 'serviceItem', operation: 'create', ...fromItem, ...parameters },
			})),
		);
	const helper = (concurrency: number): Contender => ({
		...contender('n8n request helper, bare', concurrency, () => ({
			type: `${packageName}.bareHelper`,
			parameters: { concurrency },
		})),
		floor: 'helper',
	});
	return [
		contender('Sequential loop node', 1, () => ({
			type: `${packageName}.bareHelper`,
			parameters: { ...fromItem, areFieldsRead: true },
		})),
		contender('HTTP Request node', Infinity, (task) => ({
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: httpRequestParameters(task),
		})),
		...own('This node, plain fields'),
		...own('This node, a text with a field', { description: '=Charged: {{ $json.description }}' }),
		...own('This node, three expressions', expressions),
		...levels.map(helper),
		...levels.flatMap(withAxios),
	];
}

async function runInN8n(
	api: N8nApi,
	task: BenchTask,
	concurrency: number,
	nodeFor: NodeFor,
): Promise<{ elsewhereMs: number }> {
	const name = task.accountId;
	const { url: baseUrl, accountId } = task;
	// The other contenders take no notice of it.
	const accountConcurrency = Number.isFinite(concurrency) ? concurrency : 0;
	const data = { baseUrl, accountId, apiKey: KEY, accountConcurrency };
	const id = await api.createCredential({ name, type: credentialType, data });
	const node = { ...nodeFor(task), name: NODE, credentials: { [credentialType]: { id, name } } };
	const workflow = await api.createWorkflow(chainNodes(name, chargesNode(task.charges), node));
	const { data: done } = await api.runWorkflow(workflow, triggerName);
	const elsewhereMs = done.resultData.runData[NODE]?.[0]?.executionTime;
	if (done.resultData.error || elsewhereMs === undefined) {
		throw new Error(done.resultData.error?.message ?? 'The node has not run');
	}
	return { elsewhereMs };
}
