import { addressOf } from '../../../../../nodes/shared/credential/address';
import type { ApiExamples, ServiceRequest } from '../../../../../nodes/shared/http/request';
import { endpointOf, httpOptionsOf } from '../../../../../nodes/shared/http/request';
import { accessWith, EXAMPLES } from '../../../support/http';

const BASE = 'https://api.example.com/v1';

function optionsOf(
	request: ServiceRequest,
	{
		baseUrl = BASE,
		timeout = 1_000,
		...examples
	}: Partial<ApiExamples> & { baseUrl?: string; timeout?: number } = {},
) {
	const address = addressOf(accessWith({ baseUrl }));
	return httpOptionsOf(request, { address, timeout, examples: { ...EXAMPLES, ...examples } });
}

describe('the path of a service item', () => {
	it.each([
		['48213', '/services/48213'],
		['a/b', '/services/a%2Fb'],
		['../token', '/services/..%2Ftoken'],
		['a?b#c', '/services/a%3Fb%23c'],
		['50%', '/services/50%25'],
		['Süd 1', '/services/S%C3%BCd%201'],
	])('for the id %p cannot lead anywhere else', (serviceId, path) => {
		const { url } = optionsOf({ method: 'GET', serviceId });
		expect(url).toBe(`${BASE}${path}`);
		expect(new URL(url).pathname).toBe(`/v1${path}`);
	});
});

describe('a request', () => {
	it('says it is JSON exactly when it has a body, which may be a list', () => {
		expect(optionsOf({ method: 'POST', body: { amount: 0 } })).toMatchObject({
			method: 'POST',
			url: `${BASE}/services`,
			body: { amount: 0 },
			headers: { 'Content-Type': 'application/json' },
		});
		expect(optionsOf({ method: 'POST', body: [{ amount: 0 }] }).body).toEqual([{ amount: 0 }]);
		const without = optionsOf({ method: 'DELETE', serviceId: '1' });
		expect(Object.keys(without.headers ?? {})).toEqual(['Accept']);
		expect(without).not.toHaveProperty('body');
		expect(without).not.toHaveProperty('qs');
	});

	it('is not redirected, waits as long as asked, and leaves every answer to us, as bytes', () => {
		expect(optionsOf({ method: 'GET', query: { a: '1' } }, { timeout: 1_234 })).toMatchObject({
			qs: { a: '1' },
			timeout: 1_234,
			disableFollowRedirect: true,
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		});
	});

	it('gives a parameter with several values several times', () => {
		const query = { status: ['open', 'paid'] };
		expect(optionsOf({ method: 'GET', query })).toMatchObject({ qs: query, arrayFormat: 'repeat' });
	});

	it('is a new object every time, as n8n writes into it', () => {
		const [first, second] = [1, 2].map(() => optionsOf({ method: 'GET' }));
		expect(first).toEqual(second);
		expect(first?.headers).not.toBe(second?.headers);
	});
});

describe('what the credential adds', () => {
	const headers = (key?: string) => ({
		accept: 'a/b',
		'Api-Version': '2',
		...(key && { Key: key }),
	});

	it('are headers, which count before ours in any case', () => {
		const given = optionsOf({ method: 'DELETE', serviceId: '1' }, { headers }).headers;
		expect(given).toEqual({ accept: 'a/b', 'Api-Version': '2' });
	});

	it('is a key, with creates only', () => {
		const create = { method: 'POST', body: {}, idempotencyKey: 'k' } as const;
		expect(optionsOf(create, { headers }).headers).toMatchObject({ Key: 'k' });
		const update = { ...create, method: 'PATCH', serviceId: '1' } as const;
		expect(optionsOf(update, { headers }).headers).not.toHaveProperty('Key');
	});

	const baseUrl = `${BASE}?hotel=12&tag=a&tag=b`;

	it('is the query of the address, below the parameters of the request', () => {
		const query = { hotel: '13', reservationId: 'R-1' };
		expect(optionsOf({ method: 'GET', query }, { baseUrl }).qs).toEqual({
			hotel: '13',
			tag: ['a', 'b'],
			reservationId: 'R-1',
		});
		expect(optionsOf({ method: 'DELETE', serviceId: '1' }, { baseUrl })).toMatchObject({
			url: `${BASE}/services/1`,
			qs: { hotel: '12' },
		});
	});

	it('is added to a link only where it lacks it', () => {
		const link = `${BASE}/services?hotel=13&page=2`;
		const { url, qs } = optionsOf({ method: 'GET', link }, { baseUrl });
		expect({ url, qs }).toEqual({ url: link, qs: { tag: ['a', 'b'] } });
	});
});

it('counts all items as one endpoint, as a scope does', () => {
	const endpoints = ['1', '2'].map((serviceId) => endpointOf({ method: 'GET', serviceId }));
	expect(new Set(endpoints).size).toBe(1);
	expect(endpointOf({ method: 'GET' })).not.toBe(endpoints[0]);
	expect(endpointOf({ method: 'PATCH', serviceId: '1' })).not.toBe(endpoints[0]);
});
