// The service with its guests, and the example that is run, in n8n as its owner would do it.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DemoError } from './terminal.mjs';

export const exampleTrigger = 'When clicking ‘Execute workflow’';
/** The reservation that it charges. */
export const reservationId = 'RES-1002';
/** The answer to the first create on it gets lost. */
export const lostAnswerOn = 'RES-1003';
/** Whom n8n belongs to: printed at the end, so that one can log in. */
export const owner = {
	email: 'demo@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Late-checkout-1',
};

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const exampleFile = path.join(root, 'examples', 'add-late-checkout.json');

/** The miniature service, with the charges of three guests. @param cleanups gets what ends it */
export async function startService(tool, port = 0, cleanups) {
	const { startMiniatureService } = tool('test/service/miniatureService.ts');
	const { demoBookings, yesterday } = tool('test/service/demoBookings.ts');
	const service = await startMiniatureService({
		port,
		// So that a typo is seen.
		dialect: { unknownReservation: 'refused' },
	});
	cleanups.push(() => service.stop());
	for (const { reservationId: id, ...item } of demoBookings(yesterday())) {
		service.books.add(id, item);
	}
	const body = new RegExp(`"${lostAnswerOn}"`);
	service.faults.add({ kind: 'resetAfter', method: 'POST', path: /^\/services$/, body });
	return service;
}

/** @returns n8n's interface, logged in, and the example with a credential for the service */
export async function openN8n(tool, n8nUrl, service) {
	const { N8nApi } = tool('test/e2e/support/n8nApi.ts');
	const { readExample } = tool('test/e2e/support/exampleWorkflow.ts');
	const api = new N8nApi(n8nUrl);
	await api.setUpOwner(owner);
	const name = 'Miniature reservation service';
	const { accountId, key } = tool('test/service/miniatureService.ts').DEFAULT_ACCOUNT;
	const { url } = service;
	const data = { baseUrl: url, testBaseUrl: url, accountId, apiKey: key };
	const id = await api.createCredential({ name, type: 'reservationServiceApi', data });
	return { api, example: readExample(exampleFile, { id, name }) };
}

/**
 * @returns the id of the imported workflow
 * @throws {DemoError} with what the workflow ended with
 */
export async function runExample({ api, example }) {
	const workflowId = await api.createWorkflow(example);
	const result = await api.runWorkflow(workflowId, exampleTrigger);
	const { error } = result.data.resultData;
	if (error) throw new DemoError(`The example workflow ended with: ${error.message}`);
	return workflowId;
}
