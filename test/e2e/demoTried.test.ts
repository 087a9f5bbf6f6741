import path from 'node:path';
import { connectAs } from '../service/client';
import type { Demo } from './support/demo';
import { expectNobodyAt, startDemo, waitForEnd } from './support/demo';
import { Editor } from './support/editor/editor';
import { editNode, fillField, readExample } from './support/exampleWorkflow';
import { submitForm } from './support/form';
import { N8nApi } from './support/n8nApi';
import { repeatUntil } from './support/repeatUntil';
import { readJson } from './support/workflows';

interface Charge {
	amount: number;
	description: string;
}

const byHand = 'When clicking ‘Execute workflow’';
const again =
	'Execute the workflow again: no second late checkout, as Add Late Checkout prevents duplicates by reference. The last column of its output, _action, says alreadyExisted.';
const mistyped =
	'In Late Checkout Request, mistype the reservation, say RES-1020: the service says that there is none. Put RES-1002 back.';
const off =
	'In Add Late Checkout, choose Prevent Duplicates → Off, and execute the workflow once more: now there are two.';
const picked =
	'In a new workflow, add Get of Reservation Service Item, with Reservation ID RES-1001: its list offers what is on it. Search for Spa.';
const wrongKey = 'Change the API key in the credential: the test says what the service says.';

