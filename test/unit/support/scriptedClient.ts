import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { RequestPurpose } from '../../../nodes/shared/client/requestPurpose';
import { ServiceClient } from '../../../nodes/shared/client/serviceClient';
import type { ServiceRequest } from '../../../nodes/shared/client/serviceRequest';
import { accessWith } from './access';
import { systemError, wrappedByAxios, wrappedByN8n } from './outcomes';

/** What becomes of one request; an endless one never gets an answer. */
export type Reply = { status: number; body?: unknown; headers?: object } | Error | 'endless';

export const CREATE: ServiceRequest = { method: 'POST', body: { amount: 5 } };
export const READ: ServiceRequest = { method: 'GET', serviceId: 'S-1' };
export const DELETE: ServiceRequest = { method: 'DELETE', serviceId: 'S-1' };

export const created: Reply = { status: 201, body: { id: 'S-1' } };
export const unavailable: Reply = { status: 503 };
export const reset: Reply = wrappedByN8n(wrappedByAxios(systemError('ECONNRESET', 'read')));
export const refused: Reply = wrappedByN8n(wrappedByAxios(systemError('ECONNREFUSED', 'connect')));

let accounts = 0;

/** A client of an account of its own, whose requests get `replies`, one after the other, and the last one from then on. */
export function clientOf(
	replies: Reply[],
	{
		maxRetries = 3,
		signal,
		limits = {},
	}: { maxRetries?: number; signal?: AbortSignal; limits?: ICredentialDataDecryptedObject } = {},
) {
	const sent: IHttpRequestOptions[] = [];
	const access = accessWith({ accountId: `hotel-${++accounts}`, accessToken: 'T0' });
	const request = (_type: string, options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> => {
		const reply = replies[Math.min(sent.length, replies.length - 1)] as Reply;
		sent.push(options);
		if (reply instanceof Error) return Promise.reject(reply);
		if (reply === 'endless') return new Promise(() => undefined);
		const { status, body, headers } = reply;
		const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
		return Promise.resolve({ statusCode: status, headers: { ...headers }, body: text });
	};
	const context = {
		helpers: { httpRequestWithAuthentication: request },
	} as unknown as IAllExecuteFunctions;
	const credential = {
		id: '1',
		name: 'c',
		type: 'reservationServiceApi',
		data: { ...access, ...limits },
	};
	const settings = { timeout: 1000, maxRetries, signal };
	const client = new ServiceClient(context, credential, settings);
	return { client, sent, access, context, credential, settings };
}

/** What becomes of a request, however long its pauses are on the fake clock. */
export async function outcomeOf(
	client: ServiceClient,
	request: ServiceRequest,
	purpose?: RequestPurpose,
): Promise<unknown> {
	const outcome = client.send(request, purpose).catch((error: unknown) => error);
	await jest.runAllTimersAsync();
	return await outcome;
}
