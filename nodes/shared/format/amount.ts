import { userError } from '../n8n/userError';
import { described, isBlank } from './json';

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** Up to here a double still tells two neighbouring hundredths apart. */
const MAX_AMOUNT = 9e12;
/** More than any currency has: the digits behind them are noise. */
const MAX_DECIMALS = 8;
/** Sums of doubles up to 30 million are off by less than this. */
const NOISE = 5e-9;

/**
 * Reads an amount in major units, and never rounds it. UserErrors go on after
 * the field's name.
 */
export function parseAmount(value: unknown, decimals: number): number {
	const given = typeof value === 'string' ? value.trim() : value;
	const number = plainNumber(given);
	if (Number.isNaN(number)) throw misread(given);
	if (Math.abs(number) > MAX_AMOUNT) {
		throw userError({
			what: `is ${String(given)}, which is too large`,
			more: `Give at most ${MAX_AMOUNT}.`,
		});
	}
	const amount = withoutNoise(number);
	// '1.250' is 1250 to half of the world.
	if (
		typeof given === 'string' &&
		decimals < 3 &&
		/^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(given)
	) {
		throw userError({
			what: `is '${given}', where the point may stand before thousands or before decimals`,
			more: `Write ${given.replace('.', '')}, or an amount with at most ${decimals} decimals.`,
		});
	}
	assertDecimals(amount, decimals);
	return amount;
}

/**
 * The number that a number is, or a text of digits with a decimal point; NaN
 * for anything else.
 */
export function plainNumber(value: unknown): number {
	const isPlainText =
		typeof value === 'string' && PLAIN_NUMBER.test(value.trim());
	if (!isPlainText && typeof value !== 'number') return NaN;
	const number = Number(value);
	if (Number.isFinite(number)) return number;
	return NaN;
}

/**
 * The shortest decimal number that differs from `amount` by no more than noise;
 * never -0.
 */
export function withoutNoise(amount: number): number {
	const tolerance = Math.max(NOISE, Math.abs(amount) * Number.EPSILON * 4);
	for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
		const rounded = Number(amount.toFixed(decimals));
		if (Math.abs(rounded - amount) <= tolerance) return rounded + 0;
	}
	return amount;
}

export function assertDecimals(amount: number, decimals: number): void {
	if (Number(amount.toFixed(decimals)) === amount) return;
	throw userError({
		what: `is ${toPlainDecimal(amount)}, which has more than ${decimals} decimal${decimals === 1 ? '' : 's'}`,
		more: `In an expression, {{ $json.amount.round(${decimals}) }} rounds it. If your service takes more decimals, say how many in 'Create Body' in the credential, as in {amount as number(${decimals + 1})}.`,
	});
}

function misread(given: unknown) {
	const likely = likelyAmount(given);
	let more = 'Give a number such as 12.5.';
	if (likely !== undefined) {
		more = `Write ${likely}: with a point before decimals, and without other separators or a currency.`;
	}
	return userError({
		what: `is ${described(given)}, which is not a plain number`,
		more,
	});
}

/**
 * Digits, by thousands or not, and up to two behind a comma or point, with a
 * currency before or after them.
 */
const USUAL =
	/^(-?)(?:(?:\p{Sc}|\p{L}{1,3}\.?) ?)?(-?)(\d+|[1-9]\d{0,2}([.,'’ ])\d{3}(?:\4\d{3})*)(?:[.,](\d\d?))?(?: ?(?:\p{Sc}|\p{L}{1,3}\.?))?$/u;
const WITH_EXPONENT = /^[+-]?\d+e\+?\d$/i;
const MAX_LENGTH = 40;

function likelyAmount(text: unknown): string | undefined {
	if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
	if (WITH_EXPONENT.test(text)) return toPlainDecimal(Number(text));
	// Spreadsheets write 12,50 € with a space that does not break, and a minus
	// sign of its own.
	const plain = text.replace(/\s/g, ' ').replace('\u2212', '-');
	const [, before = '', behind = '', units, , fraction] =
		USUAL.exec(plain) ?? [];
	if (units === undefined) return undefined;
	const whole = `${before || behind}${units.replace(/\D/g, '')}`;
	if (fraction === undefined) return whole;
	return `${whole}.${fraction}`;
}

/** All digits of an amount, without grouping, and at least so many decimals. */
export function toPlainDecimal(
	amount: number,
	minimumFractionDigits = 0,
): string {
	return amount.toLocaleString('en-US', {
		minimumFractionDigits,
		maximumFractionDigits: 20,
		useGrouping: false,
	});
}

/**
 * @throws UserError when it is not a number that the rule allows; an empty one
 * stands for its default, if there is one
 */
export function parseNumberSetting(
	value: unknown,
	rule: {
		subject: string;
		min: number;
		isWhole: boolean;
		advice: string;
		default?: number;
	},
): number {
	const given = isBlank(value) ? rule.default : value;
	const number =
		typeof given === 'string' || typeof given === 'number'
			? Number(given)
			: NaN;
	const isAllowed = rule.isWhole
		? Number.isInteger(number)
		: Number.isFinite(number);
	if (isAllowed && number >= rule.min) return number;
	const kind = rule.isWhole ? 'whole number' : 'number';
	throw userError({
		what: `${rule.subject} must be a ${kind} of at least ${rule.min}`,
		advice: rule.advice,
	});
}
