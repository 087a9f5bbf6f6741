import { userError } from '../n8n/userError';
import { DECIMALS } from './defaults';
import { quoted } from './json';

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
	const text = typeof value === 'string' ? value.trim() : value;
	const amount = withoutNoise(plainNumber(text));
	const mayBeThousands =
		decimals < 3 && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(`${text as string}`);
	const isRead = !Number.isNaN(amount);
	if (isRead && Math.abs(amount) > MAX_AMOUNT) {
		throw userError({
			what: `is ${amount}, which is too large`,
			advice: `Give at most ${MAX_AMOUNT}`,
		});
	}
	if (isRead && !(typeof text === 'string' && mayBeThousands)) return amount;
	throw misread(text, isExpression);
}

function misread(given: unknown, isExpression: boolean) {
	const likely = typeof given === 'string' ? likelyAmounts(given) : [];
	const [first = '12.5', second] = likely;
	const writing = second === undefined ? first : `${first} or ${second}`;
	const isAmbiguous = second !== undefined;
	const more =
		isExpression && likely.length > 0
			? `For a whole column: {{ ${conversionOf(given as string)} }}, with your own field for $json.amount.`
			: undefined;
	return userError({
		what: `is ${quoted(given)}, which is ${isAmbiguous ? 'no clear amount' : 'not a plain number'}`,
		advice: `Write ${likely.length > 0 ? writing : 'a number such as 12.5'}: with a point before decimals, and without other separators or a currency`,
		more,
	});
}

/** Rows that are right already stay as they are. */
function conversionOf(text: string): string {
	const isComma = /,\d{1,2}\D*$/.test(text);
	const digits = isComma
		? `$json.amount.replace(/[^\\d,-]/g, '').replace(',', '.')`
		: `$json.amount.replace(/[^\\d.-]/g, '')`;
	return `/^-?\\d+(\\.\\d+)?$/.test($json.amount) ? $json.amount : ${digits}`;
}

/** Digits, by thousands or not, and decimals; a currency before or behind. */
const USUAL =
	/^(?:\p{Sc}|\p{L}{1,3}\.?)? ?(-?)(?:\p{Sc} ?)?(\d[\d.,'’ ]*?)(k)? ?(?:\p{Sc}|\p{L}{1,3}\.?)?$/iu;
const ONE_MARK = /^(\d{1,3})[.,](\d{3})$/;

/** What a text most likely means; two where it may be either. */
function likelyAmounts(given: string): string[] {
	if (given.length > 40) return [];
	if (/^[+-]?\d+e\+?\d$/i.test(given)) return [String(Number(given))];
	// Spreadsheets write spaces that do not break, and a minus of their own.
	const text = given.replace(/\s/g, ' ').replace('\u2212', '-');
	const minus = text.startsWith('-') ? '-' : undefined;
	const bare = minus ? text.slice(1).trim() : text;
	const [, sign = '', digits = '', thousand] = USUAL.exec(bare) ?? [];
	if (digits === '') return [];
	const times = thousand ? 1000 : 1;
	const asText = (amount: string): string =>
		`${minus ?? sign}${withoutNoise(Number(amount) * times)}`;
	const [, before = '', behind = ''] = ONE_MARK.exec(digits) ?? [];
	if (behind !== '' && !thousand) {
		return [asText(before + behind), asText(`${before}.${behind}`)];
	}
	const [, whole = digits, fraction = ''] =
		/^(.*)[.,](\d{1,2})$/.exec(digits) ?? [];
	const isGrouped = /^\d{1,3}(?:([.,'’ ])\d{3}(?:\1\d{3})*)?$|^\d+$/.test(
		whole,
	);
	if (!isGrouped) return [];
	return [asText(`${whole.replace(/\D/g, '')}.${fraction || 0}`)];
}
