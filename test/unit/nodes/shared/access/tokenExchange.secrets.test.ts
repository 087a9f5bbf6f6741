import { rejectionOf } from '../../../support/thrown';
import { answer, exchange } from '../../../support/tokenAnswers';

describe('the key', () => {
	const key = 'key-of-hotel-1';
	it.each([
		['a message', answer(401, { message: `Unknown key ${key}` })],
		['a list', answer(400, { errors: [{ field: key, message: key }] })],
		['text', answer(401, `${key} is unknown`)],
		['a busy service', answer(503, { message: `Busy with ${key}` })],
		['a thrown request', Object.assign(new Error(`{"key":"${key}"}`), { code: 'ECONNRESET' })],
	])('is never repeated from %s', async (_where, response) => {
		const error = await rejectionOf(exchange(response));
		expect(`${error.message} ${error.description} ${JSON.stringify(error)}`).not.toContain(key);
	});
});

describe('a token that is not taken', () => {
	const token = 'eyJhbGciOiJIUzI1NiJ9.e30.s1gnature';
	it.each([
		['without success', answer(200, { token, expires_in: 86400 })],
		['with success as text', answer(200, { success: 'true', token })],
		['with success as text, in words', answer(200, { success: 'true', message: 'OK', token })],
		['under another name', answer(200, { access_token: token, token_type: 'Bearer' })],
		['in a wrapper', answer(200, { data: { token } })],
		['as JSON text', answer(200, JSON.stringify(token))],
		['as text', answer(200, token)],
		['in a refusal', answer(401, { success: true, token })],
		['of a service that fails', answer(500, { token })],
	])('is never repeated: %s', async (_how, response) => {
		const error = await rejectionOf(exchange(response));
		expect(`${error.message} ${error.description} ${JSON.stringify(error)}`).not.toContain(token);
	});

	it('leaves the words beside it', async () => {
		const response = answer(200, { error: 'locked', error_description: 'Key locked', token });
		expect((await rejectionOf(exchange(response))).message).toContain('Key locked');
	});
});
