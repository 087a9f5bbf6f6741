import { isBlank } from './json';

/** What a number that somebody gives has to be. */
export interface NumberRule {
	least: number;
	isWhole?: boolean;
}

/**
 * Reads a number, which may be given as text.
 *
 * @returns undefined when it is blank; NaN when it is none, or none that the rule allows
 */
export function givenNumber(value: unknown, { least, isWhole }: NumberRule): number | undefined {
	const given = typeof value === 'string' ? value.trim() : value;
	if (isBlank(given)) return undefined;
	const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : NaN;
	const isAllowed = isWhole ? Number.isInteger(number) : Number.isFinite(number);
	return isAllowed && number >= least ? number : NaN;
}

/** The rule as the end of a sentence. */
export function wordsFor({ least, isWhole }: NumberRule): string {
	return `must be a ${isWhole ? 'whole number' : 'number'} of at least ${least}`;
}
