// npm run demo: a real n8n with this package installed, a miniature reservation service, and a workflow that has just
// added a charge to a reservation. With --queue, n8n runs in queue mode.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileTools } from './compileTools.mjs';
import { queueTools, requireQueuePrograms, shareAmongWorkers, startQueue } from './demo/queue.mjs';
import { printBooks, printChange } from './demo/tables.mjs';
import { ensureN8nHost, HostError } from './n8nHost.mjs';
import { packPackage } from './packPackage.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const exampleFile = path.join(root, 'examples', 'add-late-checkout.json');
const exampleTrigger = 'When clicking ‘Execute workflow’';
const reservationId = 'RES-1002';
/** How long everything after n8n's installation takes, in seconds, on a machine of two cores. */
const usual = 30;

const toolFiles = [
	'test/report/textTable.ts',
	'test/service/demoBookings.ts',
	'test/service/miniatureService.ts',
	'test/e2e/support/n8nApi.ts',
	'test/e2e/support/n8nFolder.ts',
	'test/e2e/support/n8nServer.ts',
	'test/e2e/support/exampleWorkflow.ts',
];

const owner = {
	email: 'demo@example.com',
	firstName: 'Demo',
	lastName: 'Owner',
	password: 'Late-checkout-1',
};

const environment = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };

const usage = `npm run demo                      runs the example and leaves the editor open until Ctrl-C
npm run demo -- --queue           the same with Redis, PostgreSQL, a main process and two workers
npm run demo -- --once            ends after the run
npm run demo -- --port 5680       the editor's port (default 5678; with --once, any free one)
npm run demo -- --service-port N  the miniature service's port (default: any free one)`;

/** What went wrong, in words for the person at the terminal. */
class DemoError extends Error {}

const cleanups = [];
let interrupted = false;

main().then(finish, async (error) => {
	// What fails then fails because everything is being stopped.
	if (interrupted) return;
	const expected = error instanceof DemoError || error instanceof HostError;
	console.error(`\n${expected ? error.message : (error?.stack ?? error)}`);
	process.exitCode = 1;
	await finish();
});

async function main() {
	const options = readOptions();
	if (options.help) return console.log(usage);
	process.once('SIGINT', () => interrupt(130));
	process.once('SIGTERM', () => interrupt(143));
	// The terminal is closed: nobody reads on.
	process.once('SIGHUP', () => interrupt(129));
	process.stdout.on('error', () => {});
	if (options.port) await requireFreePort(options.port, '--port');
	if (options.servicePort) await requireFreePort(options.servicePort, '--service-port');

	const tool = compileTools([...toolFiles, ...(options.queue ? queueTools : [])]);
	if (options.queue) requirePrograms(tool);
	const host = await ensureN8nHost();
	say('Building and packing the package', options.queue ? usual * 2 : usual);
	const packageFolder = mkdtempSync(path.join(os.tmpdir(), 'demo-package-'));
	cleanups.push(() => rmSync(packageFolder, { recursive: true, force: true }));
	packPackage(packageFolder);

	say('Starting the miniature reservation service');
	const service = await startService(tool, options.servicePort);
	const start = options.queue ? startQueueMode : startN8n;
	const { url, workers } = await start(tool, { host, packageFolder, port: options.port });
	say('Running the example workflow', 3);
	const before = service.books.all(reservationId);
	const { api, example } = await openN8n(tool, url, service.url);
	const workflowId = await runExample(api, example);
	printChange(tool, reservationId, before, service.books.all(reservationId));
	if (workers)
		await shareAmongWorkers(tool, { api, example, trigger: exampleTrigger, service, workers });
	if (options.once) return;

	printWelcome(tool, url, workflowId, service);
	await new Promise(() => {});
}

function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				help: { type: 'boolean' },
				once: { type: 'boolean' },
				port: { type: 'string' },
				queue: { type: 'boolean' },
				'service-port': { type: 'string' },
			},
		});
		return {
			help: values.help,
			once: values.once,
			queue: values.queue,
			port: readPort(values.port) ?? (values.once ? undefined : 5678),
			servicePort: readPort(values['service-port']),
		};
	} catch (error) {
		throw new DemoError(`${error.message}\n\n${usage}`);
	}
}

function readPort(text) {
	if (text === undefined) return undefined;
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new DemoError(`'${text}' is not a port: choose a number from 1 to 65535.`);
}

