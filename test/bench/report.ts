import { grouped, textTable } from '../report/textTable';
import type { Measurement, Result, Setting } from './bench';
import type { Floor } from './contenders';

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
	const titles = ['Contender', 'At a time', 'Time', 'Per second'];
	const ratios = ['× helper', '× raw HTTP', '× keep-alive'];
	const costs = ['Requests/item', 'Exchanges', 'Peak', 'CPU ms/item', 'Heap KB/item'];
	const table = textTable([...titles, ...ratios, ...costs], rows);
	return `${title}\n\n${table}`;
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
