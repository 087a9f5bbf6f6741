import { chargesNode } from './support/charges';
import { hasEnded, type ExecutionResult } from './support/execution';
import { repeatUntil } from './support/repeatUntil';
import { ScriptedModel } from './support/scriptedModel';
import { readInstance, useStage } from './support/stage';
import { chainNodes, chooseById, connectNodes } from './support/workflows';
import { serviceItemNode, triggerName, type WorkflowFile } from './support/workflows';

/**
 * What comes out of two rows, whose operation succeeds for the first; both are good in a loop, in a sub-workflow, and a good and a
 * bad call of a model are a tool's. A slash stands between two outputs of the node. Of Retry On Fail: what is wrong is mended before
 * the second try, and in brackets is how many changes of the first row were sent.
 */
const TABLE = `
| Operation | Stop | Continue | Error output | Retry On Fail | Loop | Sub-workflow | Tool |
| --- | --- | --- | --- | --- | --- | --- | --- |
| Create, Off | fails: 1 of 2 items were done | item, error | item / row and error | item, item (1) | item, item | item, item | item / error |
| Create, By Reference | fails: 1 of 2 items were done | created, error | created / row and error | created, created (1) | created, created | created, created | created / error |
| Create, By Same Fields | fails: 1 of 2 items were done | created, error | created / row and error | created, created (1) | created, created | created, created | created / error |
| Create or Update | fails: 1 of 2 items were done | created, error | created / row and error | created, created (1) | created, created | created, created | created / error |
| Sync | fails: 1 of 2 items were done | created, error | created / row and error | created, created (1) | created, created | created, created | created / error |
| Update | fails: 1 of 2 items were done | item, error | item / row and error | item, item (1) | item, item | item, item | item / error |
| Delete | fails: 1 of 2 items were done | deleted, error | deleted / row and error | deleted, deleted (1) | deleted, deleted | deleted, deleted | deleted / error |
| Get | fails: 1 of 2 items were done | item, error | item / row and error | item, item (0) | item, item | item, item | item / error |
| Get Many | fails: 1 of 2 items were done | item, error | item / row and error | item, item (0) | item, item | item, item | item / error |
| Check | fails: 1 of 2 items were done | findings, error | findings / row and error | findings (0) | findings | findings | findings / error |
`;

type Row = { reservationId: string; id: string };
type Json = Record<string, unknown>;
type Way = (parameters: object) => Promise<string>;

const good = { reservationId: 'RES-1', id: 'si-1' };
const other = { reservationId: 'RES-2', id: 'si-2' };
/** The service knows neither, until somebody mends that. */
const bad = { reservationId: 'RES-9', id: 'si-99' };

const what = { amount: '35', date: '2026-12-07', chargeDescription: 'Late checkout' };
const charge = { ...what, reference: 'late' };
const chosen = { serviceId: chooseById('={{ $json.id }}') };
const OPERATIONS: Record<string, object> = {
	'Create, Off': { operation: 'create', ...charge },
	'Create, By Reference': { operation: 'create', preventDuplicates: 'reference', ...charge },
	'Create, By Same Fields': { operation: 'create', preventDuplicates: 'sameFields', ...charge },
	'Create or Update': { operation: 'upsert', ...charge },
	Sync: { operation: 'sync', ...charge },
	Update: { operation: 'update', ...chosen, updateFields: { amount: '28' } },
	Delete: { operation: 'delete', ...chosen },
	Get: { operation: 'get', ...chosen },
	'Get Many': { operation: 'getAll' },
	Check: { resource: 'setup', operation: 'check' },
};
const WAYS: Record<string, Way> = {
	Stop: (parameters) => run([good, bad], parameters),
	Continue: (parameters) => run([good, bad], parameters, { onError: 'continueRegularOutput' }),
	'Error output': (parameters) => run([good, bad], parameters, { onError: 'continueErrorOutput' }),
	'Retry On Fail': retryOnFail,
	Loop: loop,
	'Sub-workflow': callSubWorkflow,
	Tool: useAsTool,
};

const stage = useStage();
let model: ScriptedModel;
beforeAll(async () => {
	model = await ScriptedModel.start();
	stage.service.dialect.unknownReservation = 'refused';
});

afterAll(() => model.stop());

it.each(Object.entries(OPERATIONS))('%s', async (name, parameters) => {
	const cells = [name];
	for (const [way, run] of Object.entries(WAYS)) {
		// The agent of older releases is another one.
		if (way === 'Tool' && readInstance().version) continue;
		stage.service.books.clear();
		stage.service.log.clear();
		[good, other].forEach(book);
		cells.push(await run(parameters));
	}
	expect(TABLE).toContain(`| ${cells.join(' | ')} |`);
});

function book({ reservationId, id }: Row): void {
	const spa = { amount: 12, date: '2026-12-05', description: 'Spa' };
	stage.service.books.add(reservationId, { id, ...spa });
}

