import { UserError } from 'n8n-workflow';

import { accessTokens } from '../../../../../nodes/shared/access/accessTokens';
import { senderIn } from '../../../support/authorizedSender';

const READ = { method: 'GET' } as const;
const LIMITS = { timeout: 1_000 };

it('a token that is taken is sent once, and the credential stays as it was', async () => {
	const { send, tokens, credential } = senderIn({ valid: ['T0'] });

	expect(await send(READ, LIMITS)).toMatchObject({ kind: 'answer', status: 200 });
	expect(tokens).toEqual(['T0']);
	expect(credential.data.accessToken).toBe('T0');
});

it('one that has expired is replaced by a login, for all requests to come', async () => {
	const { send, tokens } = senderIn({ valid: ['T1'], logins: ['T1'] });

	expect(await send(READ, LIMITS)).toMatchObject({ status: 200 });
	expect(await send(READ, LIMITS)).toMatchObject({ status: 200 });
	expect(tokens).toEqual(['T0', 'T1', 'T1']);
});

it('every answer is judged once', async () => {
	const { send, judgedAnswers } = senderIn({ valid: ['T1'], logins: ['T1'] });
	await send(READ, LIMITS);

	expect(judgedAnswers).toMatchObject([{ status: 401 }, { status: 200 }]);
});

it('what another process has stored is tried before a login', async () => {
	const { send, tokens } = senderIn({ valid: ['S1'], stored: 'S1', logins: ['T1'] });

	expect(await send(READ, LIMITS)).toMatchObject({ status: 200 });
	expect(tokens).toEqual(['T0', 'S1']);
});

it('a stored token that is refused as well is not sent again: a login follows', async () => {
	const { send, tokens } = senderIn({ valid: ['T1'], stored: 'S1', logins: ['T1'] });

	expect(await send(READ, LIMITS)).toMatchObject({ status: 200 });
	expect(tokens).toEqual(['T0', 'S1', 'T1']);
});

it('why a login failed is told, whatever n8n makes of it', async () => {
	const reason = new UserError('The key does not belong to the account');
	const { send, tokens } = senderIn({
		valid: [],
		refusal: new Error('Request failed with status code 401'),
		failedLogin: reason,
	});

	expect(await send(READ, LIMITS)).toEqual({ kind: 'notSent', reason });
	expect(tokens).toEqual([]);
});

it('a key without the scope gets its 401 after two logins, and the next request at once', async () => {
	const { send, tokens } = senderIn({ valid: [], logins: ['T1', 'T2', 'T3'] });

	expect(await send(READ, LIMITS)).toMatchObject({ kind: 'answer', status: 401 });
	expect(tokens).toEqual(['T0', 'T1', 'T2']);
	expect(await send(READ, LIMITS)).toMatchObject({ status: 401 });
	expect(tokens).toEqual(['T0', 'T1', 'T2', 'T2']);
});

it('no request is sent with more than four tokens', async () => {
	const { send, tokens, access } = senderIn({
		valid: [],
		logins: ['T1', 'T2', 'T3', 'T4', 'T5'],
		// Somebody else gets through all the time, so that it must be about the token.
		onRequest: () => accessTokens.noteAllowed(access, 'GET /services'),
	});

	expect(await send(READ, LIMITS)).toMatchObject({ status: 401 });
	expect(tokens).toHaveLength(4);
});

it('an execution that is stopped asks for no other token', async () => {
	const stop = new AbortController();
	const { send, tokens } = senderIn({
		valid: ['T1'],
		logins: ['T1'],
		onRequest: () => stop.abort(),
	});
	await send(READ, { ...LIMITS, signal: stop.signal });

	expect(tokens).toEqual(['T0']);
});

it('what n8n did not send was certainly not carried out, and its reason is passed on', async () => {
	const { send } = senderIn({ valid: ['T0'], refusal: new Error('Node type not allowed') });
	const outcome = await send({ method: 'POST', body: { amount: 5 } }, LIMITS);

	expect(outcome).toMatchObject({ kind: 'notSent' });
	expect(outcome).toMatchObject({
		reason: { message: 'n8n did not send the request: Node type not allowed' },
	});
});

it('an empty answer is none to a read, and is one to a change', async () => {
	const { send } = senderIn({ valid: ['T0'], body: '' });

	expect(await send(READ, LIMITS)).toMatchObject({ isReadable: false });
	const change = { method: 'PATCH', serviceId: 'S-1', body: {} } as const;
	expect(await send(change, LIMITS)).toMatchObject({ isReadable: true });
});
