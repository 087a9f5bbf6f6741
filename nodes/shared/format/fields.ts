import type { IDataObject } from 'n8n-workflow';

import { isBlank } from './json';

/** What a user fills in (docs/service-api.md), with its labels. */
export const FIELD_LABELS = {
	reservationId: 'Reservation ID',
	amount: 'Amount',
	date: 'Date',
	description: 'Description',
	accountCode: 'Account Code',
	destinationAccount: 'Destination Account',
	reference: 'Reference',
} as const;
export type FieldName = keyof typeof FIELD_LABELS;

const TEXT_FIELDS = [
	'date',
	'description',
	'accountCode',
	'destinationAccount',
] as const;
export const CHARGE_FIELDS = ['amount', ...TEXT_FIELDS] as const;

export const PAGE_QUERY_FIELDS = [
	'page',
	'page from 0',
	'offset',
	'cursor',
	'lastId',
] as const;
export const PAGE_ANSWER_FIELDS = [
	'cursor',
	'nextPage',
	'hasMore',
	'total',
] as const;

export type PlaceholderField =
	| FieldName
	| 'id'
	| 'idempotencyKey'
	| (typeof PAGE_QUERY_FIELDS | typeof PAGE_ANSWER_FIELDS)[number];

/** An amount in major units, a day as 'YYYY-MM-DD', anything else as text. */
export type Value = string | number;
export function isValue(value: unknown): value is Value {
	return typeof value === 'string' || typeof value === 'number';
}

export function isFilledValue(value: unknown): value is Value {
	return isValue(value) && !isBlank(value);
}

export type Values = { [Field in PlaceholderField]?: Value };

/** Query parameters or headers. */
export type Texts = Record<string, string>;

/** What is absent is not sent, or was not shown. */
export type ChargeFields = { amount?: number } & {
	[Field in (typeof TEXT_FIELDS)[number]]?: string;
};

export interface WrittenFields extends ChargeFields {
	reservationId?: string;
	reference?: string;
}

export type SimplifiedItem = IDataObject & { amount: number | null } & {
	[
		Field in 'id' | 'reservationId' | 'reference' | (typeof TEXT_FIELDS)[number]
	]: string | null;
};

/** The fields of the API format in the credential, as the form names them. */
export const EXAMPLES = {
	createBody: 'Create Body',
	updateBody: 'Update Body',
	listQuery: 'List Query',
	listResponse: 'List Response',
	requestHeaders: 'Request Headers',
} as const;

export type ExampleName = keyof typeof EXAMPLES;

export function settingName(name: ExampleName): string {
	return `'${EXAMPLES[name]}' in the Reservation Service credential`;
}

/**
 * What POST /services is sent unless the credential says otherwise (assumption,
 * docs/service-api.md).
 */
export const DEFAULT_CREATE_BODY = `{
  "reservationId": "{reservationId}",
  "amount": "{amount}",
  "date": "{date}",
  "description": "{description}",
  "accountCode": "{accountCode}",
  "destinationAccount": "{destinationAccount}"
}`;

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00a0',
};
const LAST_CODE_POINT = 0x10ffff;

/**
 * Undoes what services change in a text: spaces, line breaks, Unicode forms,
 * HTML escapes.
 */
function comparableText(text: string): string {
	return withoutEscapes(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * Of HTML, by name or number. A text that is sent back with them would be
 * escaped once more.
 */
export function withoutEscapes(text: string): string {
	return text.replace(
		/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d+)|#x([\da-f]+));/gi,
		(escape, name?: string, decimal?: string, hex?: string) => {
			if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? escape;
			const code = decimal === undefined ? Number(`0x${hex}`) : Number(decimal);
			return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : escape;
		},
	);
}

/** Case does not matter, as some services keep texts in capitals. */
export function withoutCase(value: Value | undefined): Value | undefined {
	return typeof value === 'string'
		? comparableText(value).toUpperCase()
		: value;
}

/** True where a service item shows a value as it is wanted. Case counts. */
export function isSameValue(wanted: Value, shown: Value = ''): boolean {
	if (typeof wanted === 'number' || wanted === shown) return wanted === shown;
	return comparableText(String(shown)) === comparableText(wanted);
}
