import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import { readInstance } from './support/instance';
import { N8nApi } from './support/n8nApi';
import { createUserFolder, removeUserFolder } from './support/n8nFolder';
import type { N8nServer } from './support/n8nServer';
import { startN8n } from './support/n8nServer';
import { repeatUntil } from './support/repeatUntil';
import { createServiceCredential } from './support/serviceCredential';
import { readEvents, watchingWorkflow } from './support/watching';

const { host, packageFolder, owner } = readInstance();

/** The scheduler keeps in the database when to poll, and what a poll is to go on from. */
const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
};

describe.each([
	['by default', {}],
	['with durable poll cursors', durable],
])('the trigger in a running n8n, %s', (_, environment) => {
	let service: MiniatureService;
	let userFolder: string;
	let server: N8nServer;
	let api: N8nApi;
	let credential: { id: string; name: string };
	let workflow: string;
	let seen = 0;

	beforeAll(async () => {
		service = await startMiniatureService();
		userFolder = createUserFolder(packageFolder);
		server = await startN8n({ host, userFolder, environment });
		api = new N8nApi(server.url);
		await api.setUpOwner(owner);
		credential = await createServiceCredential(api, service);
		workflow = await api.createWorkflow(watchingWorkflow(['RES-1'], credential));
	});

	afterAll(async () => {
		await server?.stop();
		await service?.stop();
		removeUserFolder(userFolder);
	});

	it('gives out a charge that is made right after publishing, and none that was there before', async () => {
		book('RES-1', 'Breakfast');
		await api.activateWorkflow(workflow);
		book('RES-1', 'Late checkout');

		expect(await nextEvents(1)).toEqual(['created Late checkout']);
		await expectNothingMore();
	});

	it('gives out what happens between polls, each once', async () => {
		book('RES-1', 'Spa');
		expect(await nextEvents(1)).toEqual(['created Spa']);
		await expectNothingMore();
	});

	it('gives out what happened while n8n was away, and nothing twice', async () => {
		await server.stop();
		book('RES-1', 'Ski hire');
		server = await startN8n({ host, userFolder, environment });
		api = new N8nApi(server.url);
		await api.logIn(owner);

		expect(await nextEvents(1)).toEqual(['created Ski hire']);
		await expectNothingMore();
	});

	it('gives out a charge on a reservation that has been added to the list, made right after publishing', async () => {
		book('RES-2', 'Dinner');
		await api.deactivateWorkflow(workflow);
		await api.updateWorkflow(workflow, watchingWorkflow(['RES-1', 'RES-2'], credential));
		await api.activateWorkflow(workflow);
		book('RES-2', 'Wine');

		expect(await nextEvents(1)).toEqual(['created Wine']);
		await expectNothingMore();
	});

	function book(reservationId: string, description: string): void {
		service.books.add(reservationId, { amount: 20, date: '2026-12-07', description });
	}

	/** Waits for that many executions more. @returns what they gave out */
	async function nextEvents(count: number): Promise<string[]> {
		const ids = await api.waitForExecutions(workflow, seen + count);
		const fresh = ids.slice(seen);
		seen = ids.length;
		return (await Promise.all(fresh.map((id) => api.waitForExecution(id)))).flatMap(readEvents);
	}

	/** Waits for some polls. */
	async function expectNothingMore(): Promise<void> {
		service.log.clear();
		const polls = () => service.log.count('GET', /^\/services$/);
		await repeatUntil('there were polls', () => polls() >= 3 || undefined);
		expect(await nextEvents(0)).toEqual([]);
	}
});
