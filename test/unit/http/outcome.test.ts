import { UserError } from 'n8n-workflow';

import type { Answer } from '../../../nodes/shared/http/outcome';
import { answerOf, noAnswerOf, outcomeOfThrown } from '../../../nodes/shared/http/outcome';
import { systemError, wrappedByAxios, wrappedByN8n, wrappedWithoutCause } from '../support/http';

const reading = { asksForBody: false, secrets: [] as string[] };
const read = (body: unknown, changes: Partial<typeof reading> = {}): Answer =>
	answerOf({ statusCode: 200, headers: {}, body: body as Buffer }, { ...reading, ...changes });
const thrown = (error: unknown, mayHaveLeft = true) => outcomeOfThrown(error, mayHaveLeft);

describe('an answer', () => {
	it.each([
		['{"id":1}', { id: 1 }],
		[' \ufeff{"id":1}\n', { id: 1 }],
		['[]', []],
		['false', false],
		['0', 0],
		['null', null],
		['"text"', 'text'],
		['', undefined],
		['  \n', undefined],
		[undefined, undefined],
	])('with the body %p is readable', (body, parsed) => {
		expect(read(body)).toMatchObject({ isReadable: true });
		expect(read(body).body).toEqual(parsed);
	});

	it.each(['<html></html>', '{"id":1', 'OK'])('with the body %p is not', (body) => {
		expect(read(body)).toMatchObject({ isReadable: false, body });
	});

	it.each([
		[200, true, false],
		[200, false, true],
		[204, true, true],
	])(
		'%d without a body, where one is asked for (%p), is readable: %p',
		(statusCode, asksForBody, isReadable) => {
			const empty = { statusCode, headers: {}, body: '' };
			expect(answerOf(empty, { ...reading, asksForBody })).toMatchObject({ isReadable });
		},
	);

	it('has no secret in it, unless that may as well be part of a charge', () => {
		const body = '{"sent":"Bearer 0123456789ab"}';
		expect(read(body, { secrets: ['0123456789ab'] }).body).toEqual({ sent: 'Bearer ***' });
		expect(read(body, { secrets: ['0123456789a'] }).body).toEqual({
			sent: 'Bearer 0123456789ab',
		});
	});

	it.each([
		['UTF-8', 'application/json', Buffer.from('{"a":"Spät €"}'), 'Spät €'],
		['a byte order mark', 'application/json', Buffer.from('\ufeff{"a":"Spät"}'), 'Spät'],
		['Latin 1', 'text/json; charset=ISO-8859-1', Buffer.from('{"a":"Spät"}', 'latin1'), 'Spät'],
		['Latin 1, unsaid', 'application/json', Buffer.from('{"a":"Spät"}', 'latin1'), 'Spät'],
		['Latin 1 for UTF-8', 'a/b; charset="utf-8"', Buffer.from('{"a":"ä"}', 'latin1'), 'ä'],
		['a charset there is not', 'a/b; charset=x-none', Buffer.from('{"a":"ä"}'), 'ä'],
		['UTF-16', 'a/b;charset=utf-16le', Buffer.from('{"a":"ä"}', 'utf16le'), 'ä'],
	])('in %s has the letters that were sent', (_, type, body, a) => {
		const response = { statusCode: 200, headers: { 'content-type': type }, body };
		expect(answerOf(response, reading)).toMatchObject({ isReadable: true, body: { a } });
	});
});

describe('what the request helper threw', () => {
	it.each([
		['by itself', (reason: UserError) => reason],
		['wrapped by n8n', (reason: UserError) => wrappedByN8n(reason)],
	])('is our own reason not to send, %s', (_how, wrap) => {
		const reason = new UserError('No address', { description: 'Look' });
		const told = { kind: 'notSent', message: 'No address', description: 'Look' };
		expect(thrown(wrap(reason))).toEqual(told);
	});

	it("is n8n's own refusal where nothing can have been sent, in its words", () => {
		const refusal = wrappedByN8n(new Error('This engine does not support the credential'));
		expect(thrown(refusal, false)).toMatchObject({
			kind: 'notSent',
			message: 'n8n did not send the request: This engine does not support the credential',
			description: expect.stringContaining('Nothing was sent') as string,
		});
		expect(thrown('Not here', false)).toHaveProperty(
			'message',
			'n8n did not send the request: Not here',
		);
	});

	it.each(['ECONNRESET', 'ETIMEDOUT', 'ERR_BAD_RESPONSE', 'CERT_HAS_EXPIRED', 'HPE_INVALID'])(
		'is a connection all the same where it tells of one (%s), although nothing should have been sent',
		(code) => {
			for (const wrap of [wrappedByN8n, wrappedWithoutCause]) {
				const error = wrap(wrappedByAxios(systemError(code)));
				expect(thrown(error, false)).toMatchObject({ kind: 'noAnswer', code });
			}
		},
	);

	it.each([new Error('Not supported'), systemError('SQLITE_BUSY'), systemError('404')])(
		'is none where there is no code of one: %p',
		(error) => {
			expect(thrown(wrappedByN8n(error), false).kind).toBe('notSent');
		},
	);
});

describe('the lack of an answer', () => {
	it.each<[string, (error: Error) => Error]>([
		['as Node.js gives it', (error) => error],
		['as axios wraps it', wrappedByAxios],
		['as n8n wraps that', (error) => wrappedByN8n(wrappedByAxios(error))],
	])('has code and system call, %s', (_, wrap) => {
		expect(noAnswerOf(wrap(systemError('ECONNREFUSED', 'connect')))).toMatchObject({
			code: 'ECONNREFUSED',
			syscall: 'connect',
		});
	});

	it('has the code alone as n8n 1.100 to 2.33 wrap it', () => {
		const error = wrappedWithoutCause(wrappedByAxios(systemError('ENOTFOUND', 'getaddrinfo')));
		expect(noAnswerOf(error)).toMatchObject({ code: 'ENOTFOUND', syscall: '' });
	});

	it('takes the code of the connection before a status, and before one of axios', () => {
		const cause = systemError('ECONNREFUSED', 'connect');
		const byAxios = Object.assign(new Error('failed', { cause }), { code: 'ERR_BAD_RESPONSE' });
		const byN8n = Object.assign(new Error('failed', { cause: byAxios }), { httpCode: '502' });
		expect(noAnswerOf(byN8n)).toMatchObject({ code: 'ECONNREFUSED' });
	});

	it.each([[undefined], [null], ['ECONNREFUSED'], [{ code: 'ECONNREFUSED' }]])(
		'has no code where %p was thrown',
		(error) => {
			expect(noAnswerOf(error)).toEqual({ kind: 'noAnswer', code: '', syscall: '' });
		},
	);
});
