import { groupedBy } from '../lists/grouping';
import { reservationKey } from '../lists/reservationId';
import type { InputJob, Target } from './job';

/**
 * Groups the inputs that go one after another: each changes what another of its
 * group changes.
 */
export function linesOf(jobs: InputJob[]): InputJob[][] {
	const joinedTo = new Map<string, string>();
	const lineOf = (key: string): string => {
		let line = key;
		while (joinedTo.has(line)) line = joinedTo.get(line) as string;
		return line;
	};
	for (const job of jobs) {
		const [first, other] = orderKeysOf(job).map(lineOf);
		if (first !== undefined && other !== undefined && other !== first) {
			joinedTo.set(other, first);
		}
	}
	const lines = groupedBy(jobs, (job): unknown => {
		const [key] = orderKeysOf(job);
		return key === undefined ? job : lineOf(key);
	});
	return [...lines.values()];
}

/** What only reads has none, and waits for nobody. */
function orderKeysOf(job: InputJob): string[] {
	const keys: string[] = [];
	const { reservationId, serviceId }: Target = job.changes ?? {};
	if (reservationId !== undefined) {
		keys.push(`reservation ${reservationKey(reservationId)}`);
	}
	if (serviceId !== undefined) keys.push(`service item ${serviceId}`);
	return keys;
}
