import { userError } from '../../n8n/userError';
import { DECIMAL, withoutNoise } from '../amount';
import type { FieldValue, ValueForm } from './valueForm';
import { PLAIN_NUMBER } from './valueForm';

/** How many decimals a currency may have. */
export const MOST_DECIMALS = 4;

/** The names of the forms of an amount. */
export const AMOUNT_FORMS = [
	'number',
	'text',
	'commaText',
	'minorUnits',
	...Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => `minorUnits(${decimals})`),
];

/**
 * The form of an amount by its name: 12.5, "12.50", "12,50" or 1250.
 *
 * @param decimals how many the currency has
 * @returns undefined when there is none of that name
 */
export function amountForm(name: string, decimals: number): ValueForm | undefined {
	if (name === 'number') return asNumber;
	if (name === 'text') return asText(name, decimals, '.');
	if (name === 'commaText') return asText(name, decimals, ',');
	if (!AMOUNT_FORMS.includes(name)) return undefined;
	const own = /\d/.exec(name)?.[0];
	return asMinorUnits(name, own === undefined ? decimals : Number(own));
}

/**
 * The same for the field names of the credential, under which 12.5 and "12.50" are read alike.
 *
 * @param format the credential's Amount Format
 */
export function looseAmountForm(format: string, decimals: number): ValueForm {
	const form = amountForm(format === 'string' ? 'text' : format, decimals) ?? asNumber;
	const divisor = format === 'minorUnits' ? 10 ** decimals : 1;
	return {
		...form,
		isLoose: true,
		read: (value) =>
			DECIMAL.test(String(value).trim()) ? amountOf(Number(value) / divisor) : undefined,
	};
}

const asNumber: ValueForm = {
	name: 'number',
	type: 'number',
	write: Number,
	read: (value) => (typeof value === 'number' ? amountOf(value) : undefined),
};

/** @param point what stands before the decimals; the other of the two would separate thousands */
function asText(name: string, decimals: number, point: '.' | ','): ValueForm {
	return {
		name,
		type: 'string',
		write: (amount) => withDecimals(amount, decimals).replace('.', point),
		read(value) {
			if (typeof value !== 'string' || (point === ',' && value.includes('.'))) return undefined;
			const plain = value.replace(point, '.');
			return PLAIN_NUMBER.test(plain) ? amountOf(Number(plain)) : undefined;
		},
	};
}

function asMinorUnits(name: string, decimals: number): ValueForm {
	return {
		name,
		type: 'number',
		write(amount) {
			const units = Number(withDecimals(amount, decimals).replace('.', ''));
			if (Number.isSafeInteger(units)) return units;
			throw userError(`is ${amount}, which is too large`, 'Check the amount.');
		},
		read: (value) =>
			Number.isSafeInteger(value) ? amountOf(Number(value) / 10 ** decimals) : undefined,
	};
}

/** The amount with so many digits behind the point. Rounding would charge something else. */
function withDecimals(amount: FieldValue, decimals: number): string {
	const text = Number(amount).toFixed(decimals);
	if (Number(text) === Number(amount)) return text;
	const most =
		decimals === 0 ? 'whole amounts' : `at most ${decimals} decimal${decimals > 1 ? 's' : ''}`;
	throw userError(
		`is ${amount}, and the service takes ${most} here`,
		'Nothing is rounded. Give an amount that fits.',
	);
}

function amountOf(value: number): number | undefined {
	return Number.isFinite(value) ? withoutNoise(value) : undefined;
}
