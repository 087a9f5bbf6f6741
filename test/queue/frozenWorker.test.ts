import { setTimeout as sleep } from 'node:timers/promises';
import type { Charge, Reckoning } from '../e2e/support/charges';
import { chargeNode, chargesNode, makeCharges, reckon } from '../e2e/support/charges';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { chainNodes, triggerName } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';
import { quickNotice } from './support/quickNotice';

const count = 100;
const reservations = 10;
/** A process notices a standstill from two seconds on. */
const leastFreezeMs = 3_000;

interface FrozenRun {
	charges: Charge[];
	parameters: Record<string, unknown>;
	workflow: string;
	execution: string;
	storedAtFreeze: number;
}

const runs: Record<string, FrozenRun> = {
	sameFields: planRun('SAME', { preventDuplicates: 'sameFields' }),
	reference: planRun('REF', { preventDuplicates: 'reference' }),
	upsert: planRun('UPS', { operation: 'upsert' }),
	sync: planRun('SYNC', { operation: 'sync' }),
};

describe('a worker that stands still in the middle of its runs, and goes on when they were run anew by another one', () => {
	const all = Object.values(runs);
	// As many at a time as there are runs: what comes later is not handed to the frozen one.
	const concurrency = all.length;
	const stage = useQueueStage({
		workers: [{ concurrency }],
		environment: quickNotice,
		keepsBooks: true,
	});
	const reckonings: Record<string, Reckoning> = {};

	beforeAll(async () => {
		const { api, service, system } = stage;
		service.latencyMs = 2_000;
		for (const [name, run] of Object.entries(runs)) {
			const node = chargeNode(stage.credential, run.parameters);
			run.workflow = await api.createWorkflow(chainNodes(name, chargesNode(run.charges), node));
			run.execution = await api.startWorkflow(run.workflow, triggerName);
		}
		const other = await system.startWorker();
		service.latencyMs = 250;
		const inTheMiddle = all.map(({ charges }) => storedOf(charges) + 10);
		await repeatUntil(
			'every run is in the middle',
			() =>
				all.every(({ charges }, index) => storedOf(charges) >= (inTheMiddle[index] ?? 0)) ||
				undefined,
		);

		const [frozen] = system.workers;
		if (!frozen) throw new Error('There is no worker');
		frozen.freeze();
		const frozenAt = Date.now();
		await repeatUntil('nothing is under way', () => service.inFlight.current === 0 || undefined);
		for (const run of all) run.storedAtFreeze = storedOf(run.charges);
		service.latencyMs = 20;
		const anew = await Promise.all(
			all.map(async ({ workflow }) => await api.runWorkflow(workflow, triggerName)),
		);
		expect(anew.map(({ status }) => status)).toEqual(all.map(() => 'success'));
		expect(other.executions()).toEqual(expect.arrayContaining(anew.map(({ id }) => id)));
		await sleep(leastFreezeMs - (Date.now() - frozenAt));
		const frozenFor = Date.now() - frozenAt;
		frozen.thaw();
		await repeatUntil(
			'the frozen worker is through with its runs',
			() => all.every(({ execution }) => frozen.finished().includes(execution)) || undefined,
		);
		for (const [name, { charges, storedAtFreeze }] of Object.entries(runs)) {
			reckonings[name] = reckon(charges, service.books);
			process.stdout.write(
				`Frozen for ${frozenFor} ms, ${name}: ${JSON.stringify({ storedAtFreeze, ...reckonings[name] })}\n`,
			);
		}
	}, 300_000);

	it.each(Object.keys(runs))('loses none and doubles none: %s', (name) => {
		const { storedAtFreeze = 0 } = runs[name] ?? {};
		expect(storedAtFreeze).toBeGreaterThan(0);
		expect(storedAtFreeze).toBeLessThan(count);
		expect(reckonings[name]).toEqual({ stored: count, lost: 0, duplicated: 0 });
	});

	function storedOf(charges: Charge[]): number {
		return reckon(charges, stage.service.books).stored;
	}
});

function planRun(hotel: string, parameters: FrozenRun['parameters']): FrozenRun {
	const charges = makeCharges(hotel, count, reservations);
	return { charges, parameters, workflow: '', execution: '', storedAtFreeze: 0 };
}
