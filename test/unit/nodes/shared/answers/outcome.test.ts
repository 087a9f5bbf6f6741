import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { outcomeOfResponse, outcomeOfThrown } from '../../../../../nodes/shared/answers/outcome';
import { systemError, wrappedByAxios, wrappedByN8n } from '../../../support/outcomes';

const read = (body: IN8nHttpFullResponse['body'] | undefined) =>
	outcomeOfResponse({ statusCode: 200, headers: {}, body });

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

	it.each([
		[200, true, false],
		[200, false, true],
		[204, true, true],
	])(
		'%d without a body, where one is asked for (%p), is readable: %p',
		(statusCode, asks, isReadable) => {
			const hollow = { statusCode, headers: {}, body: '' };
			expect(outcomeOfResponse(hollow, asks)).toMatchObject({ status: statusCode, isReadable });
		},
	);

	it('has no token in it, unless that may as well be part of a charge', () => {
		const answer = { statusCode: 200, headers: {}, body: '{"sent":"Bearer 0123456789ab"}' };
		const bodyWithout = (token: string) => outcomeOfResponse(answer, true, token).body;

		expect(bodyWithout('0123456789ab')).toEqual({ sent: 'Bearer ***' });
		expect(bodyWithout('0123456789a')).toEqual({ sent: 'Bearer 0123456789ab' });
	});

	it('with a body is readable where one is asked for', () => {
		const answer = { statusCode: 200, headers: {}, body: '[]' };
		expect(outcomeOfResponse(answer, true)).toMatchObject({ body: [], isReadable: true });
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
		const answer = outcomeOfResponse({ statusCode: 200, headers: { 'content-type': type }, body });
		expect(answer).toMatchObject({ isReadable: true, body: { a } });
	});

	it.each(['<html></html>', '{"id":1', 'OK'])('with the body %p is not', (body) => {
		expect(read(body)).toMatchObject({ isReadable: false, body });
	});
});

describe('what the request helper threw', () => {
	it("is the service's answer where there was one, as with a 401", () => {
		const response = { status: 401, headers: { 'x-id': '1' }, data: '{"message":"expired"}' };
		const axios = Object.assign(new Error('Request failed'), { response });
		const thrown = wrappedByN8n(axios);

		expect(outcomeOfThrown(thrown)).toEqual({
			kind: 'answer',
			status: 401,
			headers: { 'x-id': '1' },
			body: { message: 'expired' },
			isReadable: true,
		});
	});

	it.each([
		[200, 'noAnswer'],
		[399, 'noAnswer'],
		[400, 'answer'],
	])('after the status %d is %s', (status, kind) => {
		const cutOff = Object.assign(new Error('aborted'), { response: { status, data: '' } });
		expect(outcomeOfThrown(wrappedByN8n(cutOff)).kind).toBe(kind);
	});

	it('has headers, even when n8n gives none', () => {
		const failed = Object.assign(new Error('failed'), { response: { status: 500, data: '' } });
		expect(outcomeOfThrown(wrappedByN8n(failed))).toMatchObject({ headers: {} });
	});

	it.each([
		['by itself', (reason: UserError) => reason],
		['wrapped by n8n', (reason: UserError) => wrappedByN8n(reason)],
	])('is our own reason not to send, %s', (_how, wrap) => {
		const reason = new UserError('No token');
		expect(outcomeOfThrown(wrap(reason))).toEqual({ kind: 'notSent', reason });
	});

	it("is n8n's own refusal where nothing can have been sent, in its words", () => {
		const refusal = wrappedByN8n(new Error('This engine does not support the credential'));
		const outcome = outcomeOfThrown(refusal, false);

		expect(outcome).toMatchObject({
			kind: 'notSent',
			reason: { description: expect.stringContaining('Nothing was sent') as string },
		});
		expect(outcome).toHaveProperty(
			'reason.message',
			'n8n did not send the request: This engine does not support the credential',
		);
		expect(outcomeOfThrown('Not here', false)).toHaveProperty(
			'reason.message',
			'n8n did not send the request: Not here',
		);
	});

	it('is a connection all the same where it tells of one, although nothing should have been sent', () => {
		const timeout = wrappedByN8n(wrappedByAxios(systemError('ETIMEDOUT')));
		expect(outcomeOfThrown(timeout, false)).toMatchObject({ kind: 'noAnswer', isUnsent: false });
	});

	it('is a broken connection otherwise, and may have been sent', () => {
		const axios = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		const thrown = wrappedByN8n(axios);
		expect(outcomeOfThrown(thrown)).toMatchObject({ kind: 'noAnswer', isUnsent: false });
		expect(outcomeOfThrown('odd')).toMatchObject({ kind: 'noAnswer', isUnsent: false });
	});
});
