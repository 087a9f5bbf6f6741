import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { RequestFailure } from '../errors/requestFailure';
import type { Answer } from '../http/outcome';
import type { ServiceClient } from '../http/serviceClient';
import type { ApiFormat } from '../wire/apiFormat';
import { readPath } from '../wire/dotPath';
import type { FetchList, ListPage, PagePosition } from '../wire/listPages';
import { onlyFirstPage, readItems, readPage } from '../wire/listPages';
import type { WireContext } from '../wire/serviceItem';

/** Where an item may show whose it is (assumption), beside the credential's Reservation ID Field. */
const USUAL_OWNER_FIELDS = [
	'reservationId',
	'reservation_id',
	'reservationID',
	'ReservationId',
	'reservation.id',
	'reservation',
];

/** Which service items to list. */
export interface ListRequest {
	reservationId: string;
	/** Further query parameters of the user's. */
	query?: IDataObject;
}

/** Lists a reservation's service items page by page, up to `limit`. */
export async function readServiceItems(
	client: ServiceClient,
	{ format }: WireContext,
	request: ListRequest & { limit: number },
): Promise<IDataObject[]> {
	const { fetchList, query } = listQuery(client, format, request);
	const items = await readItems(fetchList, query, request.limit, format);
	for (const field of new Set([format.reservationIdField, ...USUAL_OWNER_FIELDS])) {
		assertOneReservation(items, field);
	}
	return items;
}

/** Reads one page of a reservation's service items. */
export async function readServiceItemsPage(
	client: ServiceClient,
	{ format }: WireContext,
	request: ListRequest & { position: PagePosition },
): Promise<ListPage> {
	const { fetchList, query } = listQuery(client, format, request);
	return await readPage(fetchList, query, request.position, format);
}

/**
 * A service that does not know the query parameter may list everything it has, and charges of other guests would be taken
 * for this reservation's: recognized, changed or deleted.
 *
 * @throws UserError when the items show that they belong to several reservations (SERVICE-API.md section 4, rule 1)
 */
function assertOneReservation(items: IDataObject[], reservationIdField: string): void {
	const shown = items.map((item) => readPath(item, reservationIdField));
	const owners = new Set(
		shown
			.filter((id) => typeof id === 'string' || typeof id === 'number')
			.map((id) => String(id).trim().toLowerCase()),
	);
	if (owners.size < 2) return;
	throw new UserError(
		`The service listed service items of ${owners.size} reservations instead of one. Check 'Reservation ID Field' in the credential`,
		{
			description: `It is the query parameter that says which reservation to list. Turn on 'Custom API Format' in the credential and give it as the service calls it.`,
		},
	);
}

function listQuery(
	client: ServiceClient,
	{ reservationIdField, pagination }: ApiFormat,
	{ reservationId, query, limit }: ListRequest & { limit?: number },
): { fetchList: FetchList; query: IDataObject } {
	return {
		fetchList: async (parameters, isFurther) => {
			const result = await client.trySend({ method: 'GET', reservationId, query: parameters });
			if (!(result instanceof RequestFailure)) {
				const isWhole = limit === Infinity && pagination === 'none';
				if (isWhole && hasNextLink(result)) throw onlyFirstPage('Link');
				return result.status === 204 ? [] : result.body;
			}
			const isBeyondEnd = result.outcome.kind === 'answer' && result.outcome.status === 404;
			if (isFurther && isBeyondEnd) return [];
			throw result;
		},
		query: { ...query, [reservationIdField]: reservationId },
	};
}

/** RFC 8288: a list in pages may name the next one in its headers. */
function hasNextLink({ headers }: Answer): boolean {
	return typeof headers.link === 'string' && /;\s*rel="?next"?/i.test(headers.link);
}
