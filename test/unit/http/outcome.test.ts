import { UserError } from 'n8n-workflow';

import type { Answer } from '../../../nodes/shared/http/outcome';
import { answerOf, outcomeOfThrown } from '../../../nodes/shared/http/outcome';
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
		expect(read(body, { secrets: ['0123456789a'] }).body).toEqual({ sent: 'Bearer 0123456789ab' });
	});

	it.each([
		['UTF-8', 'application/json', Buffer.from('{"a":"Spät €"}'), 'Spät €'],
		['a byte order mark', 'application/json', Buffer.from('\ufeff{"a":"Spät"}'), 'Spät'],
		['Latin 1', 'text/json; charset=ISO-8859-1', Buffer.from('{"a":"Spät"}', 'latin1'), 'Spät'],
		['Latin 1, unsaid', 'application/json', Buffer.from('{"a":"Spät"}', 'latin1'), 'Spät'],
		['Latin 1 for UTF-8', 'a/b; charset="utf-8"', Buffer.from('{"a":"ä"}', 'latin1'), 'ä'],
		[
			'Latin 1 for a charset there is not',
			'a/b; charset=x',
			Buffer.from('{"a":"ä"}', 'latin1'),
			'ä',
		],
		['UTF-8 for a charset there is not', 'a/b; charset=x', Buffer.from('{"a":"ä"}'), 'ä'],
		['UTF-16', 'a/b;charset=utf-16le', Buffer.from('{"a":"ä"}', 'utf16le'), 'ä'],
	])('in %s has the letters that were sent', (_, type, body, a) => {
		expect(read(body, {}, type)).toMatchObject({ isReadable: true, body: { a } });
	});
});

describe('what the request helper threw', () => {
	it('is our own reason not to send, also wrapped by n8n', () => {
		const reason = new UserError('No address', { description: 'Look' });
		const told = { kind: 'notSent', message: 'No address', description: 'Look' };
		for (const error of [reason, wrappedByN8n(reason)]) {
			expect(outcomeOfThrown(error, true)).toEqual(told);
		}
	});

	it.each([
		wrappedByN8n(new Error('Not here')),
		'Not here',
		wrappedByN8n(systemError('SQLITE_BUSY')),
		wrappedByN8n(systemError('404')),
	])("is n8n's own refusal where nothing can have been sent, in its words: %p", (error) => {
		const words = error instanceof Error ? error.message : error;
		expect(outcomeOfThrown(error, false)).toMatchObject({
			kind: 'notSent',
			message: `n8n did not send the request: ${words}`,
		});
	});

	it.each(['ECONNRESET', 'ETIMEDOUT', 'ERR_BAD_RESPONSE', 'CERT_HAS_EXPIRED', 'HPE_INVALID'])(
		'is a connection all the same where it tells of one (%s), although nothing should have been sent',
		(code) => {
			for (const wrap of [wrappedByN8n, wrappedWithoutCause]) {
				const error = wrap(wrappedByAxios(systemError(code)));
				expect(outcomeOfThrown(error, false)).toMatchObject({ kind: 'noAnswer', code });
			}
		},
	);

	it.each<[string, (error: Error) => unknown, string]>([
		['as Node.js gives it', (error) => error, 'connect'],
		['in a list of one per address', (error) => new AggregateError([error]), 'connect'],
		['as axios wraps it', wrappedByAxios, 'connect'],
		['as n8n wraps that', (error) => wrappedByN8n(wrappedByAxios(error)), 'connect'],
		['as old n8n wraps that', (error) => wrappedWithoutCause(wrappedByAxios(error)), ''],
	])('has code and system call, %s', (_, wrap, syscall) => {
		const error = wrap(systemError('ECONNREFUSED', 'connect'));
		const lost = { kind: 'noAnswer', code: 'ECONNREFUSED', syscall };
		expect(outcomeOfThrown(error, true)).toEqual(lost);
	});

	it('takes the code of the connection before a status, and before one of axios', () => {
		const cause = systemError('ECONNREFUSED', 'connect');
		const byAxios = Object.assign(new Error('failed', { cause }), { code: 'ERR_BAD_RESPONSE' });
		const byN8n = Object.assign(new Error('failed', { cause: byAxios }), { httpCode: '502' });
		expect(outcomeOfThrown(byN8n, true)).toMatchObject({ code: 'ECONNREFUSED' });
	});

	it.each([[undefined], ['ECONNREFUSED'], [{ code: 'ECONNREFUSED' }], [systemError('22P02')]])(
		'has no code of a connection where %p was thrown',
		(error) => {
			expect(outcomeOfThrown(error, true)).toEqual({ kind: 'noAnswer', code: '', syscall: '' });
		},
	);
});
