import type { Certificate } from './certify';

/** The figures of a certificate, each with its name. */
export function figuresOf(certificate: Certificate): Array<[string, string]> {
	const { charged, waits, lost, doubled, requests, took } = certificate;
	const total = Object.values(requests).reduce((sum, count) => sum + count, 0);
	return [
		['Charges made', String(charged)],
		['Lost', String(lost.length)],
		['Doubled', String(doubled.length)],
		['Waits obeyed', `${waits.obeyed} of ${waits.asked}`],
		['Requests', String(total)],
		['Seconds', (took / 1000).toFixed(0)],
	];
}

/** Certificate as a page of Markdown. */
export function toMarkdown(certificate: Certificate): string {
	const { target, reservationId, begun, shown, requests, lost, doubled, isPassed } = certificate;
	const rows = (cells: string[][]) =>
		cells
			.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
			.join('\n');
	const wrong = [
		...lost.map((name) => `- Lost: ${name}`),
		...doubled.map((name) => `- Doubled: ${name}`),
	];
	return `# Certificate: ${isPassed ? 'passed' : 'not passed'}

n8n-nodes-reservation-service on ${target}, reservation ${reservationId}, ${begun.toISOString().slice(0, 16).replace('T', ' ')} UTC.

${rows([['Figure', 'Value'], ['---', '---'], ...figuresOf(certificate)])}

## Scenarios

${rows([['Scenario', 'Outcome', 'What was seen'], ['---', '---', '---'], ...shown.map((each) => [each.name, each.outcome, each.words.replace(/\s+/g, ' ')])])}

## Requests by kind

${rows([['Kind', 'Requests'], ['---', '---'], ...Object.entries(requests).map(([kind, count]) => [kind, String(count)])])}
${wrong.length === 0 ? '' : `\n## Not as it must be\n\n${wrong.join('\n')}\n`}`;
}
