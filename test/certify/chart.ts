import { escape } from './escape';
import type { Figure } from './words';

const rowHeight = 28;
const labelWidth = 130;
const width = 780;
/** For the number behind the longest bar. */
const numberWidth = 60;
const colours = { good: '#0f8577', bad: '#b3261e' };

/** A bar for each figure, the longest across the whole width. */
export function drawBars(title: string, figures: Figure[]): string {
	const most = Math.max(1, ...figures.map(({ value }) => value));
	const bars = figures.map((figure, index) => drawBar(figure, index * rowHeight, most));
	const height = bars.length * rowHeight;
	return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}" font-size="14" fill="#1d2b33">${bars.join('')}</svg>`;
}

function drawBar({ name, value, isBad }: Figure, y: number, most: number): string {
	const length = value === 0 ? 0 : Math.max(2, (value / most) * (width - labelWidth - numberWidth));
	const colour = isBad ? colours.bad : colours.good;
	return [
		`<text x="${labelWidth - 10}" y="${y + 18}" text-anchor="end">${escape(name)}</text>`,
		`<rect x="${labelWidth}" y="${y + 4}" width="${length.toFixed(1)}" height="20" rx="3" fill="${colour}"/>`,
		`<text x="${(labelWidth + length + 8).toFixed(1)}" y="${y + 18}"${isBad ? ` fill="${colours.bad}" font-weight="600"` : ''}>${value}</text>`,
	].join('');
}
