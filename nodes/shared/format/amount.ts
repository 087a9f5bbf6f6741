import { userError } from '../n8n/userError';
import { described, isBlank } from './json';

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** Up to here a double still tells two neighbouring hundredths apart. */
const MAX_AMOUNT = 9e12;
/** More than any currency has: the digits behind them are noise. */
const MAX_DECIMALS = 8;
/** Sums of doubles up to 30 million are off by less than this. */
const NOISE = 5e-9;

/** Reads an amount in major units, and never rounds it. UserErrors go on after the field's name. */
export function parseAmount(value: unknown, decimals: number): number {
	const given = typeof value === 'string' ? value.trim() : value;
	const number = plainNumber(given);
	if (Number.isNaN(number)) throw misread(given);
	if (Math.abs(number) > MAX_AMOUNT) {
		throw userError({
			what: `is ${String(given)}, which is too large`,
			more: 'Amounts up to 9,000,000,000,000 can be exact.',
		});
	}
	const amount = withoutNoise(number);
	if (decimals < 3) assertUnambiguous(given, amount, decimals);
	assertDecimals(amount, decimals);
	return amount;
}

/** The number that a number is, or a text of digits with a decimal point; NaN for anything else. */
export function plainNumber(value: unknown): number {
	const isPlainText = typeof value === 'string' && PLAIN_NUMBER.test(value.trim());
	if (!isPlainText && typeof value !== 'number') return NaN;
	const number = Number(value);
	if (Number.isFinite(number)) return number;
	return NaN;
}

/** The shortest decimal number that differs from `amount` by no more than noise; never -0. */
export function withoutNoise(amount: number): number {
	const tolerance = Math.max(NOISE, Math.abs(amount) * Number.EPSILON * 4);
	for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
		const rounded = Number(amount.toFixed(decimals));
		if (Math.abs(rounded - amount) <= tolerance) return rounded + 0;
	}
	return amount;
}

/** @throws UserError, which goes on after the field's name, for digits that would have to be rounded away */
export function assertDecimals(amount: number, decimals: number): void {
	if (Number(amount.toFixed(decimals)) === amount) return;
	throw userError({
		what: `is ${toPlainDecimal(amount)}, which has more than ${decimals} decimal${decimals === 1 ? '' : 's'}`,
		more: `Give ${rounded(amount, decimals)}. In an expression, {{ $json.amount.round(${decimals}) }} rounds it. If your service takes more decimals, say how many in 'Create Body' in the credential, as in {amount as number(${decimals + 1})}.`,
	});
}

/** Half away from zero, as people do: 1.005 is 1.01, although its double is a little less. */
function rounded(amount: number, decimals: number): string {
	const units = Math.round(Number(`${toPlainDecimal(Math.abs(amount))}e${decimals}`));
	const positive = Number(`${units}e-${decimals}`);
	return toPlainDecimal(Math.sign(amount) * positive + 0);
}

/** '1.250' is 1250 to half of the world. */
function assertUnambiguous(given: unknown, amount: number, decimals: number): void {
	if (typeof given !== 'string' || !/^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(given)) return;
	throw userError({
		what: `is '${given}', where the point may stand before thousands or before decimals`,
		more: `Write ${given.replace('.', '')} or ${rounded(amount, decimals)}.`,
	});
}

function misread(given: unknown) {
	const likely = likelyAmount(given);
	if (likely === undefined) {
		return userError({
			what: `is ${described(given)}, which is not a number`,
			more: 'Give a number such as 12.5.',
		});
	}
	return userError({
		what: `is ${described(given)}, which is not a plain number`,
		more: `Write ${likely}: with a point before decimals, and without other separators or a currency.`,
	});
}

/** Digits, by thousands or not, and up to two behind a comma or point, with a currency before or after them. */
const USUAL =
	/^(-?)(?:\p{Sc}|\p{L}{1,3}\.?)?(-?)(\d+|[1-9]\d{0,2}([.,'’ ])\d{3}(?:\4\d{3})*)(?:[.,](\d\d?))?(?:\p{Sc}|\p{L}{1,3}\.?)?$/u;
const WITH_EXPONENT = /^[+-]?\d+e\+?\d$/i;
const MINUS_SIGN = /[\u2212\u2012\u2013]/;
const AROUND_CURRENCY = /(?<=[\p{Sc}\p{L}.-])\s|\s(?=[\p{Sc}\p{L}])/gu;
const MAX_LENGTH = 40;

/** What '12,50', '1.250,00', '€ 25' or '1e3' most likely means. */
function likelyAmount(text: unknown): string | undefined {
	if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
	if (WITH_EXPONENT.test(text)) return toPlainDecimal(Number(text));
	const signed = text.replace(MINUS_SIGN, '-').replace(AROUND_CURRENCY, '');
	const parts = USUAL.exec(signed);
	if (!parts) return undefined;
	const [, before, behind, units = '', , fraction] = parts;
	const digits = units.replace(/\D/g, '');
	const whole = `${before || behind}${digits}`;
	if (fraction === undefined) return whole;
	return `${whole}.${fraction}`;
}

/** All digits of an amount, without grouping, and at least so many decimals. */
export function toPlainDecimal(amount: number, minimumFractionDigits = 0): string {
	return amount.toLocaleString('en-US', {
		minimumFractionDigits,
		maximumFractionDigits: 20,
		useGrouping: false,
	});
}

/** @throws UserError when it is not a number that the rule allows; an empty one stands for its standard, if there is one */
export function givenNumber(
	value: unknown,
	rule: { subject: string; least: number; isWhole: boolean; advice: string; standard?: number },
): number {
	const given = isBlank(value) ? rule.standard : value;
	const number = typeof given === 'string' || typeof given === 'number' ? Number(given) : NaN;
	const isAllowed = rule.isWhole ? Number.isInteger(number) : Number.isFinite(number);
	if (isAllowed && number >= rule.least) return number;
	const kind = rule.isWhole ? 'whole number' : 'number';
	throw userError({
		what: `${rule.subject} must be a ${kind} of at least ${rule.least}`,
		advice: rule.advice,
	});
}
