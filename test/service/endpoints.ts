import { authorize, issueToken } from './accounts';
import type { Accounts, Scope, Tokens } from './accounts';
import { Refusal, answerEmpty, answerJson, readJsonObject } from './answer';
import type { Answer } from './answer';
import type { Booking, Books } from './books';
import type { Dialect } from './dialect';
import { checkItemFields } from './itemFields';
import { nestAt, readPath } from './json';
import type { JsonObject } from './json';
import type { LoggedRequest } from './requestLog';
import { answerSpelled } from './spelling';

/** What the endpoints work on. */
export interface ServiceState {
	dialect: Dialect;
	readonly accounts: Accounts;
	readonly tokens: Tokens;
	readonly books: Books;
}

interface Endpoint {
	/** None: open to everyone. */
	scope?: Scope;
	handle(request: LoggedRequest, service: ServiceState, id: string): Answer;
}

type Endpoints = Partial<Record<string, Endpoint>>;

const TOKEN: Endpoints = { POST: { handle: issueToken } };

const COLLECTION: Endpoints = {
	GET: { scope: 'services:read', handle: listItems },
	POST: { scope: 'services:create', handle: createItem },
};

const ITEM: Endpoints = {
	GET: { scope: 'services:read', handle: getItem },
	PATCH: { scope: 'services:update', handle: updateItem },
	DELETE: { scope: 'services:delete', handle: deleteItem },
};

const ITEM_PATH = /^\/services\/([^/]+)$/;

/** Carries out one request (docs/service-api.md): path and method, then token and scope, then the request itself. */
export function answerRequest(request: LoggedRequest, service: ServiceState): Answer {
	try {
		const { endpoints, id } = findPath(request);
		const endpoint = endpoints[request.method];
		if (!endpoint) throw new Refusal(405, `${request.method} is not possible here`);
		if (endpoint.scope) authorize(request, endpoint.scope, service);
		const { spelling } = service.dialect;
		if (spelling === undefined || endpoints === TOKEN) return endpoint.handle(request, service, id);
		return answerSpelled(request, spelling, (own) => endpoint.handle(own, service, id));
	} catch (error) {
		if (error instanceof Refusal) return error.answer;
		throw error;
	}
}

function findPath({ path }: LoggedRequest): { endpoints: Endpoints; id: string } {
	if (path === '/services') return { endpoints: COLLECTION, id: '' };
	if (path === '/token') return { endpoints: TOKEN, id: '' };
	const id = ITEM_PATH.exec(path)?.[1];
	if (id === undefined) throw new Refusal(404, 'There is nothing at this address');
	return { endpoints: ITEM, id: decodeURIComponent(id) };
}

/** GET /services: the items of the reservation the query names. */
function listItems({ query }: LoggedRequest, { dialect, books }: ServiceState): Answer {
	const { reservationIdField, itemsField, listLagMs, pageSize } = dialect;
	const reservationId = query[reservationIdField];
	if (!reservationId) throw new Refusal(400, `${reservationIdField} is required`);
	refuseUnknown(reservationId, dialect, books);
	const shown = books
		.ofReservation(reservationId)
		.filter(({ createdAt }) => Date.now() - createdAt >= listLagMs);
	const start = (Number(query.page ?? 1) - 1) * pageSize;
	const page = pageSize > 0 ? shown.slice(start, start + pageSize) : shown;
	const items = page.map(({ raw }) => raw);
	return answerJson(200, itemsField === '' ? items : nestAt(itemsField, items));
}

/** GET /services/{serviceId} */
function getItem(_: LoggedRequest, { books }: ServiceState, id: string): Answer {
	return answerJson(200, find(books, id).raw);
}

/** POST /services: docs/service-api.md. */
function createItem(request: LoggedRequest, { dialect, books }: ServiceState): Answer {
	const body = readJsonObject(request);
	const reservationId = readReservationId(body, dialect);
	refuseUnknown(reservationId, dialect, books);
	checkItemFields(body, dialect, 'create');
	const key = [request.headers[dialect.idempotencyHeader.toLowerCase()]].flat()[0];
	const booking = books.create(reservationId, body, key);
	return answerChange(booking, dialect, 'createAnswer', 201);
}

/** PATCH /services/{serviceId}: merges the body deeply; neither identifier nor reservation can be changed (assumption). */
function updateItem(request: LoggedRequest, { dialect, books }: ServiceState, id: string): Answer {
	const booking = find(books, id);
	const body = readJsonObject(request);
	if (Object.keys(body).length === 0) throw new Refusal(400, 'The body holds no change');
	refuseOther(body, dialect.idField, id);
	refuseOther(body, dialect.reservationIdField, booking.reservationId);
	checkItemFields(body, dialect, 'update');
	books.update(booking, body);
	return answerChange(booking, dialect, 'updateAnswer', 200);
}

/** DELETE /services/{serviceId} */
function deleteItem(_: LoggedRequest, { books }: ServiceState, id: string): Answer {
	books.remove(find(books, id));
	return answerEmpty(204);
}

/** Whether a charge needs its reservation first is not shown; the default is that it does not (assumption). */
function refuseUnknown(reservationId: string, dialect: Dialect, books: Books): void {
	if (dialect.unknownReservation === 'accepted' || books.knows(reservationId)) return;
	throw new Refusal(404, `There is no reservation ${reservationId}`);
}

function find(books: Books, id: string): Booking {
	const booking = books.find(id);
	if (!booking) throw new Refusal(404, `Service item ${id} was not found`);
	return booking;
}

function readReservationId(body: JsonObject, { reservationIdField: field }: Dialect): string {
	const value = readPath(body, field);
	if (typeof value === 'number') return String(value);
	if (typeof value === 'string' && value !== '') return value;
	throw new Refusal(400, `${field} is required`);
}

function refuseOther(body: JsonObject, field: string, present: string): void {
	const value = readPath(body, field);
	if (value !== undefined && value !== present && value !== Number(present)) {
		throw new Refusal(400, `${field} cannot be changed`);
	}
}

function answerChange(
	{ raw }: Booking,
	dialect: Dialect,
	change: 'createAnswer' | 'updateAnswer',
	status: number,
): Answer {
	const { idField, [change]: form } = dialect;
	if (form === 'empty204') return answerEmpty(204);
	const shown = form === 'item' ? raw : nestAt(idField, readPath(raw, idField) ?? null);
	return answerJson(status, shown);
}
