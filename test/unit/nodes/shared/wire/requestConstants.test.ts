import { secretsOf, serviceAccessOf } from '../../../../../nodes/shared/access/credential';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { BANNED_WORDS } from '../../../support/wording';
import { thrownBy } from '../../../support/thrown';

const on = { customApiFormat: true };

describe('what every request carries', () => {
	it('is nothing unless the credential says so', () => {
		const nothing = { headers: {}, query: {} };
		expect(apiFormatOf({}).constants).toEqual(nothing);
		expect(apiFormatOf({ ...on, requestHeaders: '', requestQuery: ' ' }).constants).toEqual(
			nothing,
		);
		const off = { requestHeaders: '{ "a": "b" }', idempotencyHeader: 'Key' };
		expect(apiFormatOf(off)).toMatchObject({ constants: nothing, idempotencyHeader: '' });
	});

	it('is text, whatever the JSON has', () => {
		const given = { ...on, requestHeaders: '{ "X-A": "b", "X-N": 2, "X-T": true }' };
		expect(apiFormatOf(given).constants.headers).toEqual({ 'X-A': 'b', 'X-N': '2', 'X-T': 'true' });
		expect(apiFormatOf({ ...on, requestQuery: { hotel: 12 } }).constants.query).toEqual({
			hotel: '12',
		});
	});

	it.each([
		['requestHeaders', '{ "Authorization": "Bearer s3cret" }', `'Authorization'`],
		['requestHeaders', '{ "authorization": "s3cret" }', `'authorization'`],
		['requestHeaders', '{ "X A": "s3cret" }', `'X A'`],
		['requestHeaders', '{ "X-A": "s3cret\\nX-B: 1" }', `'X-A'`],
		['requestHeaders', '{ "X-A": { "b": "s3cret" } }', 'JSON object'],
		['requestHeaders', '{ "X-A": s3cret }', 'JSON object'],
		['requestHeaders', '["s3cret"]', 'JSON object'],
		['requestHeaders', '"s3cret"', 'JSON object'],
		['requestQuery', '{ "a": ["s3cret"] }', 'JSON object'],
		['idempotencyHeader', 'Authorization', `'Authorization'`],
		['idempotencyHeader', 'my key', `'my key'`],
	])('is refused by name and shows no value: %s %s', (setting, given, named) => {
		const error = thrownBy(() => apiFormatOf({ ...on, [setting]: given }));
		const labels: { [name: string]: string } = {
			requestHeaders: 'Request Headers',
			requestQuery: 'Request Query',
			idempotencyHeader: 'Idempotency Header',
		};
		expect(error.message).toContain(`'${labels[setting]}' in the Reservation Service credential`);
		expect(error.message.toLowerCase()).toContain(named.toLowerCase());
		expect(`${error.message} ${error.description}`).not.toContain('s3cret');
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});

	it('counts as secret', () => {
		const access = serviceAccessOf({
			...on,
			apiKey: 'key-1',
			requestHeaders: '{ "X-Gateway": "gate-1" }',
			requestQuery: '{ "code": "query-1" }',
		});
		expect(secretsOf(access)).toEqual(['key-1', 'gate-1', 'query-1']);
		expect(secretsOf(serviceAccessOf({ ...on, apiKey: 'k', requestHeaders: 'nonsense' }))).toEqual([
			'k',
		]);
	});
});
