import { endpointOf, httpOptionsOf } from '../../../../../nodes/shared/client/serviceRequest';

const address = 'https://api.example.com/v1';

describe('the path of a service item', () => {
	it.each([
		['48213', '/services/48213'],
		['a/b', '/services/a%2Fb'],
		['../token', '/services/..%2Ftoken'],
		['a?b#c', '/services/a%3Fb%23c'],
		['50%', '/services/50%25'],
		['Süd 1', '/services/S%C3%BCd%201'],
	])('for the id %p cannot lead anywhere else', (serviceId, path) => {
		const { url } = httpOptionsOf({ method: 'GET', serviceId }, address, 1000);
		expect(url).toBe(`${address}${path}`);
		expect(new URL(url).pathname).toBe(`/v1${path}`);
	});
});

describe('a request', () => {
	it('says it is JSON exactly when it has a body', () => {
		const withBody = httpOptionsOf({ method: 'POST', body: { amount: 0 } }, address, 1000);
		const without = httpOptionsOf({ method: 'DELETE', serviceId: '1' }, address, 1000);

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
		const options = httpOptionsOf({ method: 'GET', query: { a: '1' } }, address, 1234);
		expect(options).toMatchObject({ qs: { a: '1' }, timeout: 1234, disableFollowRedirect: true });
	});

	it('is a new object every time, as n8n writes into it', () => {
		const request = { method: 'GET' as const };
		const first = httpOptionsOf(request, address, 1);
		const second = httpOptionsOf(request, address, 1);
		expect(first).toEqual(second);
		expect(first).not.toBe(second);
		expect(first.headers).not.toBe(second.headers);
	});
});

it('counts all items as one endpoint, as a scope does', () => {
	const endpoints = (['1', '2'] as const).map((serviceId) =>
		endpointOf({ method: 'GET', serviceId }),
	);
	expect(new Set(endpoints).size).toBe(1);
	expect(endpointOf({ method: 'GET' })).not.toBe(endpoints[0]);
	expect(endpointOf({ method: 'PATCH', serviceId: '1' })).not.toBe(endpoints[0]);
});
