import { grouped } from '../report/textTable';
import { isSame, median, ratioTo, type Result } from './benchReport';
import type { Floor } from './contenders';
import type { Setting } from './measure';

const WIDTH = 860;
const LEFT = 300;
const BAR_AREA = 470;
const NUMBERS = 840;
const ROW = 24;
const BAR = 15;
const PANEL_HEAD = 44;
const TOP = 74;
const BOTTOM = 20;

const OWN = 'This node';
const COLORS = { own: '#2f6f9f', other: '#b9bec5', helper: '#d4572f', keepAlive: '#1d1d1f' };

/** Floors that are drawn. */
type MarkedFloor = Exclude<Floor, 'rawHttp'>;

/** One bar: how many charges a second, and where the floors at the same concurrency are. */
interface Bar {
	label: string;
	perSecond: number;
	isOwn: boolean;
	helper?: number;
	keepAlive?: number;
}

/**
 * Draws charges per second, a panel for each latency. The floors are no bars
 * of their own but marks on the bars they belong to.
 *
 * @returns an SVG of its own, readable on a light and on a dark page
 */
export function drawChart(results: readonly Result[]): string {
	const latencies = [...new Set(results.map(({ setting }) => setting.latencyMs))].sort(
		(a, b) => a - b,
	);
	const items = mostOfAll(latencies, results);
	let y = TOP;
	const panels: string[] = [];
	for (const latencyMs of latencies) {
		const bars = barsOf({ items, latencyMs }, results);
		panels.push(drawPanel(`Service answers after ${latencyMs} ms`, bars, y));
		y += PANEL_HEAD + bars.length * ROW;
	}
	const height = y + BOTTOM;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#1d1d1f">
<rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff"/>
${text(24, 32, `Charges per second, ${grouped(items)} charges on 200 reservations`, 'font-size="17" font-weight="600"')}
${mark(24, 44, 'helper')}${text(36, 56, 'n8n’s request helper in a bare loop, as many at a time')}
${mark(420, 44, 'keepAlive')}${text(432, 56, 'axios with keep-alive, as many at a time')}
${panels.join('\n')}
</svg>
`;
}

/** The largest number of charges that was measured at every latency. */
function mostOfAll(latencies: readonly number[], results: readonly Result[]): number {
	const sizes = new Set(results.map(({ setting }) => setting.items));
	const common = [...sizes].filter((items) =>
		latencies.every((latencyMs) =>
			results.some(({ setting }) => isSame(setting, { items, latencyMs })),
		),
	);
	return Math.max(...common);
}

function barsOf(setting: Setting, results: readonly Result[]): Bar[] {
	return results
		.filter(({ contender }) => contender.floor === undefined && !contender.isSideNote)
		.filter((result) => isSame(result.setting, setting))
		.map((result) => {
			const { contender, rounds } = result;
			const perSecond = (setting.items * 1000) / median(rounds.map(({ wallMs }) => wallMs));
			const floor = (kind: MarkedFloor) => {
				const ratio = ratioTo(kind, result, results);
				return ratio === undefined ? undefined : perSecond * ratio;
			};
			const isOwn = contender.name.startsWith(OWN);
			return {
				label: `${contender.name}, ${Number.isFinite(contender.concurrency) ? contender.concurrency : 'all'} at a time`,
				perSecond,
				isOwn,
				...(isOwn && { helper: floor('helper'), keepAlive: floor('keepAlive') }),
			};
		});
}

function drawPanel(title: string, bars: readonly Bar[], top: number): string {
	const most = Math.max(
		...bars.flatMap(({ perSecond, helper = 0, keepAlive = 0 }) => [perSecond, helper, keepAlive]),
	);
	const x = (perSecond: number) => LEFT + (perSecond / most) * BAR_AREA;
	const rows = bars.map(({ label, perSecond, isOwn, helper, keepAlive }, n) => {
		const y = top + PANEL_HEAD + n * ROW;
		return [
			text(LEFT - 10, y + 12, label, 'text-anchor="end"'),
			`<rect x="${LEFT}" y="${y}" width="${(x(perSecond) - LEFT).toFixed(1)}" height="${BAR}" rx="2" fill="${isOwn ? COLORS.own : COLORS.other}"/>`,
			helper === undefined ? '' : mark(x(helper), y, 'helper'),
			keepAlive === undefined ? '' : mark(x(keepAlive), y, 'keepAlive'),
			text(NUMBERS, y + 12, grouped(perSecond), 'font-weight="600" text-anchor="end"'),
		].join('');
	});
	return [text(24, top + 30, title, 'font-weight="600"'), ...rows].join('\n');
}

function mark(x: number, y: number, floor: MarkedFloor): string {
	return `<rect x="${(x - 1.5).toFixed(1)}" y="${y - 2}" width="3" height="${BAR + 4}" fill="${COLORS[floor]}"/>`;
}

function text(x: number, y: number, words: string, attributes = ''): string {
	return `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${words}</text>`;
}
