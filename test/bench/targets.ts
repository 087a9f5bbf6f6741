import { ratioTo, type Result } from './benchReport';
import type { Floor } from './contenders';
import type { Setting } from './measure';
import { RESERVATIONS } from './measure';

/** What this node has to keep to, and what it came to. */
export interface TargetCheck {
	target: string;
	found: string;
	isMet: boolean;
}

const MOST_OF_HELPER = 1.05;
const MOST_OF_KEEP_ALIVE = 1.15;
const FEW_AT_A_TIME = 5;
const LISTS_PER_RESERVATION = 3;
const OWN = 'This node';
/** What real n8n may add to plain HTTP where it has nothing to evaluate. */
const MOST_OF_HTTP_IN_N8N = 1.15;
const FREE_OF_EVALUATION = ['This node, plain fields', 'This node, a text with a field'];

/** Compares the results of this node with its targets; targets whose settings were not measured are left out. */
export function checkTargets(results: readonly Result[]): TargetCheck[] {
	const own = results.filter(({ contender }) => contender.name.startsWith(OWN));
	const plain = own.filter(({ contender }) => contender.name === OWN);
	const large = plain.filter(({ setting }) => setting.items >= 100);
	const fewAtATime = large.filter(
		({ contender, setting }) => contender.concurrency === FEW_AT_A_TIME && setting.latencyMs === 20,
	);
	return [
		worstRatio(
			`at most ${MOST_OF_HELPER} × the helper from 100 items up`,
			'helper',
			large,
			results,
			MOST_OF_HELPER,
		),
		worstRatio(
			`at most ${MOST_OF_KEEP_ALIVE} × axios with keep-alive at 20 ms and concurrency ${FEW_AT_A_TIME}`,
			'keepAlive',
			fewAtATime,
			results,
			MOST_OF_KEEP_ALIVE,
		),
		checkExchanges(own),
		checkRequests(own),
	].filter((check) => check !== undefined);
}

/** The same for what was measured in a real n8n. */
export function checkTargetsInN8n(results: readonly Result[]): TargetCheck[] {
	const own = results.filter(({ contender }) => contender.name.startsWith(OWN));
	const free = own.filter(
		({ contender, setting }) =>
			FREE_OF_EVALUATION.includes(contender.name) && setting.latencyMs === 20,
	);
	const worstOf = (floor: Floor, what: string): TargetCheck | undefined =>
		worstRatio(
			`at most ${MOST_OF_HTTP_IN_N8N} × ${what} at 20 ms, plain fields and texts with a field`,
			floor,
			free,
			results,
			MOST_OF_HTTP_IN_N8N,
		);
	return [
		worstOf('rawHttp', 'raw HTTP, a connection each,'),
		worstOf('keepAlive', 'axios with keep-alive'),
		checkExchanges(own),
	].filter((check) => check !== undefined);
}

function worstRatio(
	target: string,
	floor: Floor,
	own: readonly Result[],
	results: readonly Result[],
	most: number,
): TargetCheck | undefined {
	const ratios = own.flatMap((result) => {
		const ratio = ratioTo(floor, result, results);
		return ratio === undefined ? [] : [{ ratio, result }];
	});
	const [first, ...others] = ratios;
	if (!first) return undefined;
	const worst = others.reduce((a, b) => (b.ratio > a.ratio ? b : a), first);
	const { setting, contender } = worst.result;
	return {
		target,
		found: `${worst.ratio.toFixed(2)} at worst (${describe(setting)}, ${contender.concurrency} at a time)`,
		isMet: worst.ratio <= most,
	};
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

function describe({ items, latencyMs }: Setting): string {
	return `${items} items, ${latencyMs} ms`;
}
