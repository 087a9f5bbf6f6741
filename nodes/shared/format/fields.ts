import { labelOf } from '../n8n/parameters';
import { userError } from '../n8n/userError';
import { ESCAPES, MARK } from './defaults';

const TEXTS = [
	'date',
	'description',
	'accountCode',
	'destinationAccount',
] as const;
export const CHARGE_FIELDS = ['amount', ...TEXTS] as const;
/** What a user fills in. */
export const FIELDS = ['reservationId', ...CHARGE_FIELDS, 'reference'] as const;
export type FieldName = (typeof FIELDS)[number];

export type Value = string | number;
/** An amount in major units, a date as 'YYYY-MM-DD'. */
export type ChargeFields = { amount?: number } & {
	[name in (typeof TEXTS)[number]]?: string;
};
export type WrittenFields = ChargeFields & {
	reservationId?: string;
	reference?: string;
};

/** The five fields of the credential. */
export const EXAMPLES = [
	'createBody',
	'updateBody',
	'listQuery',
	'listResponse',
	'requestHeaders',
] as const;
export type ExampleName = (typeof EXAMPLES)[number];

export function settingName(name: ExampleName): string {
	return `'${labelOf(name)}' in the Reservation Service credential`;
}

/** The end of every text about a setting. */
export const CHECK =
	'Check API Format (in the node: Resource → Setup) says what to enter.';

export function unusable(name: ExampleName, what: string, advice: string) {
	const subject = settingName(name);
	return userError({ what: `${subject} ${what}`, advice, more: CHECK });
}

export function isValue(value: unknown): value is Value {
	return typeof value === 'string' || typeof value === 'number';
}

/** Without what services change in a text: spaces, Unicode forms, escapes. */
export function plainText(text: string): string {
	return text
		.replace(/&(#?\w+);/g, (escape, name: string) => ESCAPES[name] ?? escape)
		.normalize('NFC')
		.replace(/\s+/g, ' ')
		.trim();
}

/** Case counts. */
export function isSameValue(wanted: Value, shown: Value = ''): boolean {
	if (typeof wanted === 'number') return wanted === shown;
	return plainText(String(shown)) === plainText(wanted);
}

export function referenceAtEnd(description: string): string | undefined {
	return MARK.exec(description)?.[1]?.trim() || undefined;
}
