import type { Charge } from './charges';
import { chargeNode, chargesNode, makeCharges, reckon } from './charges';
import { repeatUntil } from './repeatUntil';
import type { Stage } from './stage';
import { chainNodes, triggerName } from './workflows';

/** How many charges a run is to make. */
export const chargesPerRun = 100;

/** Parameters, one for each way in which what is there already is found again. */
export const protectedRuns: Record<string, Record<string, unknown>> = {
	sameFields: { preventDuplicates: 'sameFields' },
	reference: { preventDuplicates: 'reference' },
	upsert: { operation: 'upsert' },
	sync: { operation: 'sync' },
};

/** A run whose process was killed in the middle of it. */
export interface KilledRun {
	charges: Charge[];
	workflow: string;
	execution: string;
	storedAtKill: number;
}

/**
 * Starts a run with each of the parameters at once, all on reservations of their own, kills what runs them when every one of them
 * is in the middle, and records how far each has come: with a latency of 250 ms none is through before all are well under way.
 * @returns what was killed, by the names of the parameters
 */
export async function killInTheMiddle(
	parameters: Record<string, Record<string, unknown>>,
	{ api, credential, service }: Stage,
	kill: () => Promise<void> | undefined,
): Promise<Map<string, KilledRun>> {
	service.latencyMs = 250;
	const runs = new Map<string, KilledRun>();
	for (const [name, own] of Object.entries(parameters)) {
		const charges = makeCharges(name, chargesPerRun, 40);
		const nodes = [chargesNode(charges), chargeNode(credential, own)];
		const workflow = await api.createWorkflow(chainNodes(name, ...nodes));
		runs.set(name, { charges, workflow, execution: '', storedAtKill: 0 });
	}
	const all = [...runs.values()];
	for (const run of all) run.execution = await api.startWorkflow(run.workflow, triggerName);
	const storedOf = ({ charges }: KilledRun) => reckon(charges, service.books).stored;
	const isInTheMiddle = () => all.every((run) => storedOf(run) >= 20) || undefined;
	await repeatUntil('every run is in the middle', isInTheMiddle);
	await kill();
	await repeatUntil('nothing is under way', () => service.inFlight.current === 0 || undefined);
	service.latencyMs = 0;
	for (const run of all) {
		run.storedAtKill = storedOf(run);
		expect(run.storedAtKill).toBeLessThan(chargesPerRun);
	}
	return runs;
}