function node(parameters: object, settings: Record<string, unknown> = {}) {
	const all = { reservationId: '={{ $json.reservationId }}', ...parameters };
	return serviceItemNode('Service', stage.credential, all, settings);
}

async function run(rows: Row[], parameters: object, settings = {}): Promise<string> {
	return await finish(chainNodes('Ways', chargesNode(rows), node(parameters, settings)));
}

async function finish(workflow: WorkflowFile): Promise<string> {
	const id = await stage.api.createWorkflow(workflow);
	return tell(await stage.api.runWorkflow(id, triggerName));
}

async function retryOnFail(parameters: object): Promise<string> {
	const { api, service } = stage;
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1000 };
	const workflow = chainNodes('Retry', chargesNode([good, bad]), node(parameters, settings));
	const execution = await api.startWorkflow(await api.createWorkflow(workflow), triggerName);
	await repeatUntil('the first try has failed, or the run is over', async () => {
		const isRefused = service.log.entries.some(({ status }) => status === 404);
		return isRefused || hasEnded(await api.readExecution(execution)) || undefined;
	});
	book(bad);
	const told = tell(await api.waitForExecution(execution));
	const isFirst = ({ path, body }: { path: string; body: unknown }) =>
		/si-1$/.test(path) || JSON.stringify(body ?? '').includes('RES-1');
	const sent = service.log.entries.filter((entry) => entry.method !== 'GET' && isFirst(entry));
	return `${told} (${sent.length})`;
}

async function loop(parameters: object): Promise<string> {
	const type = 'n8n-nodes-base.splitInBatches';
	const rounds = { name: 'Loop', type, typeVersion: 3, parameters: {} };
	const workflow = chainNodes('Loop', chargesNode([good, other]), rounds, node(parameters));
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	const links = { Loop: { main: [[], to('Service')] }, Service: { main: [to('Loop')] } };
	Object.assign(workflow.connections, links);
	return await finish(workflow);
}

async function callSubWorkflow(parameters: object): Promise<string> {
	const called = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const id = await stage.api.createWorkflow(connectNodes('Called', called, node(parameters)));
	await stage.api.activateWorkflow(id);
	const call = {
		name: 'Service',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { workflowId: { __rl: true, mode: 'id', value: id }, options: {} },
	};
	return await finish(chainNodes('Calls', chargesNode([good, other]), call));
}

/** The model says which reservation, and which service item. */
async function useAsTool(parameters: object): Promise<string> {
	const { api } = stage;
	const openAiApi = { id: await api.createCredential(model.credential), name: 'Model' };
	const text = JSON.stringify(node(parameters)).replace(/\$json\.(\w+)/g, "$fromAI('$1')");
	const tool = JSON.parse(text) as ReturnType<typeof node>;
	tool.type += 'Tool';
	const agent = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3.1,
		parameters: { promptType: 'define', text: 'Please', options: {} },
	};
	const chatModel = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.3,
		parameters: { model: { __rl: true, mode: 'id', value: 'any' }, responsesApiEnabled: false },
		credentials: { openAiApi },
	};
	const workflow = chainNodes('Tool', agent);
	const aside = { typeVersion: 1, position: [0, 0] };
	for (const each of [tool, chatModel]) workflow.nodes.push({ id: each.name, ...aside, ...each });
	const to = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const links = { Service: to('ai_tool'), Model: to('ai_languageModel') };
	Object.assign(workflow.connections, links);
	const calls = [good, bad].map((values) => ({ call: 'Service', arguments: values }));
	model.play(...calls, { say: 'Done' });
	await api.runWorkflow(await api.createWorkflow(workflow), triggerName);
	const answers = model.toolAnswers().map((answer) => JSON.parse(answer) as Json[]);
	return answers.map((items) => say(items)).join(' / ');
}

/** Every output, over all rounds of the node; or why the run failed. */
function tell(result: ExecutionResult): string {
	const { error, runData } = result.data.resultData;
	if (error)
		return `fails: ${/\d+ of \d+ items were done|$/.exec(error.message + error.description)?.[0]}`;
	const outputs: Json[][] = [];
	for (const { data } of runData.Service ?? []) {
		for (const [index, items] of (data?.main ?? []).entries()) {
			(outputs[index] ??= []).push(...(items ?? []).map(({ json }) => json));
		}
	}
	return outputs.map(say).join(' / ');
}

function say(items: Json[]): string {
	const names = items.map(name).join(', ');
	return names.replace(/finding(, finding)+/, 'findings') || 'nothing';
}

function name(json: Json): string {
	if (json.error) return json.reservationId ? 'row and error' : 'error';
	if (json.setting) return 'finding';
	if (typeof json.action === 'string') return json.action;
	return json.deleted ? 'deleted' : 'item';
}
