import { grouped, textTable } from '../report/textTable';
import type { Contender, Floor } from './contenders';
import type { Measurement, Setting } from './measure';

/** One contender in one setting: a measurement for every round, in the order of the rounds. */
export interface Result {
	contender: Contender;
	setting: Setting;
	rounds: Measurement[];
}

const NONE = '';

/** The middle one of several values. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/**
 * How many times as long a contender took as a floor at the same concurrency: the middle one of the rounds' own ratios,
 * as the two of a round ran right after each other, on a machine in the same mood.
 *
 * @returns undefined where there is no such floor
 */
export function ratioTo(
	floor: Floor,
	{ contender, setting, rounds }: Result,
	results: readonly Result[],
): number | undefined {
	const other = results.find(
		(result) =>
			result.contender.floor === floor &&
			result.contender.concurrency === contender.concurrency &&
			isSame(result.setting, setting),
	);
	if (!other || contender.floor === floor) return undefined;
	const ratios = rounds.flatMap(({ wallMs }, round) => {
		const floorMs = other.rounds[round]?.wallMs;
		return floorMs === undefined ? [] : [wallMs / floorMs];
	});
	return ratios.length === 0 ? undefined : median(ratios);
}

/** One table for one setting. */
export function settingTable(setting: Setting, results: readonly Result[]): string {
	const { items, latencyMs } = setting;
	const rows = results
		.filter((result) => isSame(result.setting, setting))
		.map((result) => {
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
	const title = `${grouped(items)} ${items === 1 ? 'charge' : 'charges'}, service answers after ${latencyMs} ms, ${rounds(results, setting)} rounds`;
	const table = textTable(
		[
			{ title: 'Contender', align: 'left' },
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

function rounds(results: readonly Result[], setting: Setting): number {
	return results.find((result) => isSame(result.setting, setting))?.rounds.length ?? 0;
}

/** Whether two settings are the same. */
export function isSame(a: Setting, b: Setting): boolean {
	return a.items === b.items && a.latencyMs === b.latencyMs;
}

function decimals(value: number | undefined, count = 2): string {
	return value === undefined || Number.isNaN(value) ? NONE : value.toFixed(count);
}
