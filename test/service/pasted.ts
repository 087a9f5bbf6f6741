import type { Dialect } from './dialect';
import { mergeDeeply, nestAt, writePath } from './json';
import { knownFields } from './itemFields';

/** What a user pastes into the fields of Custom API Format for a service that speaks a dialect, as the form keeps it. */
export function pastedFor(dialect: Dialect) {
	const { reservationIdField, idField, itemsField, pageSize, idempotencyHeader } = dialect;
	let item = nestAt(reservationIdField, '{reservationId}');
	for (const { name, slot } of knownFields(dialect)) item = writePath(item, name, slot.blank);
	const items = [mergeDeeply(nestAt(idField, '{id}'), item)];
	const page = pageSize > 0 && { page: '{page}' };
	return {
		createBody: JSON.stringify(item),
		listQuery: JSON.stringify({ [reservationIdField]: '{reservationId}', ...page }),
		listResponse: JSON.stringify(itemsField === '' ? items : nestAt(itemsField, items)),
		requestHeaders: idempotencyHeader ? `{"${idempotencyHeader}":"{idempotencyKey}"}` : '{}',
	};
}
