import type { Dialect, ItemField } from './dialect';
import { ITEM_FIELDS } from './dialect';

type Json = { [name: string]: unknown };

/** What a user pastes into the five fields of Custom API Format for a service that speaks a dialect, as the form keeps it. */
export interface PastedExamples {
	createBody: string;
	listQuery: string;
	listResponse: string;
	requestHeaders: string;
}

const AMOUNTS = { number: '', string: ' as text', minorUnits: ' as minorUnits' };
const DATES = { date: '', dateTime: ' as dateTime' };

/** @param pageSize asked for per page, where the service takes that */
export function pastedFor(dialect: Dialect, pageSize = dialect.maxPageSize): PastedExamples {
	const { reservationIdField, idField, idempotencyHeader } = dialect;
	const item: Json = {};
	put(item, reservationIdField, '{reservationId}');
	for (const field of ITEM_FIELDS) put(item, dialect[`${field}Field`], blankOf(field, dialect));
	const listed: Json = {};
	put(listed, idField, '{id}');
	return json({
		createBody: item,
		listQuery: { [reservationIdField]: '{reservationId}', ...pagesAsked(dialect, pageSize) },
		listResponse: listOf({ ...listed, ...merged(listed, item) }, dialect),
		requestHeaders: idempotencyHeader ? { [idempotencyHeader]: '{idempotencyKey}' } : {},
	});
}

function blankOf(field: ItemField, { amountFormat, dateFormat }: Dialect): string {
	if (field === 'amount') return `{amount${AMOUNTS[amountFormat]}}`;
	return field === 'date' ? `{date${DATES[dateFormat]}}` : `{${field}}`;
}

function pagesAsked(dialect: Dialect, pageSize: number): Json {
	const { pagination, pageParameter, firstPage, cursorParameter, lastItemParameter } = dialect;
	const size = { [dialect.pageSizeParameter]: pageSize };
	const page = { [pageParameter || 'page']: firstPage === 0 ? '{page from 0}' : '{page}' };
	const cursor = { [cursorParameter]: '{cursor}' };
	if (pagination === 'none') return {};
	if (pagination === 'page') return { ...page, ...size };
	if (pagination === 'offset') return { [pageParameter || 'offset']: '{offset}', ...size };
	if (pagination === 'cursor') return { ...cursor, ...size };
	if (pagination === 'lastItem') return { [lastItemParameter]: '{lastId}', ...size };
	return pagination === 'pageAndCursor' ? { ...page, ...cursor, ...size } : size;
}

/** The answer to a list with one item in it. */
function listOf(item: Json, dialect: Dialect): unknown {
	const { itemsField, pagination } = dialect;
	const lists = itemsField.split('[]').map((name) => name.replace(/^\./, ''));
	const answer = lists.reduceRight<unknown>((inner, name) => {
		const around: Json = {};
		put(around, name, [inner]);
		return name === '' ? [inner] : around;
	}, item);
	if (Array.isArray(answer)) return answer;
	if (/cursor/i.test(pagination)) put(answer as Json, dialect.nextCursorField, '{cursor}');
	if (pagination === 'nextLink') put(answer as Json, dialect.nextLinkField, '{nextPage}');
	if (pagination === 'lastItem') put(answer as Json, dialect.hasMoreField, '{hasMore}');
	return answer;
}

/** Puts a value where a dot path leads; nowhere where the path is empty. */
function put(object: Json, path: string, value: unknown): void {
	if (path === '') return;
	const names = path.split('.');
	const last = names.pop() as string;
	const holder = names.reduce<Json>((inner, name) => (inner[name] ??= {}) as Json, object);
	holder[last] = value;
}

function merged(one: Json, other: Json): Json {
	const both: Json = { ...one };
	for (const [key, value] of Object.entries(other)) {
		const known = both[key];
		const areObjects = [known, value].every((each) => typeof each === 'object' && each !== null);
		both[key] = areObjects ? merged(known as Json, value as Json) : value;
	}
	return both;
}

function json(examples: { [Name in keyof PastedExamples]: unknown }): PastedExamples {
	const { createBody, listQuery, listResponse, requestHeaders } = examples;
	return {
		createBody: JSON.stringify(createBody),
		listQuery: JSON.stringify(listQuery),
		listResponse: JSON.stringify(listResponse),
		requestHeaders: JSON.stringify(requestHeaders),
	};
}
