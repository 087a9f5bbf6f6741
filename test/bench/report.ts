import { grouped, textTable } from '../report/textTable';
import type { Measurement, Result, Setting } from './bench';
import { RESERVATIONS, type Floor } from './contenders';

const OWN = 'This node';
const LISTS_PER_RESERVATION = 3;
const LEFT = { align: 'left' } as const;

/** A target, what was found, and whether it was met. */
type TargetRow = [target: string, found: string, verdict: 'met' | 'missed'];

/** One table for one setting. */
export function settingTable({ items, latencyMs }: Setting, results: readonly Result[]): string {
	const rows = results.map((result) => {
		const { contender, rounds } = result;
		const middle = (figure: (measurement: Measurement) => number) => median(rounds.map(figure));
		const wallMs = middle((m) => m.wallMs);
		return [
			contender.name,
			Number.isFinite(contender.concurrency) ? String(contender.concurrency) : 'all',
			wallMs < 10_000 ? `${grouped(wallMs)} ms` : `${(wallMs / 1000).toFixed(1)} s`,
			grouped((items * 1000) / wallMs),
			decimals(ratioTo('helper', result, results)),
			decimals(ratioTo('rawHttp', result, results)),
			decimals(ratioTo('keepAlive', result, results)),
			decimals(middle((m) => m.requests / items)),
			grouped(middle((m) => m.exchanges)),
			grouped(middle((m) => m.peak)),
			decimals(middle((m) => m.cpuMs / items)),
			decimals(
				middle((m) => m.heapBytes / items / 1024),
				1,
			),
		];
	});
	const charges = `${grouped(items)} ${items === 1 ? 'charge' : 'charges'}`;
	const title = `${charges}, service answers after ${latencyMs} ms, ${results[0]?.rounds.length} rounds`;
	const table = textTable(
		[
			{ title: 'Contender', ...LEFT },
			{ title: 'At a time' },
			{ title: 'Time' },
			{ title: 'Per second' },
			{ title: '× helper' },
			{ title: '× raw HTTP' },
			{ title: '× keep-alive' },
			{ title: 'Requests/item' },
			{ title: 'Exchanges' },
			{ title: 'Peak' },
			{ title: 'CPU ms/item' },
			{ title: 'Heap KB/item' },
		],
		rows,
	);
	return `${title}\n\n${table}`;
}

/** The targets of this node, and what it came to; those whose settings were not measured are left out. */
export function targetTable(results: readonly Result[]): string {
	const own = results.filter(({ contender }) => contender.name.startsWith(OWN));
	const large = own.filter(
		({ contender, setting }) => contender.name === OWN && setting.items >= 100,
	);
	const five = large.filter(
		({ contender, setting }) => contender.concurrency === 5 && setting.latencyMs === 20,
	);
	const keepAlive = 'axios with keep-alive at 20 ms and concurrency 5';
	return textTable(
		['Target', 'Found', ''].map((title) => ({ title, ...LEFT })),
		[
			...worstOf(large, 1.05, 'helper', 'the helper from 100 items up', results),
			...worstOf(five, 1.15, 'keepAlive', keepAlive, results),
			checkExchanges(own),
			checkRequests(own),
		],
	);
}

/** At most so many times as long as a floor; none where nothing can be compared. */
function worstOf(
	own: readonly Result[],
	most: number,
	floor: Floor,
	what: string,
	results: readonly Result[],
): TargetRow[] {
	const ratios = own.flatMap((result) => {
		const ratio = ratioTo(floor, result, results);
		return ratio === undefined ? [] : [{ ratio, ...result }];
	});
	const [worst] = ratios.sort((a, b) => b.ratio - a.ratio);
	if (!worst) return [];
	const { ratio, contender, setting } = worst;
	const where = `${setting.items} items, ${setting.latencyMs} ms, ${contender.concurrency} at a time`;
	const found = `${ratio.toFixed(2)} at worst (${where})`;
	return [[`at most ${most} × ${what}`, found, verdict(ratio <= most)]];
}

function checkExchanges(own: readonly Result[]): TargetRow {
	const counts = new Set(own.flatMap(({ rounds }) => rounds.map(({ exchanges }) => exchanges)));
	const isMet = [...counts].every((count) => count === 1);
	return ['exactly one token exchange per run', [...counts].join(', '), verdict(isMet)];
}

function checkRequests(own: readonly Result[]): TargetRow {
	const surplus = own.flatMap(({ contender, setting, rounds }) => {
		const reservations = Math.min(RESERVATIONS, setting.items);
		const lists = contender.name === OWN ? 0 : LISTS_PER_RESERVATION * reservations;
		return rounds.map(({ requests }) => requests - setting.items - lists);
	});
	const most = Math.max(...surplus, 0);
	return [
		'one request per item; with protection up to three lists per reservation: before, behind its first charge and at its end',
		`${most} too many`,
		verdict(most === 0),
	];
}

function verdict(isMet: boolean): TargetRow[2] {
	return isMet ? 'met' : 'missed';
}

/**
 * How many times as long a contender took as a floor at the same concurrency: the middle one of the rounds' own ratios,
 * as the two of a round ran right after each other, on a machine in the same mood.
 *
 * @returns undefined where there is no such floor
 */
function ratioTo(
	floor: Floor,
	{ contender, setting, rounds }: Result,
	results: readonly Result[],
): number | undefined {
	const other = results.find(
		(result) =>
			result.contender.floor === floor &&
			result.contender.concurrency === contender.concurrency &&
			result.setting === setting,
	);
	if (!other || other.contender === contender) return undefined;
	return median(rounds.map(({ wallMs }, round) => wallMs / (other.rounds[round]?.wallMs ?? NaN)));
}

/** The middle one of several values. */
function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

function decimals(value: number | undefined, count = 2): string {
	return value === undefined || Number.isNaN(value) ? '' : value.toFixed(count);
}
