import type { JsonValue } from './json';

/** The canonical names of a service item's fields (docs/service-api.md, plus a caller's own reference). */
export const ITEM_FIELDS = [
	'amount',
	'date',
	'description',
	'accountCode',
	'destinationAccount',
	'reference',
] as const;

export type ItemField = (typeof ITEM_FIELDS)[number];

export type ChangeAnswer = 'item' | 'idOnly' | 'empty204';

/** A way of its own to write service items, which the service takes and gives in no other form. */
export interface Spelling {
	/** Headers without which nothing is answered. */
	headers?: Record<string, string>;
	/** The query by which a list is asked for. */
	listed: { [parameter: string]: string };
	/** How an item is created; the whole body, wrappers included. */
	created: JsonValue;
	/** How an item is changed, of which parts may be missing. */
	changed: JsonValue;
	/** One item as it is given out. */
	shown: JsonValue;
	/** What a single item is wrapped in. */
	single?: (item: JsonValue) => JsonValue;
	/** What a list is wrapped in. */
	list?: (items: JsonValue[]) => JsonValue;
	/** As in Dialect. */
	updateAnswer?: ChangeAnswer;
	idType?: 'number';
}

/**
 * Everything docs/service-api.md leaves "not shown", as data: one real service would have one of these. Every name is a dot
 * path, so `price.amount` stands for `{ price: { amount } }`; only as a query parameter is `reservationIdField` used as it stands.
 */
export interface Dialect {
	reservationIdField: string;
	idField: string;
	/** Type of the identifier in JSON: `"si-7"` or `7`; or a text that says nothing about the order of creation. */
	idType: 'string' | 'number' | 'random';
	amountField: string;
	dateField: string;
	descriptionField: string;
	accountCodeField: string;
	destinationAccountField: string;
	/** Empty: the service knows no references, it merely stores whatever it gets. */
	referenceField: string;
	/** 12.5 · 1250 */
	amountFormat: 'number' | 'minorUnits';
	/** 2026-11-21 · 2026-11-21T00:00:00.000+01:00 */
	dateFormat: 'date' | 'dateTime';
	/** Dot path of the items in the list's answer; empty: the body is the bare list. */
	itemsField: string;
	/** What a list or a charge gets for a reservation that nothing was ever booked on: an empty list and a new charge, or 404. */
	unknownReservation: 'accepted' | 'refused';
	/** Fields that POST /services refuses to miss and PATCH refuses to blank. */
	requiredFields: readonly ItemField[];
	/** How POST /token answers a wrong account or key. */
	badCredentials: 'status401' | 'successFalse200';
	/** Status when the key's scopes do not cover the endpoint (section 7 allows both). */
	missingScope: 401 | 403;
	createAnswer: ChangeAnswer;
	updateAnswer: ChangeAnswer;
	/** Of a list, of which the page that is asked for is given; 0: it is given whole. */
	pageSize: number;
	/** How long a new item is not in the list yet, in milliseconds, though it can be read by its ID. */
	listLagMs: number;
	/** Header under which a create with a key that was there before is answered with what it made then; empty: none. */
	idempotencyHeader: string;
	/** How items travel, in place of the names and formats above, in which they are kept. */
	spelling?: Spelling;
}

/** The dialect that the credential's default settings speak. */
export const defaultDialect: Readonly<Dialect> = {
	reservationIdField: 'reservationId',
	idField: 'id',
	idType: 'string',
	amountField: 'amount',
	dateField: 'date',
	descriptionField: 'description',
	accountCodeField: 'accountCode',
	destinationAccountField: 'destinationAccount',
	referenceField: '',
	amountFormat: 'number',
	dateFormat: 'date',
	itemsField: 'items',
	unknownReservation: 'accepted',
	requiredFields: ['amount', 'date', 'description'],
	badCredentials: 'status401',
	missingScope: 403,
	createAnswer: 'item',
	updateAnswer: 'item',
	pageSize: 0,
	listLagMs: 0,
	idempotencyHeader: '',
};
