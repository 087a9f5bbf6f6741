import { NodeApiError } from 'n8n-workflow';
import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { ServiceAccess } from '../../../nodes/shared/credential/access';
import { accountOf } from '../../../nodes/shared/credential/access';
import type { ResponseClass } from '../../../nodes/shared/http/classify';
import { classify } from '../../../nodes/shared/http/classify';
import { ServiceClient } from '../../../nodes/shared/http/client';
import { useOf } from '../../../nodes/shared/http/login';
import type { Answer, NoAnswer, Outcome } from '../../../nodes/shared/http/outcome';
import { answerOf, noAnswerOf } from '../../../nodes/shared/http/outcome';
import type { ApiExamples, ServiceRequest } from '../../../nodes/shared/http/request';
import type { RequestPurpose } from '../../../nodes/shared/http/failure';
import { RequestFailure } from '../../../nodes/shared/http/failure';
import { tokens } from '../../../nodes/shared/http/tokens';
import { node } from './node';

export type AnyRequest = ServiceRequest & RequestPurpose;

export const LIST: AnyRequest = { method: 'GET', reservationId: 'R-1' };
export const GET: AnyRequest = { method: 'GET', serviceId: 'S-1' };
export const CREATE: AnyRequest = { method: 'POST', reservationId: 'R-1', body: { amount: 5 } };
export const UPDATE: AnyRequest = { method: 'PATCH', serviceId: 'S-1', body: { amount: 5 } };
export const DELETE: AnyRequest = { method: 'DELETE', serviceId: 'S-1' };

/** Examples of a service that knows an item by its `id`, and has the account code at `code`. */
export const EXAMPLES: ApiExamples = {
	headers: (key) => ({ ...(key !== undefined && { 'Idempotency-Key': key }) }),
	hasIdempotencyKey: true,
	hasItem: (body) => /"id":/.test(JSON.stringify(body) ?? ''),
	hasPlaceAt: (path) => path.at(-1) === 'code',
};

/** Who talks to which service; a given token belongs to exactly that, unless its fingerprint says otherwise. */
export function accessWith(changes: Partial<ServiceAccess> = {}): ServiceAccess {
	const access = {
		environment: 'production' as const,
		baseUrl: 'https://api.example.com/v1',
		testBaseUrl: 'https://test.example.com/v1',
		accountId: 'hotel-1',
		apiKey: 'key-of-hotel-1',
		accessToken: '',
		accessTokenFingerprint: '',
		...changes,
	};
	const fingerprint = access.accessToken === '' ? '' : accountOf(access);
	return { ...access, accessTokenFingerprint: changes.accessTokenFingerprint ?? fingerprint };
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
	return new NodeApiError(node, cause as unknown as { message: string });
}

/** The same as n8n 1.100 to 2.33 make it: without what went wrong. */
export function wrappedWithoutCause(cause: Error): NodeApiError {
	return Object.assign(wrappedByN8n(cause), { cause: undefined });
}

/** No answer, because of a system error with that code. */
export function broken(code: string, syscall?: string): NoAnswer {
	return noAnswerOf(wrappedByN8n(wrappedByAxios(systemError(code, syscall))));
}

/** What an outcome of a request means. */
export function classOf(
	request: ServiceRequest,
	outcome: Outcome,
	mayBeGone = false,
): ResponseClass {
	return classify(request, outcome, { examples: EXAMPLES, mayBeGone });
}

/** The failure of a request after this outcome; unclear as its class says, or as an earlier try has left it. */
export function failureOf(
	{ reservationId, isProtected, ...request }: AnyRequest,
	outcome: Outcome,
	{ secrets = [], isUnclear }: { secrets?: string[]; isUnclear?: boolean } = {},
): RequestFailure {
	const response = classOf(request, outcome);
	return new RequestFailure(
		{
			request,
			purpose: { reservationId, isProtected },
			outcome,
			response,
			isUnclear: isUnclear ?? response.means === 'unclear',
		},
		secrets,
	);
}

type Data = ICredentialDataDecryptedObject;

/** What becomes of one request; an endless one never gets an answer. */
export type Reply = { status: number; body?: unknown; headers?: object } | Error | 'endless';

interface Situation {
	/** One after the other, and the last one from then on. */
	replies?: Reply[];
	/** The tokens the service takes; all, if absent. */
	valid?: string[];
	/** The tokens of the logins to come. */
	logins?: Array<string | Error>;
	/** The token that another process has stored meanwhile. */
	stored?: string;
	/** Called with every request. */
	onRequest?: (options: IHttpRequestOptions) => void;
	maxRetries?: number;
	signal?: AbortSignal;
	data?: Data;
	examples?: Partial<ApiExamples>;
}

let accounts = 0;

/** A client of an account of its own that has the token T0, in an n8n that logs in for an empty token as n8n does. */
export function clientIn({
	replies = [{ status: 200, body: { id: 'S-1' } }],
	valid,
	logins = [],
	stored = 'T0',
	onRequest,
	maxRetries = 3,
	signal,
	data = {},
	examples,
}: Situation = {}) {
	const access = accessWith({ accountId: `account-${++accounts}`, accessToken: 'T0' });
	const sent: IHttpRequestOptions[] = [];
	const sentTokens: string[] = [];
	let inDatabase = stored;
	const logIn = async (used: Data): Promise<void> => {
		const use = useOf(used);
		const login = async (): Promise<string> => {
			await Promise.resolve();
			const next = logins.shift() ?? 'nothing';
			if (next instanceof Error) throw next;
			return next;
		};
		try {
			const { token } = await tokens.renew(access, use.need, login);
			used.accessToken = inDatabase = token;
		} catch (error) {
			use.login = error as Error;
			throw error;
		}
	};
	const request = async (
		_type: string,
		options: IHttpRequestOptions,
		{ credentialsDecrypted: { data: used } }: { credentialsDecrypted: { data: Data } },
	): Promise<IN8nHttpFullResponse> => {
		if (used.accessToken === '') await logIn(used);
		useOf(used).isSigned = true;
		const token = used.accessToken as string;
		sentTokens.push(token);
		const isValid = valid?.includes(token) ?? true;
		const reply = isValid ? replies[Math.min(sent.length, replies.length - 1)] : { status: 401 };
		sent.push(options);
		onRequest?.(options);
		if (reply instanceof Error) throw reply;
		if (reply === 'endless' || reply === undefined) return await new Promise(() => undefined);
		const { status, body, headers } = reply;
		const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
		return { statusCode: status, headers: { ...headers }, body: text };
	};
	const context = {
		helpers: { httpRequestWithAuthentication: request },
		getNode: () => ({ credentials: {} }),
		getCredentials: async () =>
			await Promise.resolve(accessWith({ accountId: access.accountId, accessToken: inDatabase })),
	} as unknown as IAllExecuteFunctions;
	const type = 'reservationServiceApi';
	const credential = { id: '1', name: 'c', type, data: { ...access, ...data } };
	const settings = { timeout: 1_000, maxRetries, signal };
	const client = new ServiceClient(context, credential, { ...EXAMPLES, ...examples }, settings);
	return { client, sent, sentTokens, access, credential, context, settings };
}

/** What becomes of a request, however long its pauses are on the fake clock. */
export async function resultOf(
	client: ServiceClient,
	request: ServiceRequest,
	purpose?: RequestPurpose,
): Promise<unknown> {
	const result = client.send(request, purpose).catch((error: unknown) => error);
	await jest.runAllTimersAsync();
	return await result;
}
