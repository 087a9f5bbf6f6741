// npm run demo: a real n8n with this package installed, a miniature reservation service, and a workflow that has just
// added a charge to a reservation. With --queue, n8n runs in queue mode.
import { compileTools } from './compileTools.mjs';
import { exampleTrigger, openN8n, owner, runExample, startService } from './demo/example.mjs';
import { packForDemo, startN8n } from './demo/n8n.mjs';
import { readOptions, requireFreePorts, usage } from './demo/options.mjs';
import { requireQueuePrograms, shareAmongWorkers } from './demo/queue.mjs';
import { DemoError, printBills, printWelcome, say } from './demo/terminal.mjs';
import { ensureN8nHost } from './n8nHost.mjs';

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
	await requireFreePorts(options);
	const tool = compileTools();
	if (options.queue) requireQueuePrograms(tool);
	const host = await ensureN8nHost();
	const packageFolder = packForDemo(options, cleanups);

	say('Starting the miniature reservation service');
	const service = await startService(tool, options.servicePort, cleanups);
	const settings = { host, packageFolder, port: options.port };
	const { url, workers } = await startN8n(tool, options, settings, cleanups);
	say('Running the example workflow', 3);
	const before = service.books.all();
	const n8n = await openN8n(tool, url, service);
	const workflowId = await runExample(n8n);
	printBills(tool, before, service.books.all());
	if (workers) await shareAmongWorkers(tool, { ...n8n, trigger: exampleTrigger, service, workers });
	if (options.once) return;

	printWelcome(tool, { url, workflowId, service, owner });
	await new Promise(() => {});
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
