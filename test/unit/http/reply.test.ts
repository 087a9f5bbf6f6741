import { UserError } from 'n8n-workflow';

import type { Answer } from '../../../nodes/shared/http/reply';
import { answerOf, replyOfThrown } from '../../../nodes/shared/http/reply';
import { systemError, wrappedByAxios, wrappedByN8n, wrappedWithoutCause } from '../support/http';

const reading = { asksForBody: false, secrets: [] as string[] };
const read = (body: unknown, changes: Partial<typeof reading> = {}, contentType = ''): Answer => {
	const headers = { 'content-type': contentType };
	return answerOf({ statusCode: 200, headers, body: body as Buffer }, { ...reading, ...changes });
};

describe('an answer', () => {
	it.each([
		[' \ufeff{"id":1}\n', { id: 1 }],
		['false', false],
		['"text"', 'text'],
		['  \n', undefined],
		[undefined, undefined],
	])('with the body %p is readable', (body, parsed) => {
		expect(read(body)).toMatchObject({ isReadable: true });
		expect(read(body).body).toEqual(parsed);
	});

	it.each(['<html></html>', '{"id":1', 'OK'])('with the body %p is not', (body) => {
		expect(read(body)).toMatchObject({ isReadable: false, body });
	});

	it('without a body is not where one is asked for, unless its status says that there is none', () => {
		expect(read('', { asksForBody: true }).isReadable).toBe(false);
		const empty = { statusCode: 204, headers: {}, body: '' };
		expect(answerOf(empty, { ...reading, asksForBody: true }).isReadable).toBe(true);
	});

	it('has no secret in it, unless that may as well be part of a charge', () => {
		const body = '{"sent":"Bearer 0123456789ab"}';
		expect(read(body, { secrets: ['0123456789ab'] }).body).toEqual({ sent: 'Bearer ***' });
		const cut = '{"sent":"0123…"}';
		expect(read(cut, { secrets: ['0123456789ab'] }).body).toEqual({ sent: '0123…' });
		expect(read(body, { secrets: ['0123456789a'] }).body).toEqual({ sent: 'Bearer 0123456789ab' });
	});

	it.each([
		['UTF-8', Buffer.from('{"a":"Spät €"}'), 'Spät €'],
		['a byte order mark', Buffer.from('\ufeff{"a":"Spät"}'), 'Spät'],
	])('in %s has the letters that were sent, whatever charset is named', (_, body, a) => {
		for (const type of ['application/json', 'text/json; charset=ISO-8859-1']) {
			expect(read(body, {}, type)).toMatchObject({ isReadable: true, body: { a } });
		}
	});

	it.each(['latin1', 'utf16le'] as const)('in %s is none that can be read', (encoding) => {
		const body = Buffer.from('{"a":"Spät"}', encoding);
		expect(read(body, {}, `text/json; charset=${encoding}`).isReadable).toBe(false);
	});
});

describe('what the request helper threw', () => {
	it('is our own reason not to send, also wrapped by n8n', () => {
		const reason = new UserError('No address', { description: 'Look' });
		const told = { kind: 'notSent', case: 'byN8n', told: { what: 'No address', more: 'Look' } };
		for (const error of [reason, wrappedByN8n(reason)]) {
			expect(replyOfThrown(error, true)).toEqual(told);
		}
	});

	it.each([
		wrappedByN8n(new Error('Not here')),
		'Not here',
		wrappedByN8n(systemError('SQLITE_BUSY')),
		wrappedByN8n(systemError('404')),
	])("is n8n's own refusal where nothing can have been sent, in its words: %p", (error) => {
		const words = error instanceof Error ? error.message : error;
		expect(replyOfThrown(error, false)).toMatchObject({
			kind: 'notSent',
			told: { what: `n8n did not send the request: ${words}` },
		});
	});

	it.each(['ECONNRESET', 'ETIMEDOUT', 'ERR_BAD_RESPONSE', 'CERT_HAS_EXPIRED', 'HPE_INVALID'])(
		'is a connection all the same where it tells of one (%s), although nothing should have been sent',
		(code) => {
			for (const wrap of [wrappedByN8n, wrappedWithoutCause]) {
				const error = wrap(wrappedByAxios(systemError(code)));
				expect(replyOfThrown(error, false)).toMatchObject({ kind: 'noAnswer', code });
			}
		},
	);

	it.each<[string, (error: Error) => unknown, string]>([
		['as Node.js gives it', (error) => error, 'unreachable'],
		['in a list of one per address', (error) => new AggregateError([error]), 'unreachable'],
		['as axios wraps it', wrappedByAxios, 'unreachable'],
		['as n8n wraps that', (error) => wrappedByN8n(wrappedByAxios(error)), 'unreachable'],
		['as old n8n wraps that', (error) => wrappedWithoutCause(wrappedByAxios(error)), 'timeout'],
	])('has code and system call, %s', (_, wrap, trouble) => {
		const error = wrap(systemError('ETIMEDOUT', 'connect'));
		expect(replyOfThrown(error, true)).toEqual({ kind: 'noAnswer', code: 'ETIMEDOUT', trouble });
	});

	it('takes the code of the connection before a status, and before one of axios', () => {
		const cause = systemError('ECONNREFUSED', 'connect');
		const byAxios = Object.assign(new Error('failed', { cause }), { code: 'ERR_BAD_RESPONSE' });
		const byN8n = Object.assign(new Error('failed', { cause: byAxios }), { httpCode: '502' });
		expect(replyOfThrown(byN8n, true)).toMatchObject({ code: 'ECONNREFUSED' });
	});

	it.each([[undefined], ['ECONNREFUSED'], [{ code: 'ECONNREFUSED' }], [systemError('22P02')]])(
		'has no code of a connection where %p was thrown',
		(error) => {
			const trouble = 'connectionLost';
			expect(replyOfThrown(error, true)).toEqual({ kind: 'noAnswer', code: '', trouble });
		},
	);
});
