import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import {
	askedForBy,
	endpointOf,
	httpOptionsOf,
} from '../../../../../nodes/shared/client/serviceRequest';

const address = 'https://api.example.com/v1';
const format = apiFormatOf({});

describe('the path of a service item', () => {
	it.each([
		['48213', '/services/48213'],
		['a/b', '/services/a%2Fb'],
		['../token', '/services/..%2Ftoken'],
		['a?b#c', '/services/a%3Fb%23c'],
		['50%', '/services/50%25'],
		['Süd 1', '/services/S%C3%BCd%201'],
	])('for the id %p cannot lead anywhere else', (serviceId, path) => {
		const { url } = httpOptionsOf({ method: 'GET', serviceId }, address, 1000, format);
		expect(url).toBe(`${address}${path}`);
		expect(new URL(url).pathname).toBe(`/v1${path}`);
	});
});

describe('a request', () => {
	it('says it is JSON exactly when it has a body', () => {
		const withBody = httpOptionsOf({ method: 'POST', body: { amount: 0 } }, address, 1000, format);
		const without = httpOptionsOf({ method: 'DELETE', serviceId: '1' }, address, 1000, format);

		expect(withBody).toMatchObject({
			method: 'POST',
			url: `${address}/services`,
			body: { amount: 0 },
			headers: { 'Content-Type': 'application/json' },
		});
		expect(without.headers).not.toHaveProperty('Content-Type');
		expect(without).not.toHaveProperty('body');
	});

	it('is not redirected, and waits as long as asked', () => {
		const options = httpOptionsOf({ method: 'GET', query: { a: '1' } }, address, 1234, format);
		expect(options).toMatchObject({ qs: { a: '1' }, timeout: 1234, disableFollowRedirect: true });
	});

	it('gives a parameter with several values several times', () => {
		const query = { status: ['open', 'paid'] };
		const options = httpOptionsOf({ method: 'GET', query }, address, 1, format);
		expect(options).toMatchObject({ qs: query, arrayFormat: 'repeat' });
	});

	it('has no query, no body and no key unless they are given', () => {
		const options = httpOptionsOf({ method: 'POST' }, address, 1, format);
		expect(options).not.toHaveProperty('qs');
		expect(options).not.toHaveProperty('body');
		expect(Object.keys(options.headers ?? {})).toEqual(['Accept', 'Connection']);
	});

	it('leaves every answer to us, as text and whatever its status', () => {
		expect(httpOptionsOf({ method: 'GET' }, address, 1, format)).toMatchObject({
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		});
	});

	it('has a connection of its own, in every n8n', () => {
		const { headers } = httpOptionsOf({ method: 'GET' }, address, 1, format);
		expect(headers).toMatchObject({ Connection: 'close' });
	});

	it('is a new object every time, as n8n writes into it', () => {
		const request = { method: 'GET' as const };
		const first = httpOptionsOf(request, address, 1, format);
		const second = httpOptionsOf(request, address, 1, format);
		expect(first).toEqual(second);
		expect(first).not.toBe(second);
		expect(first.headers).not.toBe(second.headers);
	});
});

describe('the constants of the credential', () => {
	const constant = apiFormatOf({
		customApiFormat: true,
		requestHeaders: '{ "Api-Version": 2, "accept": "application/vnd.api+json" }',
		requestQuery: '{ "hotel": "12", "reservationId": "never" }',
		idempotencyHeader: 'Idempotency-Key',
	});

	it('are in every request, and the request’s own parameters count', () => {
		const query = { reservationId: 'R-1' };
		expect(httpOptionsOf({ method: 'GET', query }, address, 1, constant)).toMatchObject({
			headers: { 'Api-Version': '2', accept: 'application/vnd.api+json' },
			qs: { hotel: '12', reservationId: 'R-1' },
		});
		const { headers, qs } = httpOptionsOf(
			{ method: 'DELETE', serviceId: '1' },
			address,
			1,
			constant,
		);
		expect(Object.keys(headers ?? {})).toEqual(['Connection', 'Api-Version', 'accept']);
		expect(qs).toEqual({ hotel: '12', reservationId: 'never' });
	});

	it('are added to a link only where it lacks them', () => {
		const link = `${address}/services?hotel=13&page=2`;
		const { url, qs } = httpOptionsOf({ method: 'GET', link }, address, 1, constant);
		expect({ url, qs }).toEqual({ url: link, qs: { reservationId: 'never' } });
	});

	it('go with the key of a create', () => {
		const body = { amount: 1 };
		const request = { method: 'POST' as const, body, idempotencyKey: 'k' };
		expect(httpOptionsOf(request, address, 1, constant).headers).toMatchObject({
			'Idempotency-Key': 'k',
		});
	});
});

it.each([
	[{ method: 'GET' }, 'list'],
	[{ method: 'GET', serviceId: '1' }, 'item'],
	[{ method: 'POST' }, 'creation'],
	[{ method: 'PATCH', serviceId: '1' }, 'change'],
	[{ method: 'DELETE', serviceId: '1' }, 'change'],
] as const)('%j should bring: %s', (request, askedFor) => {
	expect(askedForBy(request)).toBe(askedFor);
});

it('counts all items as one endpoint, as a scope does', () => {
	const endpoints = (['1', '2'] as const).map((serviceId) =>
		endpointOf({ method: 'GET', serviceId }),
	);
	expect(new Set(endpoints).size).toBe(1);
	expect(endpointOf({ method: 'GET' })).not.toBe(endpoints[0]);
	expect(endpointOf({ method: 'PATCH', serviceId: '1' })).not.toBe(endpoints[0]);
});
