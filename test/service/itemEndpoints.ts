import { Refusal, answerEmpty, answerJson } from './answer';
import type { Answer } from './answer';
import type { Booking } from './books';
import type { ChangeAnswer, Dialect } from './dialect';
import { checkItemFields } from './itemChecks';
import { nestAt, readPath, writePath } from './json';
import type { JsonObject, JsonValue } from './json';
import { selectPage } from './paging';
import { readJsonObject } from './requestBody';
import type { LoggedRequest } from './requestLog';
import type { ServiceState } from './serviceState';

/** GET /services: the items of the reservation the query names. */
export function listItems({ query }: LoggedRequest, { dialect, books }: ServiceState): Answer {
	const field = dialect.reservationIdField;
	const reservationId = query[field];
	if (!reservationId) throw new Refusal(400, `${field} is required`, { field });
	if (dialect.itemsField === '' && saysMoreInBody(dialect)) {
		throw new Refusal(500, 'This dialect is impossible: a bare list has no place for a cursor');
	}
	refuseUnknown(reservationId, { dialect, books });
	const shown = books
		.ofReservation(reservationId)
		.filter(({ createdAt }) => Date.now() - createdAt >= dialect.listLagMs);
	const page = selectPage(shown, query, dialect);
	const { said = {}, link } = page;
	const items = page.bookings.map(({ raw }) => raw);
	const answer = answerJson(
		200,
		dialect.itemsField === ''
			? items
			: Object.entries(said).reduce(
					(list, [path, value]) => writePath(list, path, value),
					nestList(items, dialect),
				),
	);
	return { ...answer, headers: { ...answer.headers, ...(link !== undefined && { link }) } };
}

function saysMoreInBody({ pagination, nextLinkField }: Dialect): boolean {
	return (
		['cursor', 'lastItem', 'pageAndCursor'].includes(pagination) ||
		(pagination === 'nextLink' && nextLinkField !== '')
	);
}

/** The items where the dialect has them; in a list of days, each entry has those of one day. */
function nestList(items: JsonObject[], { itemsField, dateField }: Dialect): JsonObject {
	const [outer = '', inner] = itemsField.split('[].');
	if (inner === undefined) return nestAt(outer, items);
	const days = [...new Set(items.map((item) => readPath(item, dateField) ?? null))];
	const entries = days.map((day) => ({
		day,
		...nestAt(
			inner,
			items.filter((item) => (readPath(item, dateField) ?? null) === day),
		),
	}));
	return nestAt(outer, entries);
}

/** GET /services/{serviceId} */
export function getItem(_: LoggedRequest, service: ServiceState, id: string): Answer {
	return answerJson(200, envelop(find(service, id).raw, service.dialect));
}

/** POST /services: docs/service-api.md. */
export function createItem(request: LoggedRequest, { dialect, books }: ServiceState): Answer {
	const body = readJsonObject(request);
	const reservationId = readReservationId(body, dialect);
	refuseUnknown(reservationId, { dialect, books });
	checkItemFields(body, dialect, 'create');
	const key = [request.headers[dialect.idempotencyHeader.toLowerCase()]].flat()[0];
	const booking = books.create(reservationId, body, key);
	return answerChange(booking, dialect, dialect.createAnswer, dialect.createStatus);
}

/** PATCH /services/{serviceId}: merges the body deeply; neither identifier nor reservation can be changed (assumption). */
export function updateItem(request: LoggedRequest, service: ServiceState, id: string): Answer {
	const { dialect, books } = service;
	const booking = find(service, id);
	const body = readJsonObject(request);
	if (Object.keys(body).length === 0) throw new Refusal(400, 'The body holds no change');
	refuseOther(body, dialect.idField, id);
	refuseOther(body, dialect.reservationIdField, booking.reservationId);
	checkItemFields(body, dialect, 'update');
	books.update(booking, body);
	return answerChange(booking, dialect, dialect.updateAnswer, 200);
}

/** DELETE /services/{serviceId} */
export function deleteItem(_: LoggedRequest, service: ServiceState, id: string): Answer {
	const { dialect, books } = service;
	const booking = find(service, id);
	books.remove(booking);
	switch (dialect.deleteAnswer) {
		case 'noContent204':
			return answerEmpty(204);
		case 'emptyBody200':
			return answerEmpty(200);
		case 'object200':
			return answerJson(200, { success: true, message: 'The service item was deleted' });
		case 'item200':
			return answerJson(200, envelop(booking.raw, dialect));
	}
}

/** Whether a charge needs its reservation first is not shown; the default is that it does not (assumption). */
function refuseUnknown(
	reservationId: string,
	{ dialect, books }: Pick<ServiceState, 'dialect' | 'books'>,
): void {
	if (dialect.unknownReservation === 'accepted' || books.knows(reservationId)) return;
	throw new Refusal(404, `There is no reservation ${reservationId}`);
}

function find({ books }: ServiceState, id: string): Booking {
	const booking = books.find(id);
	if (!booking) throw new Refusal(404, `Service item ${id} was not found`);
	return booking;
}

function readReservationId(body: JsonObject, { reservationIdField: field }: Dialect): string {
	const value = readPath(body, field);
	if (typeof value === 'number') return String(value);
	if (typeof value === 'string' && value !== '') return value;
	throw new Refusal(400, `${field} is required`, { field });
}

function refuseOther(body: JsonObject, field: string, present: string): void {
	const value = readPath(body, field);
	const isSame = (typeof value === 'string' || typeof value === 'number') && `${value}` === present;
	if (value !== undefined && !isSame) {
		throw new Refusal(400, `${field} cannot be changed`, { field });
	}
}

function answerChange(
	{ raw }: Booking,
	dialect: Dialect,
	form: ChangeAnswer,
	status: number,
): Answer {
	if (form === 'empty204') return answerEmpty(204);
	if (form === 'item') return answerJson(status, envelop(raw, dialect));
	const id: JsonValue = readPath(raw, dialect.idField) ?? null;
	return answerJson(status, envelop(nestAt(dialect.idField, id), dialect));
}

function envelop(item: JsonObject, { itemEnvelope }: Dialect): JsonObject {
	return itemEnvelope === '' ? item : nestAt(itemEnvelope, item);
}
