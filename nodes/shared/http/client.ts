import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { ServiceAccess } from '../credential/access';
import { accessOf, scopeOf, secretsOf } from '../credential/access';
import type { NodeCredential } from '../credential/nodeCredential';
import { limitsOf, readCredential } from '../credential/nodeCredential';
import { CREDENTIAL_TYPE, usesExpressions } from '../credential/settings';
import { parseNumberSetting } from '../format/amount';
import type { Mapper } from '../format/mapper';
import { mapperFor } from '../format/mapper';
import type { ResponseClass } from './classify';
import { classify } from './classify';
import { RequestFailure, unknownAnswerHint } from './failure';
import { EXCHANGE_TIMEOUT_MS } from './exchange';
import type { OwnRequest } from './login';
import { announce } from './login';
import { Retries } from './retries';
import type { Answer, Reply } from './reply';
import { answerOf, replyOfThrown } from './reply';
import type { ServiceRequest } from './request';
import { endpointOf, httpOptionsOf } from './request';
import type { Sender } from './throttle';
import { throttleOf } from './throttle';
import { STORING_MS, tokensOf } from './tokens';
import { doublingWait, LONGEST_WAIT_MS, pause, withDeadline } from './wait';
import { CanceledError } from '../n8n/userError';

export interface SendOptions {
	maxRetries: number;
	/** In milliseconds. */
	timeout: number;
	signal?: AbortSignal;
}

export const SEND_OPTIONS = {
	maxRetries: { label: 'Max Retries', default: 3, min: 0 },
	timeout: { label: 'Timeout', default: 30_000, min: 1 },
} as const;

/** @throws UserError naming the option when a value is out of range */
export function sendOptionsOf(options: IDataObject): SendOptions {
	const read = (name: keyof typeof SEND_OPTIONS): number => {
		const { label, min, default: usual } = SEND_OPTIONS[name];
		const advice = `Correct it, or leave the option out to use ${usual}`;
		const subject = `The option '${label}'`;
		return parseNumberSetting(options[name], {
			subject,
			min,
			isWhole: true,
			advice,
			default: usual,
		});
	};
	return { maxRetries: read('maxRetries'), timeout: read('timeout') };
}

type Turn = 'next' | 'again';

interface Sent {
	reply: Reply;
	response: ResponseClass;
}

/**
 * Sends the requests of one execution with one credential, each as often as its
 * response allows.
 */
export class ServiceClient {
	/** Tells what reservations belong to from others, without revealing it. */
	readonly scope: string;
	readonly mapper: Mapper;
	readonly access: ServiceAccess;
	private readonly sender: Sender;
	/**
	 * Why no other request of this execution can be sent: a login is refused for
	 * good, or the wait asked for is too long.
	 */
	private cannotSend?: Sent;

	/**
	 * @param sendOptions one object per execution, which the throttle knows it by
	 * @throws UserError naming the setting of the credential that cannot be used
	 */
	constructor(
		private readonly context: IAllExecuteFunctions,
		private readonly credential: NodeCredential,
		readonly sendOptions: SendOptions,
	) {
		this.mapper = mapperFor(credential.data, context.getTimezone());
		this.access = accessOf(credential.data);
		this.scope = scopeOf(this.access, this.mapper.headers());
		this.sender = {
			execution: sendOptions,
			signal: sendOptions.signal,
			credentialId: credential.id,
			limits: limitsOf(credential.data),
		};
	}

	/** Values that must not appear in any text. */
	get secrets(): string[] {
		const { issued } = tokensOf(this.access.accountFingerprint);
		return [...secretsOf(this.access, this.mapper.headers()), ...issued];
	}

	/**
	 * @throws RequestFailure with the last outcome, or CanceledError when the
	 * execution is stopped meanwhile
	 */
	async send(request: ServiceRequest): Promise<Answer> {
		const result = await this.trySend(request);
		if (result instanceof RequestFailure) throw result;
		return result;
	}

	/**
	 * Sends until it is done or must not be sent again. Returns the failure, for
	 * a caller who can find out more.
	 */
	async trySend(request: ServiceRequest): Promise<Answer | RequestFailure> {
		const { signal, maxRetries } = this.sendOptions;
		const throttle = throttleOf(this.access.accountFingerprint);
		const retries = new Retries(maxRetries);
		let turn: Turn = 'next';
		let last: RequestFailure | undefined;
		for (;;) {
			const mayHaveArrived = last?.isUnclear ?? request.mayHaveArrived ?? false;
			const attempt = { ...request, mayHaveArrived };
			const send = async () =>
				this.cannotSend ?? (await this.sendAuthorized(attempt));
			const sent: Sent =
				this.cannotSend ??
				(await throttle
					.run(this.sender, send, turn)
					.catch(toldStopAfter(last)));
			const { response } = sent;
			if (sent.reply.kind === 'answer' && response.outcome === 'done') {
				return this.hinted(sent.reply, attempt, response);
			}
			last = this.failureOf(attempt, sent);
			if (signal?.aborted) throw canceledAfter(last);
			if (response.signal === 'cannotSend' || isPutOff(response)) {
				this.cannotSend = sent;
			}
			const wait = response.mayResend ? retries.next(response) : undefined;
			if (wait === undefined) return last;
			turn = response.signal === 'throttled' ? 'again' : 'next';
			await pause(wait, signal);
		}
	}

