// npm run demo: a real n8n with this package installed, a miniature reservation service, and a workflow that has just
// added a charge to a reservation.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileTools } from './compileTools.mjs';
import { ensureN8nHost, HostError } from './n8nHost.mjs';
import { packPackage } from './packPackage.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const example = path.join(root, 'examples', 'add-late-checkout.json');
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

const usage = `npm run demo                      runs the example and leaves the editor open until Ctrl-C
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

	const host = await ensureN8nHost();
	say('Building and packing the package', usual);
	const packageFolder = mkdtempSync(path.join(os.tmpdir(), 'demo-package-'));
	cleanups.push(() => rmSync(packageFolder, { recursive: true, force: true }));
	packPackage(packageFolder);
	const tool = compileTools(toolFiles);

	say('Starting the miniature reservation service');
	const service = await startService(tool, options.servicePort);
	say('Starting n8n with the package installed', 20);
	const n8n = await startN8n(tool, host, packageFolder, options.port);
	say('Running the example workflow', 3);
	const before = service.books.all(reservationId);
	const workflowId = await runExample(tool, n8n.url, service.url);
	printTable(tool, before, service.books.all(reservationId));
	if (options.once) return;

	printWelcome(tool, n8n.url, workflowId, service);
	await new Promise(() => {});
}

function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				help: { type: 'boolean' },
				once: { type: 'boolean' },
				port: { type: 'string' },
				'service-port': { type: 'string' },
			},
		});
		return {
			help: values.help,
			once: values.once,
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

async function startN8n(tool, host, packageFolder, port) {
	const folders = tool('test/e2e/support/n8nFolder.ts');
	const userFolder = folders.createUserFolder(packageFolder);
	cleanups.push(() => folders.removeUserFolder(userFolder));
	const n8n = await tool('test/e2e/support/n8nServer.ts').startN8n({
		host,
		userFolder,
		port,
		environment: { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone },
	});
	cleanups.push(() => n8n.stop());
	return n8n;
}

/** @returns the id of the imported workflow */
async function runExample(tool, n8nUrl, serviceUrl) {
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
	const workflowId = await api.createWorkflow(readExample(example, { id, name }));
	const result = await api.runWorkflow(workflowId, exampleTrigger);
	const { error } = result.data.resultData;
	if (error) throw new DemoError(`The example workflow ended with: ${error.message}`);
	return workflowId;
}

function printTable(tool, before, after) {
	const known = new Map(before.map((item) => [item.id, item]));
	const rows = after.map((item) => {
		const earlier = known.get(item.id);
		return [
			item.date,
			item.description,
			earlier ? earlier.amount.toFixed(2) : '',
			item.amount.toFixed(2),
			earlier ? '' : 'added',
		];
	});
	const total = (items) => items.reduce((sum, { amount }) => sum + amount, 0).toFixed(2);
	const columns = [
		{ title: 'Date', align: 'left' },
		{ title: 'Service item', align: 'left' },
		{ title: 'Before' },
		{ title: 'After' },
		{ title: '', align: 'left' },
	];
	const { textTable } = tool('test/report/textTable.ts');
	const table = textTable(columns, [...rows, ['', 'Total', total(before), total(after), '']]);
	console.log(`\nReservation ${reservationId}, before and after the workflow ran\n`);
	console.log(`${table.replace(/^/gm, '  ')}\n`);
}

function printWelcome(tool, url, workflowId, service) {
	const { accountId, key } = tool('test/service/miniatureService.ts').DEFAULT_ACCOUNT;
	console.log('What the service holds\n');
	console.log(
		`${listReservations(tool, byReservation(service.books.all())).replace(/^/gm, '  ')}\n`,
	);
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

function listReservations(tool, items) {
	const { textTable } = tool('test/report/textTable.ts');
	const columns = ['Reservation', 'ID', 'Service item'].map((title) => ({ title, align: 'left' }));
	const rows = items.map((item, index) => [
		item.reservationId === items[index - 1]?.reservationId ? '' : item.reservationId,
		item.id,
		item.description,
		item.amount.toFixed(2),
	]);
	return textTable([...columns, { title: 'Amount' }], rows);
}

function byReservation(items) {
	return items.toSorted((a, b) => a.reservationId.localeCompare(b.reservationId));
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
