import { UserError } from 'n8n-workflow';

import { rejectionOf } from '../../../support/thrown';
import { answer, exchange } from '../../../support/tokenAnswers';
import { BANNED_WORDS } from '../../../support/wording';

describe('a service that cannot issue a token just now', () => {
	it.each([
		[429, '', 'status 429'],
		[500, { message: 'Database down' }, 'Database down'],
		[503, '<html>Maintenance</html>', 'status 503'],
	])('is tried again after %d', async (status, body, said) => {
		const error = await rejectionOf(exchange(answer(status, body)));

		expect(error).toMatchObject({ transient: true, retryAfterMs: undefined });
		expect(error.message).toContain(said);
		expect(error.message).not.toMatch(/'Account ID'|</);
	});

	it('is given the time it asks for', async () => {
		const error = await rejectionOf(exchange(answer(429, '', { 'retry-after': '7' })));
		expect(error).toHaveProperty('retryAfterMs', 7000);
	});
});

describe('a service that cannot be reached', () => {
	it.each([
		['ECONNREFUSED', true, /refused the connection/],
		['ENOTFOUND', true, /host name.*not found/],
		['ECONNABORTED', true, /in time/],
		['ECONNRESET', true, /connection/],
		['CERT_HAS_EXPIRED', false, /certificate/],
	])('%s is named for what it is', async (code, transient, words) => {
		const error = await rejectionOf(exchange(Object.assign(new Error('x'), { code })));

		expect(error).toMatchObject({ transient });
		expect(error.message).toMatch(words);
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});

	it('is not said to need an option that does not apply to the login', async () => {
		const error = await rejectionOf(exchange(Object.assign(new Error('x'), { code: 'ETIMEDOUT' })));
		expect(`${error.message} ${error.description}`).not.toContain(`option 'Timeout'`);
	});

	it('says so when n8n does not allow the address for this credential', async () => {
		const refusal = new UserError('Domain not allowed: This credential is restricted');
		const error = await rejectionOf(exchange(refusal));

		expect(error.message).toMatch(/not allow/);
		expect(error).not.toHaveProperty('transient', true);
	});
});
