import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../errors/requestFailure';
import type { ServiceClient } from '../http/serviceClient';
import type { FetchList, ListPage, PagePosition } from '../wire/listPages';
import { readItems, readPage } from '../wire/listPages';
import type { WireContext } from '../wire/serviceItem';

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
	const { fetchList, query } = listQuery(client, format.reservationIdField, request);
	return await readItems(fetchList, query, request.limit, format);
}

/** Reads one page of a reservation's service items. */
export async function readServiceItemsPage(
	client: ServiceClient,
	{ format }: WireContext,
	request: ListRequest & { position: PagePosition },
): Promise<ListPage> {
	const { fetchList, query } = listQuery(client, format.reservationIdField, request);
	return await readPage(fetchList, query, request.position, format);
}

function listQuery(
	client: ServiceClient,
	reservationIdField: string,
	{ reservationId, query }: ListRequest,
): { fetchList: FetchList; query: IDataObject } {
	return {
		fetchList: async (parameters, isFurther) => {
			const result = await client.trySend({ method: 'GET', reservationId, query: parameters });
			if (!(result instanceof RequestFailure)) return result.status === 204 ? [] : result.body;
			const isBeyondEnd = result.outcome.kind === 'answer' && result.outcome.status === 404;
			if (isFurther && isBeyondEnd) return [];
			throw result;
		},
		query: { ...query, [reservationIdField]: reservationId },
	};
}
