// npm run demo: a real n8n with this package installed, a miniature reservation service, and a workflow that has just run.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { compileTools } from './compileTools.mjs';
import { startN8n } from './demo/n8n.mjs';
import { startService } from './demo/service.mjs';
import { DemoError, printBills, printWelcome, say } from './demo/terminal.mjs';
import { ensureN8nHost } from './n8nHost.mjs';

const usage = `npm run demo                      runs the example and leaves the editor open until Ctrl-C
npm run demo -- --spelling NAME   a service that has names and formats of its own, to try Check API Format
npm run demo -- --once            ends after the run
npm run dev                       its n8n loads what is changed in nodes/ and credentials/
npm run demo -- --port 5680       the editor's port (default 5678; with --once, any free one)
npm run demo -- --service-port N  the miniature service's port (default: any free one)`;
const cleanups = [];
let interrupted = false;

main().then(finish, async (error) => {
	// What fails then fails because everything is being stopped.
	if (interrupted) return;
	const expected = error instanceof DemoError;
	console.error(`\n${expected ? error.message : (error?.stack ?? error)}`);
	process.exitCode = 1;
	await finish();
});

async function main() {
	const options = readOptions();
	if (options.help) return console.log(usage);
	endWithTerminal();
	await requireFreePort(options.port, '--port');
	await requireFreePort(options.servicePort, '--service-port');
	const tool = compileTools();
	const service = await startService(tool, options, cleanups);
	const host = await ensureN8nHost();
	const n8n = await startN8n(tool, { ...options, host, service }, cleanups);
	say('Running the example workflow');
	const before = service.books.all();
	const workflowId = await n8n.runExample(options.spelling);
	// Check API Format, which is run for another spelling, charges nothing.
	if (!options.spelling) printBills(tool, before, service.books.all());
	if (options.once) return;

	printWelcome(tool, { ...options, ...n8n, workflowId, service });
	await new Promise(() => {});
}

/** @throws {DemoError} with the usage, or naming what is not a port */
function readOptions() {
	const [flag, text] = [{ type: 'boolean' }, { type: 'string' }];
	const texts = { port: text, 'service-port': text, spelling: text };
	try {
		const options = { dev: flag, help: flag, once: flag, ...texts };
		const { values } = parseArgs({ options });
		const port = readPort(values.port) ?? (values.once ? undefined : 5678);
		return { ...values, port, servicePort: readPort(values['service-port']) };
	} catch (error) {
		throw new DemoError(`${error.message}\n\n${usage}`);
	}
}

function readPort(text) {
	const port = Number(text ?? 1);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Error(`'${text}' is not a port: choose a number from 1 to 65535.`);
	}
	return text && port;
}

/** Asked before the long part begins. */
async function requireFreePort(port, option) {
	if (!port) return;
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening').catch(({ code }) => {
		const reason = code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${code})`;
		const remedy = `Choose another one: npm run demo -- ${option} ${port + 1}`;
		throw new DemoError(`Port ${port} ${reason}. ${remedy}`);
	});
	await new Promise((resolve) => server.close(resolve));
}

function endWithTerminal() {
	process.once('SIGINT', () => interrupt(130));
	process.once('SIGTERM', () => interrupt(143));
	// The terminal is closed: nobody reads on.
	process.once('SIGHUP', () => interrupt(129));
	process.stdout.on('error', () => {});
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
