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

const TEXT_FIELDS = ['date', 'description', 'accountCode', 'destinationAccount'] as const;
export const CHARGE_FIELDS = ['amount', ...TEXT_FIELDS] as const;

export const PAGE_QUERY_FIELDS = ['page', 'page from 0', 'offset', 'cursor', 'lastId'] as const;
export const PAGE_ANSWER_FIELDS = ['cursor', 'nextPage', 'hasMore', 'total'] as const;

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

/** What is absent is not sent, or was not shown. */
export type ChargeFields = { amount?: number } & {
	[Field in (typeof TEXT_FIELDS)[number]]?: string;
};

export interface WrittenFields extends ChargeFields {
	reservationId?: string;
	/** The caller's own stable key. */
	reference?: string;
}

export type SimplifiedItem = IDataObject & { amount: number | null } & {
	[Field in 'id' | 'reservationId' | 'reference' | (typeof TEXT_FIELDS)[number]]: string | null;
};
