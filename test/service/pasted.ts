import { LAST_ITEM_PARAMETER, type Dialect } from './dialect';
import { knownFields } from './itemFields';
import { isJsonObject, mergeDeeply, nestAt, writePath } from './json';
import type { JsonObject, JsonValue } from './json';

/**
 * What a user pastes into the fields of Custom API Format for a service that speaks a dialect, as the form keeps it.
 *
 * @param pageSize asked for per page, where the service takes that
 */
export function pastedFor(dialect: Dialect, pageSize = dialect.maxPageSize) {
	const { reservationIdField, idField, idempotencyHeader } = dialect;
	let item = nestAt(reservationIdField, '{reservationId}');
	for (const { name, slot } of knownFields(dialect)) item = writePath(item, name, slot.blank);
	const listQuery = { [reservationIdField]: '{reservationId}', ...pagesAsked(dialect, pageSize) };
	return {
		createBody: JSON.stringify(item),
		listQuery: JSON.stringify(listQuery),
		listResponse: JSON.stringify(listOf(mergeDeeply(nestAt(idField, '{id}'), item), dialect)),
		requestHeaders: idempotencyHeader ? `{"${idempotencyHeader}":"{idempotencyKey}"}` : '{}',
	};
}

function pagesAsked({ pagination, firstPage }: Dialect, limit: number): JsonObject {
	const page = firstPage === 0 ? '{page from 0}' : '{page}';
	const asked: Record<Dialect['pagination'], JsonObject> = {
		none: {},
		page: { page, limit },
		offset: { offset: '{offset}', limit },
		cursor: { cursor: '{cursor}', limit },
		lastItem: { [LAST_ITEM_PARAMETER]: '{lastId}', limit },
		nextLink: { limit },
	};
	return asked[pagination];
}

/** The answer to a list with one item in it. */
function listOf(item: JsonObject, dialect: Dialect): JsonValue {
	const { itemsField, pagination } = dialect;
	const lists = itemsField.split('[]').map((name) => name.replace(/^\./, ''));
	const answer = lists.reduceRight<JsonValue>(
		(inner, name) => (name === '' ? [inner] : nestAt(name, [inner])),
		item,
	);
	if (!isJsonObject(answer)) return answer;
	if (pagination === 'cursor') return writePath(answer, dialect.nextCursorField, '{cursor}');
	if (pagination === 'lastItem') return writePath(answer, 'has_more', '{hasMore}');
	const hasLink = pagination === 'nextLink' && dialect.nextLinkField !== '';
	return hasLink ? writePath(answer, dialect.nextLinkField, '{nextPage}') : answer;
}
