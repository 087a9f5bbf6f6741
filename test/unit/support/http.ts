import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { ServiceAccess } from '../../../nodes/shared/credential/access';
import { accessOf } from '../../../nodes/shared/credential/access';
import type { ResponseClass } from '../../../nodes/shared/http/classify';
import { classify } from '../../../nodes/shared/http/classify';
import { RequestFailure } from '../../../nodes/shared/http/failure';
import type { Answer, Reply } from '../../../nodes/shared/http/reply';
import { answerOf, replyOfThrown } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import { mapperOf, withAmount } from './mapper';

export const LIST: ServiceRequest = { method: 'GET', reservationId: 'R-1' };
export const GET: ServiceRequest = { method: 'GET', serviceId: 'S-1' };
export const CREATE: ServiceRequest = { method: 'POST', reservationId: 'R-1', body: { amount: 5 } };
export const UPDATE: ServiceRequest = { method: 'PATCH', serviceId: 'S-1', body: { amount: 5 } };
export const DELETE: ServiceRequest = { method: 'DELETE', serviceId: 'S-1' };

/** Of a service that has the account code at `code`, and takes a key for each charge. */
export const MAPPER = mapperOf({
	createBody: withAmount({ code: '{accountCode}' }),
	listResponse: { id: '{id}', amount: '{amount}', code: '{accountCode}' },
	requestHeaders: { 'Idempotency-Key': '{idempotencyKey}' },
});

/** What a credential with these fields is about; a token given with it belongs to exactly that. */
export function accessWith(changes: ICredentialDataDecryptedObject = {}): ServiceAccess {
	const data = {
		environment: 'production',
		baseUrl: 'https://api.example.com/v1',
		testBaseUrl: 'https://test.example.com/v1',
		accountId: 'hotel-1',
		apiKey: 'key-of-hotel-1',
		customApiFormat: false,
		...changes,
	};
	const accessTokenFingerprint = accessOf(data).accountFingerprint;
	return accessOf({ accessTokenFingerprint, ...data });
}

/** An answer of the service; anything but text is sent as JSON. */
export function answered(status: number, body: unknown = '', headers = {}): Answer {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = { statusCode: status, body: text, headers };
	return answerOf(response, { asksForBody: false, secrets: [] });
}

/** An error as Node.js gives it. */
export function systemError(code: string, syscall?: string): Error {
	const message = `${syscall ?? 'socket'} ${code}`;
	return Object.assign(new Error(message), { code, ...(syscall && { syscall }) });
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

/** The same as n8n 1.100 to 2.33 make it: without what went wrong. */
export function wrappedWithoutCause(cause: Error): NodeApiError {
	return Object.assign(wrappedByN8n(cause), { cause: undefined });
}

/** No answer, because of a system error with that code. */
export function broken(code: string, syscall?: string): Reply {
	return replyOfThrown(wrappedByN8n(wrappedByAxios(systemError(code, syscall))), true);
}

/** What a reply to a request means. */
export function classOf(request: ServiceRequest, reply: Reply, mayBeGone = false): ResponseClass {
	return classify({ ...request, mayBeGone }, reply, MAPPER);
}

/** The failure of a request after this reply; unclear as its class says, or as an earlier try has left it. */
export function failureOf(
	request: ServiceRequest,
	reply: Reply,
	{ secrets = [], isUnclear }: { secrets?: string[]; isUnclear?: boolean } = {},
): RequestFailure {
	const response = classOf(request, reply);
	return new RequestFailure(
		{
			request,
			reply,
			response,
			isUnclear: isUnclear ?? response.outcome === 'unclear',
		},
		secrets,
	);
}
