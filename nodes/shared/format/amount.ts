import { DECIMALS } from './defaults';
import type { Meaning, Step } from './meaning';
import { escaped, meaningBy, misread } from './meaning';

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
/** Up to here a double still tells two neighbouring hundredths apart. */
const MAX_AMOUNT = 9e12;

/** NaN for what is neither a number nor digits with a decimal point. */
export function plainNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	const text = typeof value === 'string' ? value.trim() : '';
	return PLAIN_NUMBER.test(text) ? Number(text) : NaN;
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
	const text = typeof value === 'string' ? value.trim() : '';
	const amount = withoutNoise(plainNumber(value));
	const isUnclear = decimals < 3 && THOUSANDS.test(text);
	const isAmount = Math.abs(amount) <= MAX_AMOUNT;
	if (isAmount && !isUnclear) return amount;
	throw misread(value, meaningsOf(text), isExpression, WORDS);
}

const WORDS = {
	why: 'not a plain number',
	advice:
		'Write …: with a point before decimals, and without other separators or a currency',
	example: 'a number such as 12.5',
};

const CURRENCY = /(\p{L}{0,2}\p{Sc}|\p{L}{2,3}\.?)?/u.source;
const MONEY = new RegExp(`^[-−]?\\s?${CURRENCY}.*?${CURRENCY}$`, 'u');
/** Spreadsheets have one of their own. */
const MINUS: Step = [/−/, '-'];

/** How people write digits, by what is to be made of a sign and them. */
const FORMS: Step[] = [
	[/(\d{1,3})(?:[.\s'’]?(\d{3}))?(?:[.\s'’]?(\d{3}))?,(\d\d?)/, '$1$2$3$4.$5'],
	[/(\d{1,3})(?:[,\s'’]?(\d{3}))?(?:[,\s'’]?(\d{3}))?\.(\d\d?)/, '$1$2$3$4.$5'],
	[/(\d{1,3})(?:[\s'’]?(\d{3}))?(?:[\s'’]?(\d{3}))?/, '$1$2$3$4'],
	[/(\d{1,3})(?:\.(\d{3})\.|,(\d{3}),)(\d{3})/, '$1$2$3$4$5'],
	// A thousand, or one with three decimals: with four, it is clear.
	[/([1-9]\d{0,2}),(\d{3})/, '$1$2$3'],
	[/(\d{1,3}),(\d{3})/, '$1$2.$30'],
	[/([1-9]\d{0,2})\.(\d{3})/, '$1$2$3'],
	[/(\d{1,3})\.(\d{3})/, '$1$2.$30'],
	[/(\d+)(?:k|e3)/, '$1$2000'],
	[/(\d+)[.,](\d)(?:k|e3)/, '$1$2$300'],
];

/** Two for what may be either. */
function meaningsOf(text: string): Meaning[] {
	const meanings: Meaning[] = [];
	const [, before = '', behind = ''] = MONEY.exec(text) ?? [];
	for (const [digits, made] of FORMS) {
		const parts = ['(-?)', escaped(before), digits.source, escaped(behind)];
		const form = parts.filter(Boolean).join('\\s?');
		const pattern = new RegExp(`^${form}$`, 'i');
		if (!pattern.test(text.replace(...MINUS))) continue;
		const steps: Step[] = [MINUS, [pattern, made]];
		meanings.push(meaningBy('String($json.amount)', text, steps));
	}
	return meanings;
}
