import { UserError } from 'n8n-workflow';

import { linkedAddress, serviceAddress } from '../../../../../nodes/shared/access/address';
import { accessWith } from '../../../support/access';
import { thrownBy } from '../../../support/thrown';

const addressOf = (baseUrl: string): string => serviceAddress(accessWith({ baseUrl })).base;

describe('the address of the service', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com/v1', 'https://api.example.com/v1'],
		['https://api.example.com/hotel/v1//', 'https://api.example.com/hotel/v1'],
		['HTTPS://API.Example.com/V1', 'https://api.example.com/V1'],
		['https://api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
		['https://api.example.com:443', 'https://api.example.com'],
		['http://localhost:5678/v1/', 'http://localhost:5678/v1'],
		['http://127.0.0.1', 'http://127.0.0.1'],
		['http://127.1:80', 'http://127.0.0.1'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('may be entered as %s', (entered, address) => {
		expect(addressOf(entered)).toBe(address);
	});

	it('is that of the chosen environment', () => {
		expect(serviceAddress(accessWith({ environment: 'test' })).base).toBe(
			'https://test.example.com/v1',
		);
		expect(serviceAddress(accessWith({ environment: 'production' })).base).toBe(
			'https://api.example.com/v1',
		);
	});

	it.each([
		'http://api.example.com',
		'http://localhost.example.com',
		'http://127.0.0.1.example.com',
		'http://10.0.0.1',
		'http://0.0.0.0',
		'http://localhost@api.example.com',
		'ftp://api.example.com',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'api.example.com',
		'localhost:5678',
		'//api.example.com',
		'https://',
		'not an address',
		'https://api.example.com/v1#top',
		'https://user:word@api.example.com',
		'https://user@api.example.com',
	])('is refused as %p, naming the field', (entered) => {
		const error = thrownBy(() => addressOf(entered));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(`'Base URL'`);
		expect(error.description).toBeTruthy();
	});

	it.each([
		['production', `'Base URL'`],
		['test', `'Test Base URL'`],
	] as const)('is asked for where it is empty in the environment %s', (environment, field) => {
		const access = accessWith({ environment, baseUrl: '', testBaseUrl: '' });
		expect(thrownBy(() => serviceAddress(access)).message).toContain(`${field} is empty`);
	});

	it('is called unencrypted, not unusable, when it is plain http', () => {
		expect(thrownBy(() => addressOf('http://api.example.com')).message).toContain('https://');
	});

	it.each([
		['api.example.com/v1', 'must start with https://, for example https://api.example.com/v1'],
		['//api.example.com', 'must start with https://, for example https://api.example.com/'],
		['ftp://api.example.com', 'must start with https://, for example https://api.example.com/v1'],
		['hotel api', 'must start with https://, for example https://api.example.com/v1'],
		['https://api.example.com/v1/token', 'Leave that off: https://api.example.com/v1'],
		['https://api.example.com/v1/services/', 'Leave that off: https://api.example.com/v1'],
		['https://api.example.com/Token', 'Leave that off: https://api.example.com'],
		['https://api.example.com/v1/#/docs', 'Leave that off: https://api.example.com/v1'],
		['https://api.example.com/v1/token?x=1', 'Leave that off: https://api.example.com/v1'],
	])('is shown as it should be where it is entered as %s', (entered, remedy) => {
		expect(thrownBy(() => addressOf(entered)).message.endsWith(remedy)).toBe(true);
	});

	it('may have a path that only begins like that', () => {
		expect(addressOf('https://api.example.com/services-v1')).toBe(
			'https://api.example.com/services-v1',
		);
	});

	it('never repeats a login that was entered with it', () => {
		for (const query of ['', '?x=1']) {
			const error = thrownBy(() => addressOf(`https://user:hidden@api.example.com${query}`));
			expect(`${error.message} ${error.description}`).not.toContain('hidden');
		}
	});
});

describe('a link the service gave', () => {
	const address = { base: 'https://api.example.com/v1', query: {} };

	it.each([
		['https://api.example.com/v1/services?page=2', 'https://api.example.com/v1/services?page=2'],
		['https://api.example.com/other?page=2', 'https://api.example.com/other?page=2'],
		['/v1/services?page=2', 'https://api.example.com/v1/services?page=2'],
		['/services?page=2', 'https://api.example.com/v1/services?page=2'],
		['/v2/services?page=2', 'https://api.example.com/v2/services?page=2'],
		['?page=2', 'https://api.example.com/v1/services?page=2'],
		['services?page=2', 'https://api.example.com/v1/services?page=2'],
	])('leads from %s to %s', (link, full) => {
		expect(linkedAddress(link, address)).toBe(full);
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
		expect(() => linkedAddress(link, address)).toThrow(/not followed/);
	});
});
