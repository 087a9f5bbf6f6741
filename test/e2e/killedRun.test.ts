import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import { reckon } from './support/charges';
import { readInstance } from './support/instance';
import { chargesPerRun, killInTheMiddle, planRun } from './support/killedRuns';
import { N8nApi } from './support/n8nApi';
import { createUserFolder, removeUserFolder } from './support/n8nFolder';
import type { N8nServer } from './support/n8nServer';
import { startN8n } from './support/n8nServer';
import { createServiceCredential } from './support/serviceCredential';
import { readJson, triggerName } from './support/workflows';

const { host, packageFolder, owner } = readInstance();
const count = chargesPerRun;

/** Each on reservations of its own, and all killed by one stroke. */
const runs = {
	sameFields: planRun('SAME', { preventDuplicates: 'sameFields' }),
	reference: planRun('REF', { preventDuplicates: 'reference' }),
	sync: planRun('SYNC', { operation: 'sync' }),
};

describe('n8n killed in the middle of a run, and the workflow run again in a fresh n8n', () => {
	let service: MiniatureService;
	let userFolder: string;
	let server: N8nServer;
	let api: N8nApi;

	beforeAll(async () => {
		service = await startMiniatureService();
		userFolder = createUserFolder(packageFolder);
		server = await startN8n({ host, userFolder });
		api = new N8nApi(server.url);
		await api.setUpOwner(owner);
		const credential = await createServiceCredential(api, service);
		await killInTheMiddle(runs, { api, credential, service }, () => server.kill());
		server = await startN8n({ host, userFolder });
		api = new N8nApi(server.url);
		await api.logIn(owner);
	}, 180_000);

	afterAll(async () => {
		await server?.stop();
		await service?.stop();
		removeUserFolder(userFolder);
	});

	it.each(['sameFields', 'reference', 'sync'] as const)(
		'loses none and doubles none under %s',
		async (name) => {
			const { charges, workflow, storedAtKill } = runs[name];

			const result = await api.runWorkflow(workflow, triggerName);

			expect(result.status).toBe('success');
			const actions = readJson(result, 'Charge').map(({ _action, action }) => action ?? _action);
			const created = actions.filter((action) => action === 'created').length;
			const known = name === 'sync' ? 'unchanged' : 'alreadyExisted';
			const found = actions.filter((action) => action === known).length;
			const reckoning = reckon(charges, service.books);
			report(name, { found, created, ...reckoning });
			expect({ found, created }).toEqual({ found: storedAtKill, created: count - storedAtKill });
			expect(reckoning).toEqual({ stored: count, lost: 0, duplicated: 0 });
		},
	);
});

function report(name: keyof typeof runs, figures: object): void {
	const { storedAtKill } = runs[name];
	const words = Object.entries({ storedAtKill, ...figures }).map((figure) => figure.join(' '));
	process.stdout.write(`Killed, ${name}: ${words.join(', ')}\n`);
}
