import type { INodeParameters } from 'n8n-workflow';
import { HTTP_REQUEST } from '../support/engineNodeTypes';
import { listOf, useHotel } from '../support/hotel';
import { byId, runNode, type RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();
const other = useHotel();

const items = listOf(10, (n) => ({ n }));

/** Sends one request per item with n8n's HTTP Request node and the credential. */
function request(
	path: string,
	{ method = 'GET', ...others }: INodeParameters = {},
	options: RunOptions = {},
) {
	const to = { url: `=${hotel.service.url}${path}`, nodeCredentialType: 'reservationServiceApi' };
	const parameters = { ...to, method, ...others };
	return runNode(HTTP_REQUEST, parameters, { credential: hotel.credential, ...options });
}

beforeEach(() => hotel.seed('si-1'));

it('never sends a charge twice whose answer was lost', async () => {
	await request('/services?reservationId=R-1');
	hotel.service.faults.add({ kind: 'resetAfter', method: 'POST', path: /services/ });
	const body = { reservationId: 'R-1', amount: 35, date: '2026-12-07', description: 'Spa' };
	const { error } = await request('/services', { method: 'POST', body });

	expect(error).toBeDefined();
	expect(hotel.service.books.changes.created).toBe(1);
});

it('reaches an endpoint with one login, and none the second time or from the other node', async () => {
	await request('/services?reservationId=R-1');
	const run = await request('/services?reservationId=R-1');
	await hotel.run('get', { serviceId: byId('si-1') });

	expect(run.json()).toMatchObject([{ statusCode: 200, body: { items: [{ id: 'si-1' }] } }]);
	const lists = listOf(2, () => 'GET /services 200');
	expect(hotel.traffic).toEqual(['POST /token 200', ...lists, 'GET /services/si-1 200']);
});

it('logs in without an Authorization header even if it calls /token itself', async () => {
	const { accountId, apiKey } = hotel.saved;
	await request('/services/si-1');
	const run = await request('/token', { method: 'POST', body: { accountId, key: apiKey } });

	expect(run.json()).toMatchObject([{ statusCode: 200 }]);
	expect(hotel.exchanges).toBe(2);
});

it('has a new token for the next run where the service has ended the old one', async () => {
	await hotel.haveOldToken();
	hotel.service.tokens.expireAll();
	expect((await request('/services/si-1')).error?.httpCode).toBe('401');
	expect((await request('/services/si-1')).error).toBeUndefined();
	expect(hotel.exchanges).toBe(1);
});

it('asks no other address: neither key nor token go there', async () => {
	await request('/services/si-1');
	const { error } = await request('', { url: `${other.service.url}/services/si-1` });

	expect(error?.message).toContain(`This credential is for ${hotel.service.url} only`);
	expect(other.traffic).toEqual([]);
	hotel.answer(() => ({ body: { success: true, token: 'of this path' } }), /hotel.token/);
	hotel.credential.edit({ baseUrl: `${hotel.service.url}/hotel` });
	expect((await request('/elsewhere')).error?.message).toContain('/hotel only');
});

// n8n's HTTP Request node asks for a new token after every failure, whatever it was.
it.each([404, 500])('logs in once over four failed executions of ten items: %d', async (status) => {
	hotel.service.faults.add({ kind: 'errorBefore', path: /services/, status, times: 100 });
	for (let execution = 0; execution < 4; execution++) {
		const { error } = await request('/services/si-{{ $json.n }}', {}, { items });
		expect(error?.httpCode).toBe(String(status));
	}

	expect(hotel.exchanges).toBe(1);
});
