import { grouped } from '../report/textTable';
import { median, type Result } from './benchReport';

const WIDTH = 860;
const MARGIN = 24;
const BAR_AREA = 680;
const BAR = 20;
const ROW = 66;
const TOP = 64;

/**
 * Draws how long the charges of the largest setting took, on one scale: a bar for each contender that is drawn.
 *
 * @returns an SVG of its own, readable on a light and on a dark page
 */
export function drawChart(results: readonly Result[]): string {
	const drawn = results.filter(({ contender }) => contender.drawnAs !== undefined);
	const items = Math.max(...drawn.map(({ setting }) => setting.items));
	const [{ setting } = { setting: { items, latencyMs: 0 } }] = drawn.filter(
		(result) => result.setting.items === items,
	);
	const bars = drawn.filter((result) => result.setting === setting).map(barOf);
	const longest = Math.max(...bars.map(({ seconds }) => seconds));
	const height = TOP + bars.length * ROW;
	const title = `Seconds for ${grouped(items)} charges, if the service answers after ${setting.latencyMs} ms`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="15" fill="#1d1d1f">
<rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff"/>
${text(MARGIN, 36, title, 'font-size="18" font-weight="600"')}
${bars.map((bar, index) => drawBar(bar, TOP + index * ROW, longest)).join('\n')}
</svg>
`;
}

interface Bar {
	label: string;
	seconds: number;
	isOwn: boolean;
}

function barOf({ contender, rounds }: Result): Bar {
	return {
		label: contender.drawnAs ?? contender.name,
		seconds: median(rounds.map(({ wallMs }) => wallMs)) / 1000,
		isOwn: contender.name.startsWith('This node'),
	};
}

function drawBar({ label, seconds, isOwn }: Bar, y: number, longest: number): string {
	const width = (seconds / longest) * BAR_AREA;
	const color = isOwn ? '#0f8577' : '#b9bec5';
	return [
		text(MARGIN, y + 14, label),
		`<rect x="${MARGIN}" y="${y + 22}" width="${width.toFixed(1)}" height="${BAR}" rx="2" fill="${color}"/>`,
		text(MARGIN + width + 10, y + 38, `${seconds.toFixed(1)} s`, 'font-weight="600"'),
	].join('');
}

function text(x: number, y: number, words: string, attributes = ''): string {
	return `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${words}</text>`;
}
