import { groupedBy } from '../lists/grouping';
import type { InputJob } from './job';
import { isReconciled, orderKeysOf } from './job';

/** Inputs that go one after another: those that have a key in common, be it by others between them. */
export function linesOf(jobs: InputJob[]): InputJob[][] {
	const leads = new Map<string, string>();
	const leadOf = (key: string): string => {
		let lead = key;
		for (let next = leads.get(lead); next !== undefined; next = leads.get(lead)) lead = next;
		return lead;
	};
	for (const job of jobs) {
		const [first, ...others] = orderKeysOf(job).map(leadOf);
		for (const other of others) if (first !== undefined && other !== first) leads.set(other, first);
	}
	const lines = groupedBy(jobs, (job): unknown => {
		const [key] = orderKeysOf(job);
		return key === undefined ? job : leadOf(key);
	});
	return [...lines.values()];
}

/** Of a line: neighbours that are reconciled go together, others one by one. */
export function partsOf(line: InputJob[]): InputJob[][] {
	const parts: InputJob[][] = [];
	for (const job of line) {
		const last = parts.at(-1);
		if (last && isReconciled(job) && isReconciled(last[0] as InputJob)) last.push(job);
		else parts.push([job]);
	}
	return parts;
}
