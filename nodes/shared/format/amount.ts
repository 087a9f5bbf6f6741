import { userError } from '../n8n/userError';
import { DECIMALS } from './defaults';
import type { Meaning, Step } from './meaning';
import { escaped, meaningBy, tell } from './meaning';

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** Up to here a double still tells two neighbouring hundredths apart. */
const MAX_AMOUNT = 9e12;

/** NaN for what is neither a number nor digits with a decimal point. */
export function plainNumber(value: unknown): number {
	const isPlain = typeof value === 'string' && PLAIN_NUMBER.test(value.trim());
	const number = isPlain || typeof value === 'number' ? Number(value) : NaN;
	return Number.isFinite(number) ? number : NaN;
}

/** Without the noise of binary fractions, such as of 0.1 + 0.2; never -0. */
export function withoutNoise(amount: number): number {
	return Number(amount.toFixed(8)) + 0;
}

/**
 * An amount in major units, never rounded.
 *
 * @param decimals of the service; with 3, `1.250` is no thousand
 * @param isExpression the text says how to convert a whole column
 * @throws UserError, which goes on after the field's name
 */
export function parseAmount(
	value: unknown,
	{ decimals = DECIMALS, isExpression = false } = {},
): number {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const amount = withoutNoise(plainNumber(value));
	const isThousands =
		decimals < 3 && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text ?? '');
	if (Number.isNaN(amount) || isThousands) {
		const meanings = meaningsOf(text ?? '');
		const told = tell(text ?? value, meanings, isExpression);
		const { shown, likely = 'a number such as 12.5', more } = told;
		throw userError({
			what: `is ${shown}, which is not a plain number`,
			advice: `Write ${likely}: with a point before decimals, and without other separators or a currency`,
			more,
		});
	}
	if (Math.abs(amount) <= MAX_AMOUNT) return amount;
	throw userError({
		what: `is ${amount}, which is too large`,
		advice: `Give at most ${MAX_AMOUNT}`,
	});
}

/** A sign, a currency before or behind, and between them what SHAPES tell. */
const MONEY =
	/^-?\s?(\p{L}{0,2}\p{Sc}|\p{L}{2,3}\.?)?\s?(\d[\d.,'’\s]*?(?:k|e3)?)\s?(\p{L}{0,2}\p{Sc}|\p{L}{2,3}\.?)?$/iu;

/** How people write digits, and how they are read behind a sign, '$1'. */
const SHAPES: Array<[pattern: string, replacement: string]> = [
	[`${groups('.')},(\\d\\d?)`, '$1$2$3$4.$5'],
	[`${groups(',')}\\.(\\d\\d?)`, '$1$2$3$4.$5'],
	[groups(''), '$1$2$3$4'],
	['(\\d{1,3})(?:\\.(\\d{3})\\.|,(\\d{3}),)(\\d{3})', '$1$2$3$4$5'],
	// A thousand, or one with three decimals: with four, it is clear.
	['([1-9]\\d{0,2}),(\\d{3})', '$1$2$3'],
	['(\\d{1,3}),(\\d{3})', '$1$2.$30'],
	['([1-9]\\d{0,2})\\.(\\d{3})', '$1$2$3'],
	['(\\d{1,3})\\.(\\d{3})', '$1$2.$30'],
	['(\\d+)(?:k|e3)', '$1$2000'],
	['(\\d+)[.,](\\d)(?:k|e3)', '$1$2$300'],
];

function groups(separator: string): string {
	const next = `(?:[${separator}\\s'’]?(\\d{3}))?`;
	return `(\\d{1,3})${next}${next}`;
}

/** Spreadsheets have a minus of their own. */
const MINUS: Step = [/−/, '-'];

/** Two for what may be either. */
function meaningsOf(text: string): Meaning[] {
	const meanings: Meaning[] = [];
	const parts = MONEY.exec(text.replace(...MINUS));
	const [, before = '', digits = '', behind = ''] = parts ?? [];
	for (const [shape, replacement] of SHAPES) {
		if (!new RegExp(`^${shape}$`, 'i').test(digits)) continue;
		const pieces = ['(-?)', escaped(before), shape, escaped(behind)];
		const whole = pieces.filter(Boolean).join('\\s?');
		const step: Step = [new RegExp(`^${whole}$`, 'i'), replacement];
		meanings.push(meaningBy('String($json.amount)', text, [MINUS, step]));
	}
	return meanings;
}
