import type { MiniatureService } from '../../service/miniatureService';
import type { Charge } from './charges';
import { chargeNode, chargesNode, makeCharges, reckon } from './charges';
import type { N8nApi } from './n8nApi';
import type { WorkflowFile } from './workflowFile';
import { repeatUntil } from './repeatUntil';
import { chainNodes, triggerName } from './workflows';

/** How many charges a run is to make. */
export const chargesPerRun = 100;

/** A run whose process is killed in the middle of it. */
export interface KilledRun {
	charges: Charge[];
	/** of the ServiceItem node */
	parameters: Record<string, unknown>;
	/** of the workflow */
	settings: Record<string, unknown>;
	workflow: string;
	execution: string;
	storedAtKill: number;
}

/** @param hotel whose reservations belong to this run alone */
export function planRun(
	hotel: string,
	parameters: KilledRun['parameters'],
	settings: KilledRun['settings'] = {},
): KilledRun {
	const charges = makeCharges(hotel, chargesPerRun, 40);
	return { charges, parameters, settings, workflow: '', execution: '', storedAtKill: 0 };
}

/** The workflow of a run, whose ServiceItem node may have other parameters by now. */
export function workflowOf(
	name: string,
	run: KilledRun,
	credential: { id: string; name: string },
	parameters: KilledRun['parameters'] = {},
): WorkflowFile {
	const node = chargeNode(credential, { ...run.parameters, ...parameters });
	const workflow = chainNodes(name, chargesNode(run.charges), node);
	return { ...workflow, settings: { ...workflow.settings, ...run.settings } };
}

/**
 * Starts all runs at once and waits until every one of them is in the middle: with a latency of 250 ms none is through
 * before all are well under way.
 *
 * @param least how many charges every one of them has made then
 */
export async function startRuns(
	runs: Record<string, KilledRun>,
	{
		api,
		credential,
		service,
	}: { api: N8nApi; credential: { id: string; name: string }; service: MiniatureService },
	least: number,
): Promise<void> {
	for (const [name, run] of Object.entries(runs)) {
		run.workflow = await api.createWorkflow(workflowOf(name, run, credential));
	}
	for (const run of Object.values(runs)) {
		run.execution = await api.startWorkflow(run.workflow, triggerName);
	}
	const isInTheMiddle = ({ charges }: KilledRun): boolean =>
		reckon(charges, service.books).stored >= least;
	await repeatUntil(
		'every run is in the middle',
		() => Object.values(runs).every(isInTheMiddle) || undefined,
	);
}

/** Notes how far each run has come; none is through. */
export function noteKilled(runs: Record<string, KilledRun>, service: MiniatureService): void {
	for (const run of Object.values(runs)) {
		run.storedAtKill = reckon(run.charges, service.books).stored;
		expect(run.storedAtKill).toBeGreaterThan(0);
		expect(run.storedAtKill).toBeLessThan(chargesPerRun);
	}
}
