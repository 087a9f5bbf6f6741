import type { Certificate, Shown } from './certify';
import { drawBars } from './chart';
import { escape } from './escape';
import {
	explanations,
	factsOf,
	faultsOf,
	outcomeFigures,
	requestFigures,
	verdictOf,
} from './words';

/** Certificate as one page that needs nothing else: to be mailed, opened and printed. */
export function toHtml(certificate: Certificate): string {
	const { target, shown, isPassed } = certificate;
	const faults = faultsOf(certificate);
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
<h1>Certificate: charges on reservations</h1>
<strong class="${isPassed ? 'passed' : 'failed'}">${isPassed ? 'Passed' : 'Not passed'}</strong>
</header>
<p class="verdict">${escape(verdictOf(certificate))}</p>
${faults.length > 0 ? `<h2>Not as it must be</h2>\n<ul class="failed">${itemsOf(faults)}</ul>` : ''}
<dl>${factsOf(certificate).map(showFact).join('')}</dl>
<h2>Charges and waits</h2>
${drawBars('Charges and waits', outcomeFigures(certificate))}
<h2>Requests by kind</h2>
${drawBars('Requests by kind', requestFigures(certificate))}
<h2>Scenarios</h2>
<table><tbody>${shown.map(showScenario).join('\n')}</tbody></table>
<h2>How this was found</h2>
<ul>${itemsOf(explanations)}</ul>
</main>
</body>
</html>
`;
}

const style = `
	body { margin: 0; background: #eef1f3; font: 15px/1.5 system-ui, sans-serif; color: #1d2b33 }
	main { max-width: 860px; margin: 32px auto; padding: 32px 40px; background: #fff; border-radius: 8px }
	header { display: flex; justify-content: space-between; align-items: center; gap: 24px }
	h1 { margin: 0; font-size: 26px } h2 { margin: 28px 0 8px; font-size: 18px }
	header strong { padding: 6px 18px; border-radius: 20px; color: #fff; white-space: nowrap }
	strong.passed { background: #0f8577 } strong.failed { background: #b3261e }
	.verdict { font-size: 17px } ul.failed { color: #b3261e }
	dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 20px; margin: 20px 0 0 }
	dt { color: #51626d } dd { margin: 0 }
	table { width: 100%; border-collapse: collapse }
	th, td { padding: 7px 14px 7px 0; border-bottom: 1px solid #e6eaed; text-align: left; vertical-align: top }
	th { white-space: nowrap } td:first-child { color: #51626d; text-align: right }
	.outcome { min-width: 60px; color: #0f8577 } tr.failed .outcome { color: #b3261e; font-weight: 600 }
	tr.not .outcome, tr.not td { color: #51626d }
	ul { padding-left: 20px } svg { width: 100%; height: auto }
	@media print {
		body { background: #fff } main { margin: 0; padding: 0; max-width: none }
		strong, rect { print-color-adjust: exact; -webkit-print-color-adjust: exact } tr { break-inside: avoid }
	}
`;

function showFact([name, value]: [string, string]): string {
	return `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`;
}

function showScenario({ name, outcome, words }: Shown, index: number): string {
	const [kind = ''] = outcome.split(' ');
	const cells = [outcome, words].map(escape);
	return `<tr class="${kind}"><td>${index + 1}</td><th>${escape(name)}</th><td class="outcome">${cells[0]}</td><td>${cells[1]}</td></tr>`;
}

function itemsOf(lines: readonly string[]): string {
	return lines.map((line) => `<li>${escape(line)}</li>`).join('');
}
