import path from 'node:path';
import { connectAs } from '../service/client';
import type { Demo } from './support/demo';
import { expectNobodyAt, startDemo, waitForEnd } from './support/demo';
import { editNode, fillField, readExample } from './support/exampleWorkflow';
import { N8nApi } from './support/n8nApi';
import { repeatUntil } from './support/repeatUntil';
import { readJson } from './support/workflows';

const byHand = 'When clicking ‘Execute workflow’';
const again =
	'Execute the workflow again: no second late checkout, as Add Late Checkout prevents duplicates by reference. The first column of its output, action, says alreadyExisted.';
const mistyped =
	'In Late Checkout Request, mistype the reservation, say RES-1020: the service says that there is none. Put RES-1002 back.';
const off =
	'In Add Late Checkout, choose Prevent Duplicates → Off, and execute the workflow once more: now there are two.';
const lost =
	'Enter RES-1003 in Late Checkout Request, and execute the workflow, still with Off. The service creates this charge, but its answer is lost. The message says so. Choose Prevent Duplicates → By Same Fields, save, and under Executions retry the failed one with the currently saved workflow. There is one late checkout.';
/** What editor.test.ts does with a service of the same bookings. */
const inTheEditor = [
	'In a new workflow, add Get of Reservation Service Item, with Reservation ID RES-1001: its list offers what is on it. Search for Spa.',
	"Change the API key in the credential: under the failed test, More details shows the service's own words.",
];

let demo: Demo | undefined;

afterAll(() => demo?.process.kill('SIGKILL'));

it('the demo with --once shows a run and ends with nothing left', async () => {
	demo = await startDemo('--once');
	await waitForEnd(demo);

	expect(demo.process.exitCode).toBe(0);
	expect(demo.printed()).toMatch(
		/Late checkout until 14:00 \[ref:late-checkout-[-\d]+\] +28\.00 +added/,
	);
	await expectNobodyAt(demo.ports);
});

/** The steps build on each other. */
describe('what the demo tells people to try', () => {
	let printed: string;
	let api: N8nApi;
	let service: string;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		const { process, printed: readPrinted, ports } = (demo = await startDemo());
		const isWaiting = (): boolean => /Ctrl-C/.test(readPrinted());
		const hasEnded = (): boolean => process.exitCode !== null;
		await repeatUntil('the demo waits', () => isWaiting() || hasEnded() || undefined, 240_000);
		if (hasEnded()) throw new Error(readPrinted());
		printed = readPrinted();
		const [n8n = '', atService = ''] = ports.map((port) => `http://127.0.0.1:${port}`);
		service = atService;
		const [, email = '', password = ''] = /Login +(\S+) +(\S+)/.exec(printed) ?? [];
		api = new N8nApi(n8n);
		await api.logIn({ email, password, firstName: '', lastName: '' });
		const [first] = await api.send<Array<{ id: string; name: string }>>('GET', '/credentials');
		if (!first) throw new Error('The demo has no credential');
		credential = { id: first.id, name: first.name };
	}, 300_000);

	it('is all that is tried here', () => {
		for (const id of ['RES-1001', 'RES-1002', 'RES-1003']) {
			expect(printed).toMatch(new RegExp(`^ +${id} +si-\\d`, 'm'));
		}
		const [, list = ''] = /What to try\n([^]*?)\nEditor/.exec(printed) ?? [];
		const [, ...told] = list.split(/^ {2}- /m).map((text) => text.replace(/\s+/g, ' ').trim());
		expect(told).toEqual([again, mistyped, off, lost, ...inTheEditor]);
	});

	it(again, async () => {
		const [, workflow = ''] = /\/workflow\/(\w+)/.exec(printed) ?? [];
		const [checkout] = readJson(await api.runWorkflow(workflow, byHand), 'Add Late Checkout');

		expect(Object.entries(checkout ?? {})[0]).toEqual(['action', 'alreadyExisted']);
		expect(await lateCheckouts()).toMatchObject([{ amount: 28 }]);
	});

	it(off, async () => {
		await api.runWorkflow(await api.createWorkflow(protectedBy('off')), byHand);
		expect(await lateCheckouts()).toMatchObject([{ amount: 28 }, { amount: 28 }]);
	});

	it(lost, async () => {
		const request = 'Late Checkout Request';
		const workflow = fillField(protectedBy('off'), request, 'reservationId', 'RES-1003');
		const id = await api.createWorkflow(workflow);
		const failed = await api.runWorkflow(id, byHand);

		expect(failed.data.resultData.error?.message).toMatch(
			/may or may not have been created on reservation 'RES-1003'/,
		);
		expect(failed.data.resultData.error?.description).toContain("'Prevent Duplicates'");
		const mended = fillField(protectedBy('sameFields'), request, 'reservationId', 'RES-1003');
		await api.updateWorkflow(id, mended);
		const retried = await api.retryExecution(String(failed.id), true);

		expect(retried.status).toBe('success');
		expect(await lateCheckouts('RES-1003')).toMatchObject([{ amount: 28 }]);
	});

	it(mistyped, async () => {
		const request = 'Late Checkout Request';
		const workflow = fillField(example('add-late-checkout'), request, 'reservationId', 'RES-1020');
		const result = await api.runWorkflow(await api.createWorkflow(workflow), byHand);

		expect(result.data.resultData.error?.message).toContain('There is no reservation RES-1020');
	});

	it('leaves neither n8n nor the service running when it is killed', async () => {
		if (!demo) throw new Error('The demo has not been started');
		demo.process.kill('SIGKILL');
		await waitForEnd(demo);
		await expectNobodyAt(demo.ports);
	});

	function example(name: string) {
		return readExample(path.join(__dirname, '..', '..', 'examples', `${name}.json`), credential);
	}

	function protectedBy(preventDuplicates: string) {
		return editNode(example('add-late-checkout'), 'Add Late Checkout', (node) => ({
			...node,
			parameters: { ...(node.parameters as object), preventDuplicates },
		}));
	}

	async function lateCheckouts(reservationId = 'RES-1002') {
		const client = await connectAs({ url: service });
		const { data } = await client.get<{ items: Array<{ amount: number; description: string }> }>(
			`/services?reservationId=${reservationId}`,
		);
		return data.items.filter(({ description }) => description.startsWith('Late checkout'));
	}
});
