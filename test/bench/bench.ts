import { chargeNode, codeNode } from '../e2e/support/charges';
import { N8nApi } from '../e2e/support/n8nApi';
import { createUserFolder, removeUserFolder } from '../e2e/support/n8nFolder';
import { startN8n, type N8nHost } from '../e2e/support/n8nProcess';
import { credentialFor } from '../e2e/support/stage';
import { chainNodes, triggerName } from '../e2e/support/workflows';
import { textTable } from '../report/textTable';
import { startMiniatureService } from '../service/miniatureService';

const CHARGES = 1_000;
const LATENCY_MS = 20;
const PATIENCE_MS = 600_000;

/**
 * Measures this node in a real n8n, beside what so many requests at a time take at least.
 *
 * @param where `packageFolder` holds this package
 * @returns a table
 */
export async function runBench(where: { host: N8nHost; packageFolder: string }): Promise<string> {
	const userFolder = createUserFolder(where.packageFolder);
	const server = await startN8n({ host: where.host, userFolder });
	try {
		const api = new N8nApi(server.url);
		await api.setUpOwner();
		// What is measured is an engine that has long compiled what it runs.
		await measure(api, 10);
		const rows: string[][] = [];
		for (const concurrency of [5, 10, 20]) {
			const rounds: number[] = [];
			while (rounds.length < 3) rounds.push(await measure(api, concurrency));
			const ms = rounds.sort((a, b) => a - b)[1] ?? NaN;
			const least = (CHARGES / concurrency) * LATENCY_MS;
			const ratio = (ms / least).toFixed(2);
			rows.push([`1,000 creates, ${concurrency} at a time`, seconds(ms), seconds(least), ratio]);
		}
		return textTable(['At a service that answers after 20 ms', 'Time', 'At least', '×'], rows);
	} finally {
		await server.stop();
		removeUserFolder(userFolder);
	}
}

/** One execution, at a service that n8n has not talked to yet. @returns how long n8n says the node took, in milliseconds */
async function measure(api: N8nApi, accountConcurrency: number): Promise<number> {
	const service = await startMiniatureService({ latencyMs: LATENCY_MS });
	try {
		const data = credentialFor(service, { accountConcurrency });
		const node = chargeNode({ id: await api.createCredential(data), name: data.name });
		const code = `return Array.from({ length: ${CHARGES} }, (_, n) => ({ json: { reservationId: 'R-' + (n % 200),
			amount: 25 + n, date: '2026-11-21', description: 'Late checkout ' + n } }));`;
		const id = await api.createWorkflow(chainNodes('Bench', codeNode('Charges', code), node));
		const execution = await api.startWorkflow(id, triggerName);
		const { data: told } = await api.waitForExecution(execution, PATIENCE_MS);
		const ms = told.resultData.runData[node.name]?.[0]?.executionTime;
		const stored = service.books.all().length;
		if (ms !== undefined && stored === CHARGES) return ms;
		throw new Error(`${stored} charges were stored. ${told.resultData.error?.message}`);
	} finally {
		await service.stop();
	}
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
