import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Answer } from '../../../nodes/shared/http/reply';
import { answerOf } from '../../../nodes/shared/http/reply';

/** An answer of the service; anything but text is sent as JSON. */
export function answered(status: number, body: unknown = '', headers = {}): Answer {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = { statusCode: status, body: Buffer.from(text), headers };
	return answerOf(response, []);
}

/** An error as Node.js gives it. */
export function systemError(code: string, syscall?: string): Error {
	return Object.assign(new Error(code), { code, ...(syscall && { syscall }) });
}

/** The same as axios 1.18 wraps it: it takes over the code, but not the system call. */
export function wrappedByAxios(cause: Error & { code?: string }): Error {
	return Object.assign(new Error(cause.message, { cause }), { code: cause.code });
}

/** What n8n's request helper makes of an error. */
export function wrappedByN8n(cause: Error): NodeApiError {
	const node = { name: 'Reservation Service Item', typeVersion: 1 } as INode;
	return new NodeApiError(node, cause as unknown as { message: string });
}

/** The same as n8n 1.123 to 2.33 make it: without what went wrong. */
export function wrappedWithoutCause(cause: Error): NodeApiError {
	return Object.assign(wrappedByN8n(cause), { cause: undefined });
}
