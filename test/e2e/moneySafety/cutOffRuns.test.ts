import type { MiniatureService } from '../../service/miniatureService';
import { startMiniatureService } from '../../service/miniatureService';
import { mulberry32 } from '../../service/randomNumbers';
import type { Charge } from '../support/charges';
import { chargeNode, chargesNode, makeCharges, reckon } from '../support/charges';
import { readInstance } from '../support/instance';
import type { ExecutionResult } from '../support/execution';
import { N8nApi } from '../support/n8nApi';
import { createUserFolder, removeUserFolder } from '../support/n8nFolder';
import type { N8nServer } from '../support/n8nServer';
import { startN8n } from '../support/n8nServer';
import { repeatUntil } from '../support/repeatUntil';
import { createServiceCredential } from '../support/serviceCredential';
import { chainNodes, triggerName } from '../support/workflows';

const { host, packageFolder, owner } = readInstance();
const seed = Math.floor(Math.random() * 1e6);
const random = mulberry32(seed);
const between = (least: number, most: number): number =>
	least + Math.floor(random() * (most - least + 1));

interface Run {
	charges: Charge[];
	execution: string;
	storedAtKill: number;
}

/** One stroke finds each at another point, as they differ in length. Up to a hundred charges are noted as one. */
const runs: Run[] = Array.from({ length: 10 }, (_, index) => {
	const isShort = index < 3;
	const count = isShort ? between(80, 100) : between(150, 450);
	return {
		charges: makeCharges(`CUT${index}`, count, between(40, 450)),
		execution: '',
		storedAtKill: 0,
	};
});

describe(`ten runs without Prevent Duplicates, cut off at random points (seed ${seed}) and retried`, () => {
	let service: MiniatureService;
	let userFolder: string;
	let server: N8nServer;
	let api: N8nApi;

	beforeAll(async () => {
		service = await startMiniatureService({ latencyMs: 200 });
		userFolder = createUserFolder(packageFolder);
		server = await startN8n({ host, userFolder });
		api = new N8nApi(server.url);
		await api.setUpOwner(owner);
		await startRuns();
		await repeatUntil(
			'all runs have begun',
			() => runs.every(({ charges }) => storedOf(charges) > 0) || undefined,
		);
		await new Promise((resolve) => setTimeout(resolve, between(0, 2_000)));
		process.kill(server.pid, 'SIGKILL');
		await server.stop();
		for (const run of runs) run.storedAtKill = storedOf(run.charges);
		service.latencyMs = 0;
		server = await startN8n({ host, userFolder });
		api = new N8nApi(server.url);
		await api.logIn(owner);
	}, 240_000);

	afterAll(async () => {
		await server?.stop();
		await service?.stop();
		removeUserFolder(userFolder);
	});

	it.each(runs.map((run, index) => [index, run] as const))(
		'doubles nothing in run %i, and reports every charge that it does not make',
		async (index, { charges, execution, storedAtKill }) => {
			const result = await api.retryExecution(execution, false);

			const { stored, lost, duplicated } = reckon(charges, service.books);
			const reported = unclearIn(result);
			process.stdout.write(
				`Cut off, run ${index}: ${charges.length} charges, ${storedAtKill} made before, ${stored - storedAtKill} after, ${reported.length} reported, ${duplicated} doubled\n`,
			);
			expect(storedAtKill).toBeLessThan(charges.length);
			expect(duplicated).toBe(0);
			expect(stored - storedAtKill + reported.length).toBe(charges.length);
			expect(stored + lost).toBe(charges.length);
		},
	);

	function storedOf(charges: Charge[]): number {
		return reckon(charges, service.books).stored;
	}

	async function startRuns(): Promise<void> {
		const credential = await createServiceCredential(api, service);
		const workflows: string[] = [];
		for (const { charges } of runs) {
			const onError = { onError: 'continueRegularOutput' };
			const node = chargeNode(credential, {}, onError);
			const workflow = chainNodes('Cut off', chargesNode(charges), node);
			const settings = { ...workflow.settings, saveExecutionProgress: true };
			workflows.push(await api.createWorkflow({ ...workflow, settings }));
		}
		for (const [index, run] of runs.entries()) {
			run.execution = await api.startWorkflow(workflows[index] ?? '', triggerName);
		}
	}

	/** What was given out as unclear. */
	function unclearIn(result: ExecutionResult): unknown[] {
		const given = result.data.resultData.runData.Charge?.[0]?.data?.main[0] ?? [];
		return given.filter(({ json }) =>
			/may or may not have been created on.*an execution that was cut off/.test(String(json.error)),
		);
	}
});
