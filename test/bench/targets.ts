import { ratioTo, type Result } from './benchReport';
import type { Floor } from './contenders';
import { RESERVATIONS } from './measure';

/** What this node has to keep to, and what it came to. */
export interface TargetCheck {
	target: string;
	found: string;
	isMet: boolean;
}

const LISTS_PER_RESERVATION = 3;
const OWN = 'This node';
/** What real n8n may add to plain HTTP is measured where it has nothing to evaluate. */
const FREE_OF_EVALUATION = ['This node, plain fields', 'This node, a text with a field'];

/** Compares the results of this node with its targets; targets whose settings were not measured are left out. */
export function checkTargets(results: readonly Result[]): TargetCheck[] {
	const own = results.filter(({ contender }) => contender.name.startsWith(OWN));
	const large = own.filter(
		({ contender, setting }) => contender.name === OWN && setting.items >= 100,
	);
	const fewAtATime = large.filter(
		({ contender, setting }) => contender.concurrency === 5 && setting.latencyMs === 20,
	);
	return [
		...worstOf(large, 1.05, 'helper', 'the helper from 100 items up', results),
		...worstOf(
			fewAtATime,
			1.15,
			'keepAlive',
			'axios with keep-alive at 20 ms and concurrency 5',
			results,
		),
		checkExchanges(own),
		checkRequests(own),
	];
}

/** The same for what was measured in a real n8n. */
export function checkTargetsInN8n(results: readonly Result[]): TargetCheck[] {
	const own = results.filter(({ contender }) => contender.name.startsWith(OWN));
	const free = own.filter(
		({ contender, setting }) =>
			FREE_OF_EVALUATION.includes(contender.name) && setting.latencyMs === 20,
	);
	const where = 'at 20 ms, plain fields and texts with a field';
	return [
		...worstOf(free, 1.15, 'rawHttp', `raw HTTP, a connection each, ${where}`, results),
		...worstOf(free, 1.15, 'keepAlive', `axios with keep-alive ${where}`, results),
		checkExchanges(own),
	];
}

/** At most so many times as long as a floor; none where nothing can be compared. */
function worstOf(
	own: readonly Result[],
	most: number,
	floor: Floor,
	what: string,
	results: readonly Result[],
): TargetCheck[] {
	const ratios = own.flatMap((result) => {
		const ratio = ratioTo(floor, result, results);
		return ratio === undefined ? [] : [{ ratio, result }];
	});
	const [worst] = ratios.sort((a, b) => b.ratio - a.ratio);
	if (!worst) return [];
	const { contender, setting } = worst.result;
	const where = `${setting.items} items, ${setting.latencyMs} ms, ${contender.concurrency} at a time`;
	return [
		{
			target: `at most ${most} × ${what}`,
			found: `${worst.ratio.toFixed(2)} at worst (${where})`,
			isMet: worst.ratio <= most,
		},
	];
}

function checkExchanges(own: readonly Result[]): TargetCheck {
	const counts = new Set(own.flatMap(({ rounds }) => rounds.map(({ exchanges }) => exchanges)));
	return {
		target: 'exactly one token exchange per run',
		found: [...counts].join(', '),
		isMet: [...counts].every((count) => count === 1),
	};
}

function checkRequests(own: readonly Result[]): TargetCheck {
	const surplus = own.map(({ contender, setting, rounds }) => {
		const reservations = Math.min(RESERVATIONS, setting.items);
		const lists = contender.name === OWN ? 0 : LISTS_PER_RESERVATION * reservations;
		return Math.max(...rounds.map(({ requests }) => requests - setting.items - lists));
	});
	const most = Math.max(...surplus);
	return {
		target:
			'one request per item; with protection up to three lists per reservation: before, behind its first charge and at its end',
		found: `${Math.max(most, 0)} too many`,
		isMet: most <= 0,
	};
}