	private hinted(
		answer: Answer,
		request: ServiceRequest,
		response: ResponseClass,
	): Answer {
		if (response.case !== 'unknownAnswerToChange') return answer;
		return {
			...answer,
			hint: unknownAnswerHint(request, answer, this.secrets),
		};
	}

	private failureOf(
		request: ServiceRequest,
		{ reply, response }: Sent,
	): RequestFailure {
		// What only reads leaves nothing open.
		const isOpen = response.outcome === 'unclear' && request.method !== 'GET';
		const isUnclear = request.mayHaveArrived === true || isOpen;
		return new RequestFailure(
			{ request, reply, response, isUnclear },
			this.secrets,
		);
	}

	async waitBeforeTry(tries: number): Promise<void> {
		await pause(doublingWait(tries), this.sendOptions.signal);
	}

	/**
	 * Sends it with a token, and again with another one when that was refused: a
	 * 401 means that nothing was done.
	 */
	private async sendAuthorized(request: ServiceRequest): Promise<Sent> {
		const { accountFingerprint, storedToken } = this.access;
		const tokens = tokensOf(accountFingerprint);
		const endpoint = endpointOf(request);
		const triedTokens = new Set<string>();
		const readStored = async () => await this.readStoredToken();
		for (;;) {
			// A copy for one request, since n8n writes the new token into it.
			const accessToken = tokens.next(storedToken, triedTokens);
			const data = {
				...this.credential.data,
				accessToken,
				accessTokenFingerprint: accountFingerprint,
			};
			const reply = await this.sendOnce(request, data, triedTokens);
			const response = classify(request, reply, this.mapper);
			if (response.signal !== 'tokenRefused') {
				if (response.outcome === 'done') tokens.permit(endpoint);
				const isProof = response.isServed && tokens.proves(data.accessToken);
				if (isProof) await this.store(data.accessToken);
				return { reply, response };
			}
			const isTokenAgain = triedTokens.has(data.accessToken);
			triedTokens.add(data.accessToken);
			if (this.sendOptions.signal?.aborted) return { reply, response };
			const refused = { endpoint, triedTokens, isTokenAgain };
			if (!(await tokens.mayTryAgain(refused, readStored))) {
				return { reply, response };
			}
		}
	}

	/**
	 * Has n8n store the token of an exchange. Its process may end with the run;
	 * but no answer is kept back for long.
	 */
	private async store(token: string): Promise<void> {
		if (usesExpressions(this.credential.data)) return;
		const data = { ...this.credential.data, accessToken: '' };
		announce(data, { by: 'store', token });
		const url = this.access.address.base;
		const storing = this.callThroughN8n({ url }, data);
		const { signal } = this.sendOptions;
		// Where it is not stored, the next process logs in anew.
		await withDeadline(storing, { ms: STORING_MS, signal }).catch(
			() => undefined,
		);
	}

	private async readStoredToken(): Promise<string> {
		const { data } = await readCredential(
			this.context,
			this.credential.itemIndex,
		);
		const { accountFingerprint, storedToken } = accessOf(data);
		return accountFingerprint === this.access.accountFingerprint
			? storedToken
			: '';
	}

	private async sendOnce(
		request: ServiceRequest,
		data: NodeCredential['data'],
		triedTokens: ReadonlySet<string>,
	): Promise<Reply> {
		const { timeout, signal } = this.sendOptions;
		const { address, apiKey } = this.access;
		const key = request.method === 'POST' ? request.idempotencyKey : undefined;
		const headers = this.mapper.headers(key);
		const options = httpOptionsOf(request, { address, headers, timeout });
		const use: OwnRequest = { by: 'ourNode', triedTokens, isSigned: false };
		announce(data, use);
		try {
			const sending = this.callThroughN8n(options, data);
			// One login may be part of it.
			const ms = timeout + EXCHANGE_TIMEOUT_MS;
			return answerOf(await withDeadline(sending, { ms, signal }), {
				asksForBody: request.method === 'GET',
				secrets: [data.accessToken as string, apiKey],
			});
		} catch (error) {
			// n8n before 2.34 does not pass on why no token could be fetched.
			return use.noToken ?? replyOfThrown(error, use.isSigned);
		}
	}

	/** The only call of n8n's request helper. */
	private async callThroughN8n(
		options: IHttpRequestOptions,
		data: NodeCredential['data'],
	): Promise<IN8nHttpFullResponse> {
		return (await this.context.helpers.httpRequestWithAuthentication.call(
			this.context,
			CREDENTIAL_TYPE,
			options,
			{ credentialsDecrypted: { ...this.credential, data } },
		)) as IN8nHttpFullResponse;
	}
}

function isPutOff({ signal, retryAfterMs = 0 }: ResponseClass): boolean {
	return signal === 'throttled' && retryAfterMs > LONGEST_WAIT_MS;
}

/** What was under way may have been carried out. */
function canceledAfter(last: RequestFailure | undefined): CanceledError {
	return new CanceledError(last?.isUnclear ? last : undefined);
}

function toldStopAfter(
	last: RequestFailure | undefined,
): (error: unknown) => never {
	return (error) => {
		throw error instanceof CanceledError ? canceledAfter(last) : error;
	};
}
