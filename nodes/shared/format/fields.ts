import type { IDataObject } from 'n8n-workflow';

/** The fields of a service item that a user fills in, and what people call them (docs/service-api.md). */
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

/** Those that make up a charge, whatever it is known by. */
export const CHARGE_FIELDS = [
	'amount',
	'date',
	'description',
	'accountCode',
	'destinationAccount',
] as const;

/** Where a list answer and its query speak of pages. */
export const PAGE_QUERY_FIELDS = ['page', 'page from 0', 'offset', 'cursor', 'lastId'] as const;
export const PAGE_ANSWER_FIELDS = ['cursor', 'nextPage', 'hasMore', 'total'] as const;

/** Everything a blank can stand for. */
export type BlankField =
	| FieldName
	| 'id'
	| 'idempotencyKey'
	| (typeof PAGE_QUERY_FIELDS | typeof PAGE_ANSWER_FIELDS)[number];

/** An amount in major units, a day as 'YYYY-MM-DD', anything else as text. */
export type Value = string | number;
export type Values = { [Field in BlankField]?: Value };

/** The five fields of a charge. One that is absent is not sent, or was not shown. */
export interface ChargeFields {
	amount?: number;
	date?: string;
	description?: string;
	accountCode?: string;
	destinationAccount?: string;
}

/** What a body is built of. */
export interface WrittenFields extends ChargeFields {
	reservationId?: string;
	/** The caller's own stable key. */
	reference?: string;
}

/** A service item as it was read. */
export interface ServiceItem {
	id?: string;
	reservationId?: string;
	reference?: string;
	/** The description is without a reference at its end. */
	fields: ChargeFields;
	/** The first value in another form than the example says; such an item stands for nothing. */
	mismatch?: Mismatch;
}

/** A value in another form than the example says. */
export interface Mismatch {
	field: BlankField;
	/** Where it stands, for messages. */
	path: string;
	/** As it came. */
	value: unknown;
	/** The blank in the example, such as `{amount as minorUnits}`. */
	blank: string;
}

/** A service item under the node's names, whatever the wire names are; what Simplify gives out. */
export interface SimplifiedItem extends IDataObject {
	id: string | null;
	reservationId: string | null;
	amount: number | null;
	date: string | null;
	description: string | null;
	accountCode: string | null;
	destinationAccount: string | null;
}
