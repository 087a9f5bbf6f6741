import { NodeApiError } from 'n8n-workflow';

import type { JudgedBy, Judgement } from '../../../nodes/shared/client/judgement';
import { judge } from '../../../nodes/shared/client/judgement';
import type { Method } from '../../../nodes/shared/client/serviceRequest';
import { DEFAULT_API_FORMAT } from './defaultFormat';
import { TokenExchangeError } from '../../../nodes/shared/access/tokenRefusal';
import { connectionOutcomeOf } from '../../../nodes/shared/answers/connection';
import type { Answer, Outcome } from '../../../nodes/shared/answers/outcome';
import { outcomeOfResponse } from '../../../nodes/shared/answers/outcome';
import { node } from './node';

/** An answer of the service; anything but text is sent as JSON. */
export function answered(status: number, body: unknown = '', headers = {}): Answer {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return outcomeOfResponse({ statusCode: status, body: text, headers });
}

/** An error as Node.js gives it. */
export function systemError(code: string, syscall?: string): Error {
	return Object.assign(new Error(`${syscall ?? 'socket'} ${code}`), {
		code,
		...(syscall && { syscall }),
	});
}

/** The same as axios 1.18 wraps it: it takes over the code, but not the system call. */
export function wrappedByAxios(cause: Error & { code?: string }): Error {
	return Object.assign(new Error(cause.message, { cause }), { code: cause.code });
}

/** What n8n's request helper makes of an error. */
export function wrappedByN8n(cause: Error): NodeApiError {
	return new NodeApiError(node, cause as unknown as { message: string });
}

/** The same as n8n 1.100 to 2.33 make it: without what went wrong. */
export function wrappedWithoutCause(cause: Error): NodeApiError {
	return Object.assign(wrappedByN8n(cause), { cause: undefined });
}

/** No answer, because of a system error with that code. */
export function broken(code: string, syscall?: string): Outcome {
	const thrown = wrappedByN8n(wrappedByAxios(systemError(code, syscall)));
	return { kind: 'noAnswer', ...connectionOutcomeOf(thrown) };
}

/** No token could be fetched; `transient` when trying again may help. */
export function withoutToken(
	transient: boolean,
	retryAfterMs?: number,
	isThrottled = false,
): Outcome {
	const reason = new TokenExchangeError(
		'The login did not succeed',
		'Check it',
		transient,
		retryAfterMs,
		isThrottled,
	);
	return { kind: 'notSent', reason };
}

/** How an outcome is judged of a request by this method, of a create or of one charge. */
export function judged(method: Method, outcome: Outcome, by: Partial<JudgedBy> = {}): Judgement {
	const request = { method, ...(method !== 'POST' && { serviceId: 'S-1' }) };
	return judge(request, outcome, { format: DEFAULT_API_FORMAT, ...by });
}
