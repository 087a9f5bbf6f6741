import type { Answer, Outcome } from '../../../../../nodes/shared/answers/outcome';
import { RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import type { RequestPurpose } from '../../../../../nodes/shared/client/requestPurpose';
import type { ServiceClient } from '../../../../../nodes/shared/client/serviceClient';
import type { ServiceRequest } from '../../../../../nodes/shared/client/serviceRequest';
import { readServiceItems } from '../../../../../nodes/shared/reservation/readServiceItems';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { answered, broken, failedWith } from '../../../support/outcomes';

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

describe('a list in pages', () => {
	const byPage = { customApiFormat: true, pagination: 'page', pageSize: 1 };
	const byLink = { customApiFormat: true, pagination: 'nextLink' };
	const next = 'https://api.example.com/v1/services?page=2';

	/** Reads a list whose pages are answered like this, one after the other. @returns its IDs, or why it failed */
	async function read(settings: object, pages: Array<Answer | Outcome>): Promise<unknown> {
		const requests: ServiceRequest[] = [];
		const purposes: RequestPurpose[] = [];
		const client = {
			linkedAddress: (link: string) => `${link}&checked`,
			trySend: async (request: ServiceRequest, purpose: RequestPurpose) => {
				const page = pages[requests.length] ?? answered(200, []);
				requests.push(request);
				purposes.push(purpose);
				const isDone = page.kind === 'answer' && page.status < 300;
				return await Promise.resolve(isDone ? page : failedWith({ ...request, ...purpose }, page));
			},
		} as unknown as ServiceClient;
		const wire = { format: apiFormatOf(settings as never), timeZone: 'UTC' };
		const request = { reservationId: 'R-1', limit: 10, use: 'shown' } as const;
		const items = await readServiceItems(client, wire, request).catch((error: Error) => error);
		expect(purposes).toEqual(purposes.map(() => ({ reservationId: 'R-1' })));
		const ids = items instanceof Error ? items : items.map(({ id }) => id);
		return { ids, links: requests.map(({ link }) => link) };
	}

	it('follows the links of the service as the client lets them pass', async () => {
		const first = answered(200, { items: [{ id: 1 }], next });
		expect(await read(byLink, [first, answered(200, { items: [{ id: 2 }] })])).toEqual({
			ids: [1, 2],
			links: [undefined, `${next}&checked`],
		});
	});

	it('ends where a service says of the page behind the last that it is not there', async () => {
		const pages = [answered(200, [{ id: 1 }]), answered(404)];
		expect(await read(byPage, pages)).toMatchObject({ ids: [1] });
	});

	it.each<[string, object, Array<Answer | Outcome>]>([
		['the first page is not there', byPage, [answered(404)]],
		['a link leads nowhere', byLink, [answered(200, { items: [{ id: 1 }], next }), answered(404)]],
		['a further page is refused', byPage, [answered(200, [{ id: 1 }]), answered(403)]],
		['a further page is not answered', byPage, [answered(200, [{ id: 1 }]), broken('ECONNRESET')]],
	])('is no list where %s', async (_, settings, pages) => {
		const { ids } = (await read(settings, pages)) as { ids: unknown };
		expect(ids).toBeInstanceOf(RequestFailure);
	});
});
