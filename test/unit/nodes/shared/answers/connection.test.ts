import {
	connectionOutcomeOf,
	isOfConnection,
} from '../../../../../nodes/shared/answers/connection';
import {
	systemError,
	wrappedByAxios,
	wrappedByN8n,
	wrappedWithoutCause,
} from '../../../support/outcomes';
import { BANNED_WORDS } from '../../../support/wording';

describe.each<[string, (error: Error) => Error]>([
	['as Node.js gives it', (error) => error],
	['as axios wraps it', wrappedByAxios],
	['as n8n wraps that', (error) => wrappedByN8n(wrappedByAxios(error))],
])('%s', (_how, wrap) => {
	const outcomeOf = (error: Error) => connectionOutcomeOf(wrap(error));

	it.each([
		['ECONNREFUSED', 'connect', /refused the connection/],
		['ENOTFOUND', 'getaddrinfo', /host name .* was not found/],
		['EAI_AGAIN', 'getaddrinfo', /host name .* was not found/],
		['EHOSTUNREACH', 'connect', /cannot be reached/],
		['ENETUNREACH', 'connect', /cannot be reached/],
		['EADDRNOTAVAIL', 'connect', /cannot be reached/],
		['ETIMEDOUT', 'connect', /in time/],
		['ECONNRESET', 'connect', /cannot be reached/],
	])('%s on %s never reached the service, and may get through later', (code, syscall, words) => {
		const outcome = outcomeOf(systemError(code, syscall));

		expect(outcome).toMatchObject({ isUnsent: true, isPassing: true });
		expect(outcome.happened).toMatch(words);
	});

	it.each(['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH'])(
		'%s of every address of a host never reached the service',
		(code) => {
			const each = ['::1', '127.0.0.1'].map(() => systemError(code, 'connect'));
			const error = Object.assign(new AggregateError(each), { code });
			expect(outcomeOf(error)).toMatchObject({ isUnsent: true, isPassing: true });
		},
	);

	it.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	])('%s never reached the service, and does not pass by itself', (code) => {
		const outcome = outcomeOf(systemError(code));

		expect(outcome).toMatchObject({ isUnsent: true, isPassing: false });
		expect(`${outcome.happened} ${outcome.remedy}`).toMatch(/certificate/);
	});

	it.each([
		['ECONNRESET', 'read', /broke off/],
		['ECONNRESET', undefined, /broke off/],
		['EPIPE', 'write', /broke off/],
		['ECONNABORTED', undefined, /in time/],
		['ETIMEDOUT', undefined, /in time/],
		['ETIMEDOUT', 'read', /in time/],
		['EHOSTUNREACH', 'read', /./],
		['ENETDOWN', 'read', /./],
		['ENETUNREACH', 'write', /./],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', undefined, /./],
		['HPE_INVALID_CONSTANT', undefined, /broke off/],
		['ERR_BAD_RESPONSE', undefined, /broke off/],
		['EWHATEVER', undefined, /broke off/],
		['NOT_ENOTFOUND', undefined, /broke off/],
		['EWHATEVER', 'reconnect', /broke off/],
		['EWHATEVER', 'connection', /broke off/],
		['NOT_ETIMEDOUT', undefined, /broke off/],
		['ETIMEDOUT_NOT', undefined, /broke off/],
		['EPROTO', 'write', /no secure connection .*EPROTO/],
	])('%s on %s may have reached the service', (code, syscall, words) => {
		const outcome = outcomeOf(systemError(code, syscall));

		expect(outcome.isUnsent).toBe(false);
		expect(outcome.happened).toMatch(words);
	});

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'CERT_HAS_EXPIRED'])(
		'%s is told in decent words, with advice',
		(code) => {
			const { happened, remedy } = outcomeOf(systemError(code));
			expect(`${happened} ${remedy}`).not.toMatch(BANNED_WORDS);
			expect(remedy).toMatch(/^(Check|Try) /);
		},
	);
});

describe('as n8n 1.100 to 2.33 wrap it, which keep the code alone', () => {
	const outcomeOf = (code: string, syscall?: string) =>
		connectionOutcomeOf(wrappedWithoutCause(wrappedByAxios(systemError(code, syscall))));

	it.each([
		['ECONNREFUSED', 'connect', /refused the connection/],
		['ENOTFOUND', 'getaddrinfo', /host name .* was not found/],
		['EAI_AGAIN', 'getaddrinfo', /host name .* was not found/],
		['CERT_HAS_EXPIRED', undefined, /no secure connection/],
	])('%s never reached the service', (code, syscall, words) => {
		expect(outcomeOf(code, syscall).isUnsent).toBe(true);
		expect(outcomeOf(code, syscall).happened).toMatch(words);
	});

	it.each([
		['ECONNRESET', 'read', /broke off/],
		['ECONNABORTED', undefined, /in time/],
		// Whether it was on the way to connecting is lost.
		['ETIMEDOUT', 'connect', /in time/],
		['EHOSTUNREACH', 'connect', /broke off/],
		['ERR_BAD_RESPONSE', undefined, /broke off/],
	])('%s on %s may have reached the service', (code, syscall, words) => {
		expect(outcomeOf(code, syscall).isUnsent).toBe(false);
		expect(outcomeOf(code, syscall).happened).toMatch(words);
	});
});

describe('something wrong with a connection', () => {
	it.each([
		'ECONNRESET',
		'ETIMEDOUT',
		'ERR_BAD_RESPONSE',
		'CERT_HAS_EXPIRED',
		'HPE_INVALID_CONSTANT',
	])('shows by its code: %s', (code) => {
		for (const wrap of [wrappedByN8n, wrappedWithoutCause]) {
			expect(isOfConnection(wrap(wrappedByAxios(systemError(code))))).toBe(true);
		}
	});

	it('is none where there is no code, or one of something else', () => {
		expect(isOfConnection(wrappedByN8n(new Error('Not supported')))).toBe(false);
		expect(isOfConnection(systemError('SQLITE_BUSY'))).toBe(false);
		expect(isOfConnection(systemError('NO_ECONNRESET'))).toBe(false);
		expect(isOfConnection(systemError('404'))).toBe(false);
	});
});

describe('anything else that is thrown', () => {
	it.each([[undefined], [null], ['ECONNREFUSED'], [{ code: 'ECONNREFUSED' }], [new Error('x')]])(
		'may have reached the service: %p',
		(thrown) => {
			expect(connectionOutcomeOf(thrown).isUnsent).toBe(false);
		},
	);

	it('may have a status of its own, and one of axios, before the code of the connection', () => {
		const refused = systemError('ECONNREFUSED', 'connect');
		const byAxios = Object.assign(new Error('failed', { cause: refused }), {
			code: 'ERR_BAD_RESPONSE',
		});
		const byN8n = Object.assign(new Error('failed', { cause: byAxios }), { httpCode: '502' });
		expect(connectionOutcomeOf(byN8n)).toMatchObject({
			isUnsent: true,
			happened: 'the service refused the connection',
		});
	});

	it('may be its own cause', () => {
		const error = new Error('x');
		error.cause = error;
		expect(connectionOutcomeOf(error).isUnsent).toBe(false);
	});
});
