import { httpOptionsOf } from '../../../nodes/shared/http/request';
import { accessWith } from '../support/http';

it.each(['', '.', '..', 'si-\ud800'])('no request is built for the ID %j', (serviceId) => {
	const { address } = accessWith({});
	for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
		const build = () => httpOptionsOf({ method, serviceId }, { address, headers: {}, timeout: 1 });
		expect(build).toThrow(/cannot be the ID of a service item/);
	}
});

it.each(['PATCH', 'DELETE'] as const)('no %s is built without an ID', (method) => {
	const { address } = accessWith({});
	const build = () => httpOptionsOf({ method }, { address, headers: {}, timeout: 1 });
	expect(build).toThrow(/cannot be the ID of a service item/);
});

describe('a link the service gave', () => {
	const { address } = accessWith({ baseUrl: 'https://api.example.com/v1?hotel=7' });
	const followed = (link: string): string =>
		httpOptionsOf({ method: 'GET', link }, { address, headers: {}, timeout: 1 }).url;

	it.each([
		['https://api.example.com/v1/services?page=2', 'https://api.example.com/v1/services?page=2'],
		['https://api.example.com/other?page=2', 'https://api.example.com/other?page=2'],
		['/v1/services?page=2', 'https://api.example.com/v1/services?page=2'],
		['/services?page=2', 'https://api.example.com/v1/services?page=2'],
		['?page=2', 'https://api.example.com/v1/services?page=2'],
		['services?page=2', 'https://api.example.com/v1/services?page=2'],
	])('leads from %s to %s', (link, full) => {
		expect(followed(link)).toBe(full);
	});

	it('that begins like the address is one from its host', () => {
		const own = accessWith({ baseUrl: 'https://api.example.com/services/v1' }).address;
		const request = { method: 'GET', link: '/services/v1/services?page=2' } as const;
		const { url } = httpOptionsOf(request, { address: own, headers: {}, timeout: 1 });
		expect(url).toBe('https://api.example.com/services/v1/services?page=2');
	});

	it.each([
		'https://evil.example.com/v1/services',
		'//evil.example.com/services',
		'http://api.example.com/v1/services',
		'https://api.example.com:8443/v1/services',
		'https://api.example.com.evil.com/v1',
		'https://user:pw@api.example.com/v1',
		'https://',
		'javascript:alert(1)',
	])('is not followed to %s', (link) => {
		expect(() => followed(link)).toThrow(/not followed/);
	});
});
