import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { RequestFailure } from '../http/failure';
import type { ServiceClient } from '../http/client';
import type { ServiceRequest } from '../http/request';
import type { FetchPage } from '../lists/readList';
import { readList } from '../lists/readList';

/** Which service items to list. */
export interface ListRequest {
	reservationId: string;
	/** Further query parameters of the user's; those of the credential go before them. */
	query?: IDataObject;
	limit?: number;
}

/** Lists a reservation's service items, page by page, as they come. */
export async function readServiceItems(
	client: Pick<ServiceClient, 'trySend' | 'linkedAddress' | 'mapper'>,
	{ reservationId, query, limit }: ListRequest,
): Promise<IDataObject[]> {
	let isFirst = true;
	const fetchPage: FetchPage = async (page) => {
		const request: ServiceRequest =
			'link' in page
				? { method: 'GET', link: client.linkedAddress(page.link) }
				: { method: 'GET', query: { ...query, ...page.query } };
		const result = await client.trySend(request, { reservationId });
		const mayBeMissing = !isFirst && !('link' in page);
		isFirst = false;
		if (!(result instanceof RequestFailure)) return result;
		const { outcome } = result;
		// A link that leads nowhere is no end: the service said that there is something.
		if (mayBeMissing && outcome.kind === 'answer' && outcome.status === 404) return outcome;
		throw result;
	};
	return await readList(client.mapper, fetchPage, reservationId, limit);
}

/**
 * The same, to find out what is there: a list of which nobody can tell whose it is, or what stands in it, is refused.
 *
 * @throws UserError naming the setting to correct
 */
export async function readComparableItems(
	client: ServiceClient,
	reservationId: string,
): Promise<IDataObject[]> {
	const items = await readServiceItems(client, { reservationId });
	const { mapper } = client;
	assertOneReservation(items.map((item) => mapper.read(item).reservationId));
	mapper.assertReadable(items);
	return items;
}

/** A service that does not know the query parameter may list everything it has: other guests' charges would be changed. */
function assertOneReservation(shown: Array<string | undefined>): void {
	const owners = new Set(
		shown.filter((id) => id !== undefined).map((id) => id.trim().toLowerCase()),
	);
	if (owners.size < 2) return;
	throw userError(
		`The service listed service items of ${owners.size} reservations instead of one. Check 'List Query' in the credential`,
		`It says which reservation to list. Turn on 'Custom API Format' in the credential and give the query parameter as the service calls it.`,
	);
}
