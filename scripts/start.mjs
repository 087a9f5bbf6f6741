// npm start: what the node is good for, in a minute: two of the examples on n8n's engine, against the miniature service.
import path from 'node:path';
import { compileTools } from './compileTools.mjs';
import { credentialFor, lostAnswerOn, reservationId, startService } from './demo/service.mjs';
import { standIns } from './demo/standIns.mjs';
import { printBills } from './demo/terminal.mjs';

const root = path.dirname(import.meta.dirname);
const ticket = { amount: 49, currency: 'EUR', description: 'Spa day ticket' };
const tool = compileTools();
const engine = tool('test/engine/support/engineNodeTypes.ts');
const { runWorkflow } = tool('test/engine/support/runWorkflow.ts');
const { StoredCredential } = tool('test/engine/support/credentialStore.ts');
const { readExample } = tool('test/e2e/support/exampleWorkflow.ts');
/** What the callers of webhooks were told. */
const answers = [];
const nodes = standIns(engine, (body) => answers.push(JSON.stringify(body)));
Object.assign(engine.engineNodeTypes, nodes);

const service = await startService(tool, {}, []);
try {
	await tellStory(service, new StoredCredential(credentialFor(tool, service.url)));
} finally {
	await service.stop();
}

async function tellStory({ url, books, log }, credential) {
	const before = books.all();
	console.log(`
A reservation service in miniature listens at ${url}, on this machine only.
Two of the example workflows run against it, on n8n's own engine.

1. A charge (examples/add-late-checkout.json)
   A guest of ${reservationId} asks to leave later. The workflow charges it, and gives the member rate.
`);
	const run = await runExample('add-late-checkout', {}, credential);
	for (const step of ['Add Late Checkout', 'Apply Member Rate']) {
		const [[{ json }]] = run.database.resultData.runData[step][0].data.main;
		printFact(step, `${json.amount.toFixed(2)}  ${json.description}`);
	}

	console.log(`
2. The same webhook twice (examples/paid-then-charged.json)
   A guest of RES-1001 has paid for a spa ticket. The payment provider calls, and calls again.
`);
	const paid = { ...ticket, reservationId: 'RES-1001', paymentId: 'pay_812' };
	for (const call of ['First answer', 'Second answer']) {
		await runExample('paid-then-charged', paid, credential);
		printFact(call, answers.at(-1));
	}

	console.log(`
3. An answer that is lost (the same example)
   A guest of ${lostAnswerOn} has paid. The service adds the charge, and the connection breaks before it has answered.
`);
	log.clear();
	const lost = { ...ticket, reservationId: lostAnswerOn, paymentId: 'pay_813' };
	await runExample('paid-then-charged', lost, credential);
	for (const { method, path: address, status } of log.entries) {
		const outcome = status === 'reset' ? 'carried out, but no answer' : `status ${status}`;
		printFact('Request', `${method} ${address}: ${outcome}`);
	}
	printFact('Answer', answers.at(-1));
	console.log('   The charge was not sent again: the node looked, and found it.');

	printBills(tool, before, books.all());
	console.log(`What next
  npm run demo     the same in n8n's editor, to click through (downloads n8n, 2.5 GB)
  npm test         the tests
  examples/        these workflows and ten more, to import into your n8n`);
}

/** Runs an example as it is, with the credential chosen in it. @param body what its webhook is called with */
async function runExample(name, body, credential) {
	const example = readExample(path.join(root, 'examples', `${name}.json`), credential);
	const run = await runWorkflow({
		nodes: example.nodes.filter(({ type }) => !type.endsWith('.stickyNote')),
		connections: example.connections,
		timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		items: [{ body }],
		packageRoot: root,
	});
	if (run.error) throw new Error(`${name} ended with: ${run.error.message}`);
	return run;
}

function printFact(title, fact) {
	console.log(`   ${title.padEnd(18)} ${fact}`);
}
