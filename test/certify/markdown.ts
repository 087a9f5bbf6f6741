import type { Certificate } from './certify';
import {
	explanations,
	factsOf,
	faultsOf,
	outcomeFigures,
	requestFigures,
	verdictOf,
	type Figure,
} from './words';

/** Certificate as a page of Markdown. */
export function toMarkdown(certificate: Certificate): string {
	const { shown, isPassed } = certificate;
	const faults = faultsOf(certificate);
	const sections = [
		`# Certificate: ${isPassed ? 'passed' : 'not passed'}`,
		verdictOf(certificate),
		...(faults.length > 0 ? ['## Not as it must be', listOf(faults)] : []),
		tableOf(['', ''], factsOf(certificate)),
		'## Scenarios',
		tableOf(
			['', 'Scenario', 'Outcome', 'What was seen'],
			shown.map(({ name, outcome, words }, index) => [`${index + 1}`, name, outcome, words]),
		),
		'## Charges and waits',
		tableOf(['Figure', 'Value'], outcomeFigures(certificate).map(cellsOf)),
		'## Requests by kind',
		tableOf(['Kind', 'Requests'], requestFigures(certificate).map(cellsOf)),
		'## How this was found',
		listOf(explanations),
	];
	return `${sections.join('\n\n')}\n`;
}

function cellsOf({ name, value }: Figure): string[] {
	return [name, String(value)];
}

function listOf(lines: readonly string[]): string {
	return lines.map((line) => `- ${line}`).join('\n');
}

function tableOf(heads: string[], rows: string[][]): string {
	return [heads, heads.map(() => '---'), ...rows]
		.map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | '))
		.map((line) => `| ${line} |`)
		.join('\n');
}
