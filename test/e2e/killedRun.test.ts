import { reckon } from './support/charges';
import {
	chargesPerRun,
	killInTheMiddle,
	protectedRuns,
	type KilledRun,
} from './support/killedRuns';
import { N8nApi } from './support/n8nApi';
import { createUserFolder, removeUserFolder } from './support/n8nFolder';
import { startN8n, type N8nServer } from './support/n8nProcess';
import { openStage, readInstance, type Stage } from './support/stage';
import { readJson, triggerName } from './support/workflows';

const { host, packageFolder } = readInstance();

describe('n8n killed in the middle of a run, and the workflow run again in a fresh n8n', () => {
	let stage: Stage;
	let userFolder: string;
	let server: N8nServer;
	/** All killed by one stroke. */
	let runs: Map<string, KilledRun>;

	beforeAll(async () => {
		userFolder = createUserFolder(packageFolder);
		server = await startN8n({ host, userFolder });
		const api = new N8nApi(server.url);
		await api.setUpOwner();
		stage = await openStage(api);
		runs = await killInTheMiddle(protectedRuns, stage, () => server.kill());
		server = await startN8n({ host, userFolder });
		stage.api = new N8nApi(server.url);
		await stage.api.logIn();
	}, 180_000);

	afterAll(async () => {
		await server?.stop();
		await stage?.service.stop();
		removeUserFolder(userFolder);
	});

	it.each(Object.keys(protectedRuns))('loses none and doubles none under %s', async (name) => {
		const { charges, workflow, storedAtKill } = runs.get(name)!;

		const result = await stage.api.runWorkflow(workflow, triggerName);

		expect(result.status).toBe('success');
		const created = readJson(result, 'Charge').filter(({ action }) => action === 'created');
		expect(created).toHaveLength(chargesPerRun - storedAtKill);
		const reckoning = reckon(charges, stage.service.books);
		expect(reckoning).toEqual({ stored: chargesPerRun, lost: 0, duplicated: 0 });
	});
});
