import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { RequestFailure } from '../client/requestFailure';
import type { ServiceClient } from '../client/serviceClient';
import type { ServiceRequest } from '../client/serviceRequest';
import { readPath } from '../wire/dotPath';
import type { FetchList, ListPage } from '../answers/listPages';
import { readItems, readPage } from '../answers/listPages';
import type { PagePosition } from '../answers/pagings';
import type { WireContext } from '../wire/serviceItem';
import { readTemplate } from '../wire/templates/readTemplate';
import { listQueryOf } from '../wire/writtenItem';

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
	wire: WireContext,
	request: ListRequest & { limit: number },
): Promise<IDataObject[]> {
	const { fetchList, query } = listQuery(client, wire, request);
	const items = await readItems(fetchList, query, request.limit, wire.format);
	assertOneReservation(items.map((item) => reservationIdIn(item, wire)));
	for (const field of USUAL_OWNER_FIELDS) {
		assertOneReservation(items.map((item) => readPath(item, field)));
	}
	return items;
}

/** Reads one page of a reservation's service items. */
export async function readServiceItemsPage(
	client: ServiceClient,
	wire: WireContext,
	request: ListRequest & { position: PagePosition },
): Promise<ListPage> {
	const { fetchList, query } = listQuery(client, wire, request);
	return await readPage(fetchList, query, request.position, wire.format);
}

function reservationIdIn(item: IDataObject, { format, timeZone }: WireContext): unknown {
	const { values } = readTemplate(format.templates.item, item, timeZone, 'reservationId');
	return values.reservationId;
}

/**
 * A service that does not know the query parameter may list everything it has, and charges of other guests would be taken
 * for this reservation's: recognized, changed or deleted.
 *
 * @param shown what the items show as their reservation
 * @throws UserError when they belong to several reservations (SERVICE-API.md section 4, rule 1)
 */
function assertOneReservation(shown: unknown[]): void {
	const owners = new Set(
		shown
			.filter((id) => typeof id === 'string' || typeof id === 'number')
			.map((id) => String(id).trim().toLowerCase()),
	);
	if (owners.size < 2) return;
	throw new UserError(
		`The service listed service items of ${owners.size} reservations instead of one. Check 'Reservation ID Field' or 'List Query' in the credential`,
		{
			description: `It is the query parameter that says which reservation to list. Turn on 'Custom API Format' in the credential and give it as the service calls it.`,
		},
	);
}

function listQuery(
	client: ServiceClient,
	wire: WireContext,
	{ reservationId, query }: ListRequest,
): { fetchList: FetchList; query: IDataObject } {
	return {
		fetchList: async ({ query: parameters, link }, isFurther) => {
			const request: ServiceRequest = {
				method: 'GET',
				...(link === undefined ? { query: parameters } : { link: client.linkedAddress(link) }),
			};
			const result = await client.trySend(request, { reservationId });
			if (!(result instanceof RequestFailure)) return result;
			const { outcome } = result;
			// A link that leads nowhere is no end: the service said that there is something.
			const mayBeMissing = isFurther && link === undefined;
			if (mayBeMissing && outcome.kind === 'answer' && outcome.status === 404) return outcome;
			throw result;
		},
		query: { ...query, ...listQueryOf(reservationId, wire) },
	};
}
