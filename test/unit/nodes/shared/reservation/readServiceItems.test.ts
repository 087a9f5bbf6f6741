import type { ServiceClient } from '../../../../../nodes/shared/client/serviceClient';
import type { ServiceRequest } from '../../../../../nodes/shared/client/serviceRequest';
import { readServiceItems } from '../../../../../nodes/shared/reservation/readServiceItems';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';

/** A client whose service has no items, and what it was asked for. */
function emptyService() {
	const requests: ServiceRequest[] = [];
	const trySend = (request: ServiceRequest) => {
		requests.push(request);
		return Promise.resolve({ body: [] });
	};
	return { requests, client: { trySend } as unknown as ServiceClient };
}

it('asks for the reservation under the name of the credential', async () => {
	const { client, requests } = emptyService();
	const format = apiFormatOf({ customApiFormat: true, reservationIdField: 'booking.ref' });
	const request = { reservationId: 'R-1', limit: 5, use: 'shown' } as const;
	await readServiceItems(client, { format, timeZone: 'UTC' }, request);

	expect(requests).toEqual([{ method: 'GET', query: { 'booking.ref': 'R-1' } }]);
});

it('never lists another reservation because of a query parameter', async () => {
	const { client, requests } = emptyService();
	const query = { reservationId: 'R-2', status: 'open' };
	const request = { reservationId: 'R-1', query, limit: 5, use: 'shown' } as const;
	await readServiceItems(client, { format: apiFormatOf({}), timeZone: 'UTC' }, request);

	expect(requests[0]?.query).toEqual({ reservationId: 'R-1', status: 'open' });
	expect(query.reservationId).toBe('R-2');
});
