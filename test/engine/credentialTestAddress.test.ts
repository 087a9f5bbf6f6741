import { useFreshService } from './support/freshService';
import { PASSED, useTestButton } from './support/testButton';
import { testCredential } from './support/testCredential';

const { fresh, pressTest } = useTestButton();

describe('the Test button and the address', () => {
	it.each([
		['empty', '', "'Base URL' is empty"],
		['plain http', 'http://reservations.example.com', "'Base URL'.*must start with https://"],
		['a bare host', 'reservations.example.com', "'Base URL'.*must start with https://"],
		['another protocol', 'ftp://127.0.0.1', "'Base URL'.*must start with https://"],
		['with a login', 'https://me:my-word@reservations.example.com', "'Base URL'.*contains a login"],
		['an unknown host', 'https://reservations..example.com', 'host name.*was not found'],
	])('%s', async (_, baseUrl, message) => {
		const result = await pressTest({ baseUrl });

		expect(result.status).toBe('Error');
		expect(result.message).toMatch(new RegExp(message));
		expect(result.message).not.toContain('my-word');
		expect(fresh.traffic).toEqual([]);
	});

	it('of the test environment is the one that counts when it is chosen', async () => {
		const testBaseUrl = fresh.service.url;

		expect(await pressTest({ environment: 'test', baseUrl: '', testBaseUrl })).toEqual(PASSED);
		expect(await pressTest({ environment: 'production', testBaseUrl: 'nonsense' })).toEqual(PASSED);
	});

	it('says that the service is down', async () => {
		await fresh.service.stop();
		const result = await pressTest();

		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/refused the connection.*Check address and port/);
	});

	it.each(['message', 'html', 'empty'] as const)(
		'says that the service is not there (%s)',
		async (errorBody) => {
			fresh.service.dialect.errorBody = errorBody;
			const result = await pressTest({ baseUrl: `${fresh.service.url}/nowhere` });

			expect(result.status).toBe('Error');
			expect(result.message).toMatch(/'Base URL'/);
			expect(fresh.traffic).toEqual(['POST /nowhere/token 404']);
		},
	);

	it('says that a website answers instead of the service', async () => {
		fresh.service.faults.add({ kind: 'html', path: /token/ });
		const result = await pressTest();

		expect(result.message).toMatch(/'Base URL'/);
		expect(result.message).not.toContain('<');
		expect(fresh.traffic).toHaveLength(1);
	});
});

describe('the Test button and empty fields', () => {
	it.each([
		[{ accountId: '' }, /^'Account ID' is empty/],
		[{ apiKey: ' ' }, /^'API Key' is empty/],
		[{ accountId: '', apiKey: '' }, /^'Account ID' and 'API Key' are empty/],
	])('%j', async (form, message) => {
		const result = await pressTest(form);

		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
		expect(fresh.traffic).toEqual([]);
	});
});

describe('a service below a path', () => {
	const below = useFreshService({ pathPrefix: '/open/v2' });

	it.each(['', '/', '///'])('is tested there when the address ends with "%s"', async (end) => {
		const result = await testCredential(below.credential, {
			baseUrl: `${below.service.url}${end}`,
		});

		expect(result).toEqual(PASSED);
		expect(below.traffic).toEqual(['POST /token 200', 'GET /services 400']);
		expect(below.service.log.entries.filter(({ outsidePrefix }) => outsidePrefix)).toEqual([]);
	});
});
