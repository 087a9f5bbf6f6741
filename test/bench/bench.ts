import { chargeNode, codeNode } from '../e2e/support/charges';
import { N8nApi } from '../e2e/support/n8nApi';
import { createUserFolder, removeUserFolder } from '../e2e/support/n8nFolder';
import { startN8n, type N8nHost } from '../e2e/support/n8nProcess';
import { credentialFor } from '../e2e/support/stage';
import { chainNodes, credentialType, triggerName } from '../e2e/support/workflows';
import { textTable } from '../report/textTable';
import { startMiniatureService } from '../service/miniatureService';

type Node = ReturnType<typeof chargeNode>;
type MakeNode = (credential: { id: string; name: string }, concurrency: number) => Node;

const ITEMS = 1_000;
const ROUNDS = 3;
const PATIENCE_MS = 600_000;

const ownNode: MakeNode = (credential) => chargeNode(credential);
const helperNode: MakeNode = (credential, concurrency) => ({
	name: 'Charge',
	type: 'n8n-nodes-reservation-service.bareHelper',
	parameters: { concurrency },
	credentials: { [credentialType]: credential },
});

/**
 * Measures this node in a real n8n, beside n8n's own request helper.
 * @param where `packageFolder` holds this package, and with it the node it is compared with
 */
export async function runBench(where: { host: N8nHost; packageFolder: string }): Promise<string> {
	const userFolder = createUserFolder(where.packageFolder);
	const server = await startN8n({ host: where.host, userFolder });
	try {
		const api = new N8nApi(server.url);
		await api.setUpOwner();
		// What is measured is an engine that has long compiled what it runs.
		await measure(api, ownNode, 10);
		const rows: string[][] = [];
		for (const concurrency of [5, 10, 20]) {
			const measured: Array<{ own: number; helper: number }> = [];
			for (let round = 0; round < ROUNDS; round++) {
				const own = await measure(api, ownNode, concurrency);
				measured.push({ own, helper: await measure(api, helperNode, concurrency) });
			}
			rows.push([
				`1,000 creates, ${concurrency} at a time`,
				seconds(middle(measured.map(({ own }) => own))),
				`n8n's helper in a bare loop: ${seconds(middle(measured.map(({ helper }) => helper)))}`,
				middle(measured.map(({ own, helper }) => own / helper)).toFixed(2),
			]);
		}
		return textTable(['At a service that answers after 20 ms', 'Time', 'Beside', '×'], rows);
	} finally {
		await server.stop();
		removeUserFolder(userFolder);
	}
}

/** One execution, at a service that n8n has not talked to yet. @returns how long n8n says the node took, in milliseconds */
async function measure(api: N8nApi, makeNode: MakeNode, accountConcurrency: number) {
	const service = await startMiniatureService({ latencyMs: 20 });
	try {
		const data = credentialFor(service, { accountConcurrency });
		const credential = { id: await api.createCredential(data), name: data.name };
		const node = makeNode(credential, accountConcurrency);
		const code = `return Array.from({ length: ${ITEMS} }, (_, n) => ({ json: { reservationId: 'R-' + (n % 200),
			amount: 25 + n, date: '2026-11-21', description: 'Late checkout ' + n } }));`;
		const id = await api.createWorkflow(chainNodes('Bench', codeNode('Charges', code), node));
		const execution = await api.startWorkflow(id, triggerName);
		const { data: told } = await api.waitForExecution(execution, PATIENCE_MS);
		const ms = told.resultData.runData[node.name]?.[0]?.executionTime;
		const stored = service.books.all().length;
		if (ms !== undefined && stored === ITEMS) return ms;
		throw new Error(`${stored} charges were stored. ${told.resultData.error?.message}`);
	} finally {
		await service.stop();
	}
}

function middle(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
