import type { Dialect } from './dialect';
import { isJsonObject, nestAt, writePath, mergeDeeply } from './json';
import type { JsonObject, JsonValue } from './json';
import { knownFields } from './itemFields';

/** What a user pastes into the fields of Custom API Format for a service that speaks a dialect, as the form keeps it. */
export function pastedFor(dialect: Dialect) {
	const { reservationIdField, idField, itemsField, pagination, idempotencyHeader } = dialect;
	let item = nestAt(reservationIdField, '{reservationId}');
	for (const { name, slot } of knownFields(dialect)) item = writePath(item, name, slot.blank);
	const items = [mergeDeeply(nestAt(idField, '{id}'), item)];
	let listResponse: JsonValue = itemsField === '' ? items : nestAt(itemsField, items);
	if (pagination === 'cursor' && isJsonObject(listResponse)) {
		listResponse = { ...listResponse, nextCursor: '{cursor}' };
	}
	const listQuery = { [reservationIdField]: '{reservationId}', ...pagesAsked(dialect) };
	return {
		createBody: JSON.stringify(item),
		listQuery: JSON.stringify(listQuery),
		listResponse: JSON.stringify(listResponse),
		requestHeaders: idempotencyHeader ? `{"${idempotencyHeader}":"{idempotencyKey}"}` : '{}',
	};
}

function pagesAsked({ pagination, maxPageSize }: Dialect): JsonObject {
	if (pagination === 'none') return {};
	return { [pagination]: `{${pagination}}`, limit: maxPageSize };
}
