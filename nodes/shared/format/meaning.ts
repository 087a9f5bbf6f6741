import { quoted } from './json';

/** A form of a text, and what is made of it. */
export type Step = readonly [pattern: RegExp, replacement: string];

/** What a refused text may mean, and the expression for a column of such. */
export interface Meaning {
	text: string;
	code: string;
}

/** Rows of another form stay as they are. */
export function meaningBy(
	column: string,
	given: string,
	steps: Step[],
): Meaning {
	let [text, code] = [given, column];
	for (const [pattern, replacement] of steps) {
		text = text.replace(pattern, replacement);
		code += `.replace(${pattern}, '${replacement}')`;
	}
	return { text, code };
}

/** For an error. `likely` is undefined where nobody can tell. */
export function tell(
	given: unknown,
	meanings: Meaning[],
	isExpression: boolean,
): { shown: string; likely?: string; more?: string } {
	const shown = quoted(given).replaceAll('"', "'");
	if (meanings.length === 0) return { shown };
	const texts = new Set(meanings.map(({ text }) => text));
	const likely = [...texts].join(', or ');
	if (!isExpression) return { shown, likely };
	const codes = meanings.map(({ code }) => `{{ ${code} }}`).join(' or ');
	const more = `For a whole column: ${codes}, with the name of your own field.`;
	return { shown, likely, more };
}

/** As a part of a pattern. */
export function escaped(literal: string): string {
	return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
