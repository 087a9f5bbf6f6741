import { userError } from '../n8n/userError';
import { described, isBlank } from './json';

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const WITH_EXPONENT = /^[+-]?(\d+\.?\d*|\.\d+)e[+-]?\d+$/i;
/** Up to here a double still tells two neighbouring hundredths apart. */
const MAX_AMOUNT = 9e12;
/** More than any currency has: the digits behind them are noise. */
const MAX_DECIMALS = 8;
/** Sums of doubles up to 30 million are off by less than this. */
const NOISE = 5e-9;

/** A sign, a currency before or after, and digits with separators. */
const AROUND =
	/^[+-]?\s*(?:\p{Sc}|\p{L}{1,3}\.?)?\s*[+-]?\s*([\d.,'’\s]*\d)\s*(?:\p{Sc}|\p{L}{1,3}\.?)?$/u;
/** AROUND would take long over a long text. */
const LONGEST = 40;
const MINUS_SIGN = /[\u2212\u2012\u2013]/g;

/** Reads an amount in major units, and never rounds it. UserErrors go on after the field's name. */
export function parseAmount(value: unknown, decimals: number): number {
	const given = typeof value === 'string' ? value.trim() : value;
	const number = plainNumber(given);
	if (Number.isNaN(number)) throw misread(given, decimals);
	if (Math.abs(number) > MAX_AMOUNT) {
		throw unusable(
			`is ${String(given)}, which is too large`,
			'Amounts up to 9,000,000,000,000 can be exact.',
		);
	}
	const amount = withoutNoise(number);
	if (decimals < 3 && typeof given === 'string' && isAmbiguous(given)) {
		throw ambiguous(given, toPlainDecimal(roundedTo(decimals, amount)));
	}
	if (Number(amount.toFixed(decimals)) !== amount) throw tooPrecise(given, amount, decimals);
	return amount;
}

/** The number that a number is, or a text of digits with a decimal point; NaN for anything else. */
export function plainNumber(value: unknown): number {
	const isPlainText = typeof value === 'string' && PLAIN_NUMBER.test(value.trim());
	const number = isPlainText || typeof value === 'number' ? Number(value) : NaN;
	return Number.isFinite(number) ? number : NaN;
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

function misread(given: unknown, decimals: number) {
	const likely = typeof given === 'string' ? likelyAmounts(given, decimals) : [];
	if (likely.length === 0) return unusable(`is ${described(given)}, which is not a number`);
	const hasPoint = likely.some((amount) => amount.includes('.'));
	const form = hasPoint
		? ': with a decimal point, and without other separators or a currency.'
		: ', without separators or a currency.';
	return unusable(
		`is ${described(given)}, which is not a plain number`,
		`Write ${likely.join(' or ')}${form}`,
	);
}

/** '1.250' is 1250 to half of the world. */
function isAmbiguous(text: string): boolean {
	return /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text);
}

function ambiguous(given: string, fraction: string) {
	return unusable(
		`is '${given}', where the point may stand before thousands or before decimals`,
		`Write ${given.replace('.', '')} or ${fraction}.`,
	);
}

function tooPrecise(given: unknown, amount: number, decimals: number) {
	const likely = toPlainDecimal(roundedTo(decimals, amount));
	// Text has no round().
	const rounding =
		typeof given === 'number'
			? ` An expression can round, as in {{ $json.amount.round(${decimals}) }}.`
			: '';
	return unusable(
		`is ${toPlainDecimal(amount)}, which has ${moreThan(decimals)}`,
		`Give ${likely}.${rounding} If your service takes more of them, say how many in 'Create Body' in the credential, as in {amount as number(${decimals + 1})}.`,
	);
}

function moreThan(decimals: number): string {
	if (decimals === 0) return 'decimals';
	return decimals === 1 ? 'more than one decimal' : `more than ${decimals} decimals`;
}

/** Half away from zero, as people do: 1.005 is 1.01, although its double is a little less. */
function roundedTo(decimals: number, amount: number): number {
	const units = Math.round(Number(`${Math.abs(amount)}e${decimals}`));
	return Math.sign(amount) * Number(`${units}e-${decimals}`);
}

/** What '12,50', '1.250,00' or '€ 25' most likely means; both readings of '1,250'. */
function likelyAmounts(text: string, decimals: number): string[] {
	if (text.length > LONGEST) return [];
	if (WITH_EXPONENT.test(text)) {
		const amount = Number(text);
		const isFit = Math.abs(amount) <= MAX_AMOUNT && Number(amount.toFixed(decimals)) === amount;
		return isFit ? [toPlainDecimal(amount)] : [];
	}
	const signed = text.replace(MINUS_SIGN, '-');
	const digits = (AROUND.exec(signed)?.[1] ?? '').replace(/\s+/g, ' ');
	const [, units = digits, mark = '', fraction = ''] = /^(.*)([.,])(\d+)$/.exec(digits) ?? [];
	const isPlain = /^\d+$/.test(units) || (isGrouped(units) && !units.includes(mark));
	const readings = [
		...(isGrouped(digits) ? [digits.replace(/\D/g, '')] : []),
		...(isPlain && fraction.length <= decimals
			? [units.replace(/\D/g, '') + (fraction && `.${fraction}`)]
			: []),
	];
	return readings.map((reading) => (signed.includes('-') ? `-${reading}` : reading));
}

function isGrouped(digits: string): boolean {
	return /^[1-9]\d{0,2}([.,'’ ])\d{3}(\1\d{3})*$/.test(digits);
}

/** All digits of an amount, without grouping, and at least so many decimals. */
export function toPlainDecimal(amount: number, minimumFractionDigits = 0): string {
	const digits = { minimumFractionDigits, maximumFractionDigits: 20 };
	return amount.toLocaleString('en-US', { ...digits, useGrouping: false });
}

function unusable(what: string, remedy = 'Give a number such as 12.5.') {
	return userError({ what, more: remedy });
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
