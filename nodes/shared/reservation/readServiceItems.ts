import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../client/requestFailure';
import type { ServiceClient } from '../client/serviceClient';
import type { ServiceRequest } from '../client/serviceRequest';
import type { FetchList } from '../answers/listPages';
import { readItems, readPage } from '../answers/listPages';
import type { ListPage, PagePosition } from '../answers/pagings';
import type { WireContext } from '../wire/serviceItem';
import { listQueryOf } from '../wire/writtenItem';
import type { ListUse } from './listChecks';
import { checkedItems } from './listChecks';

/** Which service items to list. */
export interface ListRequest {
	reservationId: string;
	/** Further query parameters of the user's. */
	query?: IDataObject;
}

/**
 * Lists a reservation's service items page by page, up to `limit`, and lets through only what stands all checks: no error in
 * it (the client judges that), nothing missing (the pages), and then those of `listChecks`.
 */
export async function readServiceItems(
	client: ServiceClient,
	wire: WireContext,
	request: ListRequest & { limit: number; use: ListUse },
): Promise<IDataObject[]> {
	const { fetchList, query } = listQuery(client, wire, request);
	const items = await readItems(fetchList, query, request.limit, wire.format);
	return checkedItems(items, wire, request.use);
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
