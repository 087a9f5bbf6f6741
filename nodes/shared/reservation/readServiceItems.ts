import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import type { ServiceClient } from '../http/client';
import type { ServiceRequest } from '../http/request';
import type { FetchPage } from '../lists/readList';
import { readList } from '../lists/readList';

interface ListRequest {
	reservationId: string;
	/** The user's own query parameters; those of the credential win. */
	query?: IDataObject;
	limit?: number;
}

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
		// A 404 for a link is no end: the service itself named that page.
		if (mayBeMissing && outcome.kind === 'answer' && outcome.status === 404) return outcome;
		throw result;
	};
	return await readList(client.mapper, fetchPage, reservationId, limit);
}