/** Asked before the long part begins. */
async function requireFreePort(port, option) {
	const server = createServer();
	await new Promise((resolve, reject) => {
		server.once('error', ({ code }) => {
			const reason = code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${code})`;
			reject(
				new DemoError(
					`Port ${port} ${reason}. Choose another one: npm run demo -- ${option} ${port + 1}`,
				),
			);
		});
		server.listen(port, '127.0.0.1', resolve);
	});
	await new Promise((resolve) => server.close(resolve));
}

async function startService(tool, port = 0) {
	const { startMiniatureService } = tool('test/service/miniatureService.ts');
	const { demoBookings } = tool('test/service/demoBookings.ts');
	const service = await startMiniatureService({
		port,
		// So that a typo is seen.
		dialect: { unknownReservation: 'refused' },
	});
	cleanups.push(() => service.stop());
	for (const { reservationId: id, ...item } of demoBookings) service.books.add(id, item);
	return service;
}

/** Asked before the long part begins, too. */
function requirePrograms(tool) {
	try {
		requireQueuePrograms(tool);
	} catch (error) {
		throw new DemoError(error.message);
	}
}

async function startN8n(tool, { host, packageFolder, port }) {
	say('Starting n8n with the package installed', 20);
	const folders = tool('test/e2e/support/n8nFolder.ts');
	const userFolder = folders.createUserFolder(packageFolder);
	cleanups.push(() => folders.removeUserFolder(userFolder));
	const n8n = await tool('test/e2e/support/n8nServer.ts').startN8n({
		host,
		userFolder,
		port,
		environment,
	});
	cleanups.push(() => n8n.stop());
	return { url: n8n.url };
}

async function startQueueMode(tool, settings) {
	const system = await startQueue(tool, { ...settings, environment }, cleanups, say);
	return { url: system.main.url, workers: system.workers };
}

/** @returns n8n's interface, logged in, and the example with a credential for the service */
async function openN8n(tool, n8nUrl, serviceUrl) {
	const { N8nApi } = tool('test/e2e/support/n8nApi.ts');
	const { readExample } = tool('test/e2e/support/exampleWorkflow.ts');
	const { DEFAULT_ACCOUNT } = tool('test/service/miniatureService.ts');
	const api = new N8nApi(n8nUrl);
	await api.setUpOwner(owner);
	const name = 'Miniature reservation service';
	const id = await api.createCredential({
		name,
		type: 'reservationServiceApi',
		data: {
			baseUrl: serviceUrl,
			accountId: DEFAULT_ACCOUNT.accountId,
			apiKey: DEFAULT_ACCOUNT.key,
		},
	});
	return { api, example: readExample(exampleFile, { id, name }) };
}

/** @returns the id of the imported workflow */
async function runExample(api, example) {
	const workflowId = await api.createWorkflow(example);
	const result = await api.runWorkflow(workflowId, exampleTrigger);
	const { error } = result.data.resultData;
	if (error) throw new DemoError(`The example workflow ended with: ${error.message}`);
	return workflowId;
}

function printWelcome(tool, url, workflowId, service) {
	const { accountId, key } = tool('test/service/miniatureService.ts').DEFAULT_ACCOUNT;
	printBooks(tool, service.books);
	console.log(`What to try

  - Execute the workflow again: a second late checkout. Then choose Prevent Duplicates → By Same Fields in
    Add Late Checkout, and execute it twice: no third one.
  - In Late Checkout Request, mistype the reservation, say RES-1020: the service says that there is none.
  - Add a Reservation Service Item node, Get, with Reservation ID RES-1001: its list offers what is on it. Search for Spa.
  - Change the API key in the credential: the test says what the service says.
`);
	console.log(`Editor    ${url}/workflow/${workflowId}`);
	console.log(`Login     ${owner.email}   ${owner.password}`);
	console.log(`Service   ${service.url}   Account ID ${accountId}, API key ${key}`);
	console.log('\nCtrl-C ends the demo and removes what it created.');
}

/** @param left how long everything from here on takes, in seconds */
function say(line, left) {
	console.log(left ? `${line} … (about ${left} s left)` : `${line} …`);
}

async function interrupt(code) {
	interrupted = true;
	console.log('\nStopping …');
	await finish();
	process.exit(code);
}

/** In the reverse order of the beginnings; what could not be undone must not keep the rest from being undone. */
async function finish() {
	for (const cleanup of cleanups.splice(0).reverse()) {
		await Promise.resolve().then(cleanup).catch(console.error);
	}
}
