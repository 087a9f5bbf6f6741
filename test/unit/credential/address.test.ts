import { UserError } from 'n8n-workflow';

import { accessWith } from '../support/http';
import { thrownBy } from '../support/errors';

const entered = (baseUrl: string) => accessWith({ baseUrl }).address;

describe('the address of the service', () => {
	it.each([
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com/hotel/v1//', 'https://api.example.com/hotel/v1'],
		['HTTPS://API.Example.com/V1', 'https://api.example.com/V1'],
		['https://api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
		['http://127.0.0.1', 'http://127.0.0.1'],
		['http://127.1:80', 'http://127.0.0.1'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('may be entered as %s', (baseUrl, base) => {
		expect(entered(baseUrl)).toEqual({ base, query: {} });
	});

	it.each([
		['https://api.example.com/v1?hotel=7', { hotel: ['7'] }],
		['https://api.example.com/v1/?hotel=7&hotel=8&v=', { hotel: ['7', '8'], v: [''] }],
	])('may have a query: %s', (baseUrl, query) => {
		expect(entered(baseUrl)).toMatchObject({ base: 'https://api.example.com/v1', query });
	});

	it('is that of the chosen environment', () => {
		const { address } = accessWith({ environment: 'test' });
		expect(address.base).toBe('https://test.example.com/v1');
	});

	it.each([
		'http://api.example.com',
		'http://localhost.example.com',
		'http://localhost@api.example.com',
		'ftp://api.example.com',
		'javascript:alert(1)',
		'api.example.com',
		'localhost:5678',
		'//api.example.com',
		'https://',
		'https://api.example.com/v1#top',
		'https://user@api.example.com',
	])('is refused as %p, naming the field', (baseUrl) => {
		const error = thrownBy(() => entered(baseUrl));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(`'Base URL'`);
		expect(error.description).toBeTruthy();
	});

	it.each([
		['production', `'Base URL'`],
		['test', `'Test Base URL'`],
	] as const)('is asked for where it is empty in the environment %s', (environment, field) => {
		const empty = { environment, baseUrl: '', testBaseUrl: '' };
		expect(thrownBy(() => accessWith(empty)).message).toContain(
			`${field} in the Reservation Service credential is empty`,
		);
	});

	it.each([
		['api.example.com/v1', 'must start with https://'],
		['https://user@api.example.com', 'contains a login'],
		['https://api.example.com/v1/token', 'ends in /token'],
		['https://api.example.com/v1/services/?a=1', 'ends in /services'],
		['https://api.example.com/Token', 'ends in /Token'],
		['https://api.example.com/v1/#/docs', 'has a fragment (#)'],
	])('says what is wrong with %s, and how it should be', (baseUrl, wrong) => {
		const { message } = thrownBy(() => entered(baseUrl));
		expect(message).toContain(
			`${wrong}. Enter the address that your service gives, such as https://`,
		);
	});

	it('never repeats a login or a query that was entered with it', () => {
		for (const baseUrl of [
			'https://user:hidden@api.example.com?x=hidden',
			'https://api.example.com/token?x=hidden',
		]) {
			const error = thrownBy(() => entered(baseUrl));
			expect(`${error.message} ${error.description}`).not.toContain('hidden');
		}
	});
});
