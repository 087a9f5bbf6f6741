import type { Charge } from './charges';
import { chargeNode, chargesNode, makeCharges, reckon } from './charges';
import { repeatUntil } from './repeatUntil';
import type { Stage } from './stage';
import { chainNodes, triggerName } from './workflows';

/** How many charges a run is to make. */
export const chargesPerRun = 100;

/** A run whose process is killed in the middle of it. */
export interface KilledRun {
	charges: Charge[];
	/** of the ServiceItem node */
	parameters: Record<string, unknown>;
	workflow: string;
	execution: string;
	storedAtKill: number;
}

/** @param hotel whose reservations belong to this run alone */
export function planRun(hotel: string, parameters: KilledRun['parameters']): KilledRun {
	const charges = makeCharges(hotel, chargesPerRun, 40);
	return { charges, parameters, workflow: '', execution: '', storedAtKill: 0 };
}

export const protectedRuns = ['sameFields', 'reference', 'upsert', 'sync'] as const;

/** One for each way in which what is there already is found again. Each is on reservations of its own. */
export function planProtectedRuns(): Record<(typeof protectedRuns)[number], KilledRun> {
	return {
		sameFields: planRun('SAME', { preventDuplicates: 'sameFields' }),
		reference: planRun('REF', { preventDuplicates: 'reference' }),
		upsert: planRun('UPS', { operation: 'upsert' }),
		sync: planRun('SYNC', { operation: 'sync' }),
	};
}

/**
 * Starts all runs at once, kills what runs them when every one of them is in the middle, and records how far each has come:
 * with a latency of 250 ms none is through before all are well under way.
 */
export async function killInTheMiddle(
	runs: Record<string, KilledRun>,
	{ api, credential, service }: Stage,
	kill: () => Promise<void> | undefined,
): Promise<void> {
	service.latencyMs = 250;
	for (const [name, run] of Object.entries(runs)) {
		const nodes = [chargesNode(run.charges), chargeNode(credential, run.parameters)];
		run.workflow = await api.createWorkflow(chainNodes(name, ...nodes));
	}
	for (const run of Object.values(runs)) {
		run.execution = await api.startWorkflow(run.workflow, triggerName);
	}
	const storedOf = ({ charges }: KilledRun) => reckon(charges, service.books).stored;
	await repeatUntil(
		'every run is in the middle',
		() => Object.values(runs).every((run) => storedOf(run) >= 20) || undefined,
	);
	await kill();
	await repeatUntil('nothing is under way', () => service.inFlight.current === 0 || undefined);
	service.latencyMs = 0;
	for (const run of Object.values(runs)) {
		run.storedAtKill = storedOf(run);
		expect(run.storedAtKill).toBeLessThan(chargesPerRun);
	}
}
