import { groupedBy } from '../lists/grouping';
import type { InputJob } from './job';

/** Inputs that go one after another: those that change the same thing, be it by others between them. */
export function linesOf(jobs: InputJob[]): InputJob[][] {
	const leads = new Map<string, string>();
	const leadOf = (key: string): string => {
		let lead = key;
		for (let next = leads.get(lead); next !== undefined; next = leads.get(lead)) lead = next;
		return lead;
	};
	for (const job of jobs) {
		const [first, other] = orderKeysOf(job).map(leadOf);
		if (first !== undefined && other !== undefined && other !== first) leads.set(other, first);
	}
	const lines = groupedBy(jobs, (job): unknown => {
		const [key] = orderKeysOf(job);
		return key === undefined ? job : leadOf(key);
	});
	return [...lines.values()];
}

/** What only reads has none, and waits for nobody. */
function orderKeysOf({ changes: { reservationId, serviceId } = {} }: InputJob): string[] {
	const keys: string[] = [];
	if (reservationId !== undefined) keys.push(`reservation ${reservationId}`);
	if (serviceId !== undefined) keys.push(`service item ${serviceId}`);
	return keys;
}
