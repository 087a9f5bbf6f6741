import { userError } from '../n8n/userError';
import { likelyAmounts } from './misreadAmount';

/** A number with a decimal point, with or without an exponent. */
export const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Up to here a double still tells two neighbouring hundredths apart. */
const MAX_AMOUNT = 9e12;
/** Decimals that are told from noise: those of any currency, and some more for rates. */
const MAX_DECIMALS = 8;
/** How far arithmetic on doubles goes astray: sums and differences of amounts up to 30 million by less than this. */
const NOISE = 5e-9;

/**
 * Reads an amount of money in major units, as a user gives it. What can be read in two ways is refused, not guessed.
 *
 * @param value a number or a numeric string with a decimal point
 * @param maxDecimals how many decimals the currency has
 * @returns the amount without the noise of binary fractions; zero and negative amounts are fine
 * @throws UserError when it is anything else; the caller adds which field and item
 */
export function parseAmount(value: unknown, maxDecimals = 2): number {
	const text = typeof value === 'string' ? value.trim() : value;
	if (text === '' || text === undefined || text === null) throw unusable('is empty');
	const isNumeric = typeof text === 'number' || (typeof text === 'string' && DECIMAL.test(text));
	if (typeof text === 'string' && !isNumeric) throw misread(text, maxDecimals);
	const amount = isNumeric ? Number(text) : NaN;
	if (!Number.isFinite(amount)) throw unusable(`is ${describe(text)}, which is not a number`);
	if (Math.abs(amount) > MAX_AMOUNT) throw unusable(`is ${amount}, which is too large`);
	const isAmbiguous = typeof text === 'string' && mayBeThousands(text);
	return withinDecimals(amount, maxDecimals, isAmbiguous ? text : undefined);
}

/** '1.250' is 1250 to half of the world. */
function mayBeThousands(text: string): boolean {
	return /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text);
}

function misread(text: string, maxDecimals: number) {
	const likely = likelyAmounts(text, maxDecimals);
	if (likely.length === 0) return unusable(`is '${text}', which is not a number`);
	return unusable(
		`is '${text}', which is not a plain number`,
		`Write ${likely.join(' or ')}: with a decimal point, and without other separators or a currency.`,
	);
}

/**
 * Rounding would charge something else than what was given: only noise is taken off.
 *
 * @param ambiguous the text, where its point may separate thousands
 */
function withinDecimals(given: number, maxDecimals: number, ambiguous?: string): number {
	const amount = withoutNoise(given);
	const rounded = Number(amount.toFixed(maxDecimals));
	const hasTooMany = ambiguous === undefined ? rounded !== amount : maxDecimals < 3;
	if (!hasTooMany) return amount;
	const decimals =
		maxDecimals === 0 ? 'no decimals' : `${maxDecimals} decimal${maxDecimals > 1 ? 's' : ''}`;
	const whole = ambiguous === undefined ? '' : `${ambiguous.replace('.', '')} or `;
	throw unusable(
		`is ${ambiguous === undefined ? given : `'${ambiguous}'`}, but the currency has ${decimals}`,
		`Give ${whole}${toPlainDecimal(rounded)}. An expression can round, as in {{ $json.amount.round(${maxDecimals}) }}.`,
	);
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

function toPlainDecimal(amount: number): string {
	return amount.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

function unusable(what: string, remedy = 'Give a number such as 12.5, or text that is a number.') {
	return userError(what, remedy);
}

function describe(value: unknown): string {
	if (typeof value === 'string') return `'${value}'`;
	if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}
