import { userError } from '../n8n/userError';
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

interface Words {
	why: string;
	/** With '…' for what is meant, or an example. */
	advice: string;
	example: string;
}

export function misread(
	given: unknown,
	meanings: Meaning[],
	isExpression: boolean,
	{ why, advice, example }: Words,
) {
	const texts = new Set(meanings.map(({ text }) => text));
	const codes = meanings.map(({ code }) => `{{ ${code} }}`).join(' or ');
	const isTold = isExpression && codes !== '';
	return userError({
		what: `is ${quoted(given).replaceAll('"', "'")}, which is ${why}`,
		advice: advice.replace('…', [...texts].join(', or ') || example),
		more: isTold
			? `For a whole column: ${codes}, with the name of your own field.`
			: undefined,
	});
}

/** As a part of a pattern. */
export function escaped(literal: string): string {
	return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
