import type { Certificate } from './certify';
import { figuresOf } from './markdown';

/** Certificate as one page that needs nothing else: to be mailed, opened and printed. */
export function toHtml(certificate: Certificate): string {
	const { target, reservationId, begun, shown, isPassed } = certificate;
	const tiles = figuresOf(certificate).map(
		([name, value]) => `<div><b>${escape(value)}</b>${escape(name)}</div>`,
	);
	const rows = shown.map(
		({ name, outcome, words }) =>
			`<tr class="${outcome.split(' ')[0] ?? ''}"><th>${escape(name)}</th><td>${escape(outcome)}</td><td>${escape(words)}</td></tr>`,
	);
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Certificate: charges on ${escape(target)}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<h1>Certificate</h1>
<strong class="${isPassed ? 'passed' : 'failed'}">${isPassed ? 'Passed' : 'Not passed'}</strong>
</header>
<p>n8n-nodes-reservation-service on ${escape(target)}, reservation ${escape(reservationId)}, ${begun.toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<section class="tiles">${tiles.join('')}</section>
<h2>Requests by kind</h2>
${drawChart(certificate)}
<h2>Scenarios</h2>
<table><tbody>${rows.join('\n')}</tbody></table>
</main>
</body>
</html>
`;
}

const style = `
	body { margin: 0; background: #eef1f3; font: 15px/1.5 system-ui, sans-serif; color: #1d2b33 }
	main { max-width: 860px; margin: 32px auto; padding: 32px 40px; background: #fff; border-radius: 8px }
	header { display: flex; justify-content: space-between; align-items: center }
	h1 { margin: 0 } h2 { margin: 32px 0 8px; font-size: 18px }
	header strong { padding: 6px 18px; border-radius: 20px; color: #fff }
	strong.passed { background: #0f8577 } strong.failed { background: #b3261e }
	.tiles { display: grid; grid-template-columns: repeat(6, 1fr); gap: 12px }
	.tiles div { padding: 12px; border: 1px solid #dde3e7; border-radius: 6px; font-size: 13px; color: #51626d }
	.tiles b { display: block; font-size: 24px; color: #1d2b33 }
	table { width: 100%; border-collapse: collapse }
	th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid #e6eaed; text-align: left; vertical-align: top }
	th { white-space: nowrap } td:nth-child(2) { color: #0f8577; width: 110px }
	tr.failed td:nth-child(2) { color: #b3261e; font-weight: 600 } tr.only td { color: #51626d }
	svg { width: 100%; height: auto }
	@media print { body { background: #fff } main { margin: 0; padding: 0 } }
`;

/** A bar for each kind. */
function drawChart({ requests }: Certificate): string {
	const [height, left, width] = [28, 90, 780];
	const most = Math.max(1, ...Object.values(requests));
	const bars = Object.entries(requests).map(([kind, count], index) => {
		const length = Math.max(2, (count / most) * (width - left - 60));
		const y = index * height;
		return `<text x="${left - 10}" y="${y + 18}" text-anchor="end">${kind}</text><rect x="${left}" y="${y + 4}" width="${length.toFixed(1)}" height="20" rx="3" fill="${kind === 'create' ? '#0f8577' : '#8fb4c4'}"/><text x="${(left + length + 8).toFixed(1)}" y="${y + 18}">${count}</text>`;
	});
	const total = bars.length * height;
	return `<svg viewBox="0 0 ${width} ${total}" role="img" aria-label="Requests by kind" font-size="14" fill="#1d2b33">${bars.join('')}</svg>`;
}

function escape(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');
}