/** What the demo tells people to try, and the examples, done in it. The steps build on each other. */
describe('what is tried in the demo', () => {
	let demo: Demo;
	let editor: Editor;
	let api: N8nApi;
	let n8n: string;
	let service: string;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		demo = await startDemo();
		[n8n = '', service = ''] = demo.ports.map((port) => `http://127.0.0.1:${port}`);
		await repeatUntil('the demo waits', () => /Ctrl-C/.test(demo.printed()) || undefined, 240_000);
		const [, email = '', password = ''] = /Login +(\S+) +(\S+)/.exec(demo.printed()) ?? [];
		const owner = { email, password, firstName: 'Demo', lastName: 'Owner' };
		api = new N8nApi(n8n);
		await api.logIn(owner);
		const [first] = await api.send<Array<{ id: string; name: string }>>('GET', '/credentials');
		if (!first) throw new Error('The demo has no credential');
		credential = { id: first.id, name: first.name };
		editor = new Editor(n8n);
		await editor.open(owner);
	});

	afterAll(async () => {
		await editor.camera.keepLastView();
		await editor.close();
		demo.process.kill('SIGKILL');
	});

	it('is all that it tells people to try', () => {
		for (const id of ['RES-1001', 'RES-1002', 'RES-1003']) {
			expect(demo.printed()).toMatch(new RegExp(`^ +${id} +si-\\d`, 'm'));
		}
		const [, list = ''] = /What to try\n([^]*?)\nEditor/.exec(demo.printed()) ?? [];
		const [, ...told] = list.split(/^ {2}- /m).map((text) => text.replace(/\s+/g, ' ').trim());

		expect(told).toEqual([again, mistyped, off, picked, wrongKey]);
	});

	it(again, async () => {
		const [, workflow = ''] = /\/workflow\/(\w+)/.exec(demo.printed()) ?? [];
		await editor.canvas.openWorkflow(workflow);
		expect(await editor.canvas.executeWorkflow()).toContain('Workflow executed successfully');
		expect(await lateCheckouts()).toMatchObject([{ amount: 28 }]);

		const [, second = ''] = await api.waitForExecutions(workflow, 2);
		const [checkout] = readJson(await api.waitForExecution(second), 'Add Late Checkout');
		expect(Object.entries(checkout ?? {}).at(-1)).toEqual(['_action', 'alreadyExisted']);
	});

	it(off, async () => {
		const example = readExample(fileOf('add-late-checkout'), credential);
		const unprotected = editNode(example, 'Add Late Checkout', (node) => ({
			...node,
			parameters: { ...(node.parameters as object), preventDuplicates: 'off' },
		}));
		await api.runWorkflow(await api.createWorkflow(unprotected), byHand);
		expect(await lateCheckouts()).toMatchObject([{ amount: 28 }, { amount: 28 }]);
	});

	it(mistyped, async () => {
		const example = readExample(fileOf('add-late-checkout'), credential);
		const workflow = fillField(example, 'Late Checkout Request', 'reservationId', 'RES-1020');
		const result = await api.runWorkflow(await api.createWorkflow(workflow), byHand);

		expect(result.data.resultData.error?.message).toContain('There is no reservation RES-1020');
	});

	it(picked, async () => {
		const name = 'Reservation Service Item';
		await editor.nodeCreator.openInNewWorkflow();
		await editor.nodeCreator.search('late checkout', name);
		await editor.nodeCreator.add(name, 'Get service item');
		await editor.credential.choose(credential.name);
		await editor.form.fill('reservationId', 'RES-1001');

		expect(await editor.picker.open()).toHaveLength(4);
		expect(await editor.picker.search('Spa')).toEqual([
			expect.stringMatching(/Spa treatment, 60 minutes/),
		]);
		await editor.picker.pick('Spa treatment');
	});

	it.each([
		['add-late-checkout', byHand, 'Apply Member Rate', { amount: 28 }],
		['minibar-count', byHand, 'Read the Charge', { amount: 14.5 }],
		['check-api-format', byHand, 'What to Change', { verdict: 'right' }],
		['monthly-statement', 'On the First of the Month', 'Send the Statement', {}],
		['nightly-sync', 'Every Night at 2:00', 'Add Sample Rows', { amount: 18 }],
		['nightly-sync', 'Every Night at 2:00', 'Apply Changes', { action: 'created' }],
		['alert-on-changed-charges', 'Charges of These Reservations', 'Send to the Team', {}],
	])('runs the example %s as it is', async (example, trigger, lastStep, given) => {
		const result = await api.runWorkflow(await importExample(example), trigger);

		expect(result.data.resultData.error).toBeUndefined();
		const [first] = readJson(result, lastStep);
		expect(first).toMatchObject(given);
	});

	it('answers the example late-checkout-upsell', async () => {
		await api.activateWorkflow(await importExample('late-checkout-upsell'));
		const answer = await fetch(`${n8n}/webhook/late-checkout`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{ "reservationId": "RES-1003", "date": "2026-12-07", "until": "14:00" }',
		});

		expect(await answer.json()).toMatchObject({ status: 'booked', amount: 35 });
	});

	it('takes the rows of the example bulk-import', async () => {
		await api.activateWorkflow(await importExample('bulk-import'));
		const rows = [
			['Reference', 'Reservation', 'Date', 'Description', 'Amount'],
			['inv-1', 'RES-1003', '2026-12-07', 'Minibar', '12.50'],
			['inv-2', 'RES-1003', '07.12.2026', 'Minibar', '12.50'],
		];
		const text = rows.map((cells) => cells.join('\t')).join('\n');
		const { page } = await submitForm(api, `${n8n}/form/import-charges`, text);

		expect(page).toContain('1 of 2 charges added');
		expect(page).toContain('Give 2026-12-07.');
		expect(page).not.toContain('expression');
	});

	it(wrongKey, async () => {
		await editor.credential.reopen();
		await editor.credential.readSuccess();
		await editor.credential.fill({ apiKey: 'not-the-key' });
		await editor.credential.save();

		const word = 'the key does not belong to it';
		expect(await editor.credential.readRefusal(word)).toContain(word);
	});

	it('leaves neither n8n nor the service running when it is killed', async () => {
		demo.process.kill('SIGKILL');
		await waitForEnd(demo);

		await expectNobodyAt(demo.ports);
	});

	async function importExample(name: string): Promise<string> {
		return await api.createWorkflow(readExample(fileOf(name), credential));
	}

	async function lateCheckouts(): Promise<Charge[]> {
		const client = await connectAs({ url: service });
		const { data } = await client.get<{ items: Charge[] }>('/services', {
			params: { reservationId: 'RES-1002' },
		});
		return data.items.filter(({ description }) => description.startsWith('Late checkout'));
	}
});

function fileOf(example: string): string {
	return path.join(__dirname, '..', '..', 'examples', `${example}.json`);
}
