import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IDataObject,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { accessTokens } from '../access/accessTokens';
import { serviceAddress } from '../access/address';
import type { ServiceAccess } from '../access/credential';
import { CREDENTIAL_TYPE, secretsOf, serviceAccessOf } from '../access/credential';
import { accountFingerprintOf, fingerprintOf } from '../access/fingerprint';
import { notePending } from '../access/requestContext';
import { EXCHANGE_TIMEOUT_MS } from '../access/tokenExchange';
import { CanceledError, RequestFailure } from './requestFailure';
import type { RateLimiter } from './rateLimiter';
import { withDeadline } from './deadline';
import { pause } from './pause';
import type { Answer, Outcome } from '../answers/outcome';
import { outcomeOfResponse, outcomeOfThrown } from '../answers/outcome';
import { judge } from './judgement';
import type { RequestPurpose } from './requestPurpose';
import { growingWait, SPREAD_MS, waitBeforeRetry } from './retryWaits';
import { LONGEST_RETRY_AFTER_MS } from '../answers/retryAfter';
import type { ApiFormat } from '../wire/apiFormat';
import { apiFormatOf } from '../wire/apiFormat';
import type { ServiceRequest } from './serviceRequest';
import { endpointOf, httpOptionsOf } from './serviceRequest';

/** How the requests of one run are sent. */
export interface SendSettings {
	/** How long the service may take to answer one request, in milliseconds. */
	timeout: number;
	/** How many times a request is sent again at most. */
	maxRetries: number;
	rateLimiter: RateLimiter;
	signal?: AbortSignal;
}

/** Sends the requests of one run, each as often as `judgement` allows. The one place that talks to the service. */
export class ServiceClient {
	/** Set once the login was refused for good: nothing more of this run can succeed. */
	private loginRefusal?: Outcome;

	/** Address, account and key, which are the same for all requests of a run. */
	private readonly access: ServiceAccess;

	/** How the service spells things, by which its answers are judged. */
	readonly format: ApiFormat;

	/**
	 * @param context the n8n context whose request helper is used
	 * @param credential the decrypted credential, read once for the run
	 */
	constructor(
		private readonly context: IAllExecuteFunctions,
		private readonly credential: ICredentialsDecrypted,
		private readonly settings: SendSettings,
	) {
		this.access = serviceAccessOf(credential.data ?? {});
		this.format = apiFormatOf(credential.data ?? {});
	}

	/** Tells this address, account and key from others, without revealing them. */
	get fingerprint(): string {
		return fingerprintOf(this.access);
	}

	/** Tells this address and account from others, whatever the key. */
	get account(): string {
		return accountFingerprintOf(this.access);
	}

	/** How many times a request is sent again at most. */
	get maxRetries(): number {
		return this.settings.maxRetries;
	}

	/**
	 * Sends a request until it is done or must not be sent again.
	 *
	 * @returns the answer, whose status is 2xx and whose body is readable or empty. A DELETE also counts as
	 * done when an earlier try of it may have got through and the item is gone now (404, 410).
	 * @throws RequestFailure with the last outcome
	 * @throws CanceledError when the execution was cancelled meanwhile
	 */
	async send(request: ServiceRequest, purpose: RequestPurpose = {}): Promise<Answer> {
		const result = await this.trySend(request, purpose);
		if (result instanceof RequestFailure) throw result;
		return result;
	}

	/** The same, but gives back what did not succeed, for a caller who can find out more. */
	async trySend(
		request: ServiceRequest,
		purpose: RequestPurpose = {},
	): Promise<Answer | RequestFailure> {
		const { rateLimiter, signal, maxRetries } = this.settings;
		let { mayHaveArrived: isUnclear = false } = purpose;
		for (let tries = 1; ; tries++) {
			await rateLimiter.turn();
			if (signal?.aborted) throw new CanceledError();
			const started = Date.now();
			const outcome = this.loginRefusal ?? (await this.sendOnce(request));
			rateLimiter.noteEnd(Date.now() - started);
			const mayBeGone = isUnclear || purpose.mayBeGone === true;
			const judgement = judge(request, outcome, { format: this.format, mayBeGone });
			if (judgement.isAuthorized) accessTokens.noteAllowed(this.access, endpointOf(request));
			if (outcome.kind === 'answer' && judgement.verdict === 'done') {
				rateLimiter.speedUp();
				return outcome;
			}
			const mayBeDone = judgement.verdict === 'unclear';
			if (signal?.aborted) throw new CanceledError(mayBeDone ? request : undefined);
			if (judgement.isFinal) this.loginRefusal = outcome;
			isUnclear ||= mayBeDone;
			const wait = waitBeforeRetry(tries, outcome);
			const isWorthIt = tries <= maxRetries && wait <= LONGEST_RETRY_AFTER_MS + SPREAD_MS;
			if (!isWorthIt || !judgement.mayResend) {
				const failed = { request, purpose, outcome, judgement, isUnclear };
				return new RequestFailure(failed, this.secrets());
			}
			if (judgement.isThrottled) rateLimiter.slowDown(wait);
			else await pause(wait, signal);
		}
	}

	/** Waits before something is tried for the second, third … time. */
	async waitBeforeTry(tries: number): Promise<void> {
		await pause(growingWait(tries), this.settings.signal);
	}

	private async sendOnce(request: ServiceRequest): Promise<Outcome> {
		const endpoint = endpointOf(request);
		try {
			const data = this.credentialForRequest();
			notePending(data, { endpoint, access: this.access });
			const options = httpOptionsOf(request, serviceAddress(this.access), this.settings.timeout);
			const sending = this.context.helpers.httpRequestWithAuthentication.call(
				this.context,
				CREDENTIAL_TYPE,
				options,
				{
					credentialsDecrypted: { ...this.credential, data },
					// A key that was just refused here with a new token lacks the scope: no further login helps.
					...(accessTokens.isRefused(this.access, endpoint) && {
						preAuthenticationRetryStatusCode: [],
					}),
				},
			) as Promise<IN8nHttpFullResponse>;
			const { timeout, signal } = this.settings;
			// One login and, after it, the request once more may be part of it.
			const ms = 2 * timeout + EXCHANGE_TIMEOUT_MS;
			const response = await withDeadline(sending, { ms, signal });
			return outcomeOfResponse(response, request.method === 'GET');
		} catch (error) {
			return outcomeOfThrown(error);
		}
	}

	/** A copy for one request, since n8n writes the renewed token into it, with the newest token known. */
	private credentialForRequest(): ICredentialDataDecryptedObject {
		return {
			...this.credential.data,
			accessToken: accessTokens.current(this.access),
			accessTokenFingerprint: fingerprintOf(this.access),
		};
	}

	/** Values that must not appear in any text. */
	secrets(): string[] {
		return [...secretsOf(this.access), ...accessTokens.issued(this.access)];
	}
}

/** Reads the credential of the node once, for all requests of a run. */
export async function readCredential(
	context: IAllExecuteFunctions,
): Promise<ICredentialsDecrypted> {
	const reference = context.getNode().credentials?.[CREDENTIAL_TYPE];
	const data = await context.getCredentials<ICredentialDataDecryptedObject & IDataObject>(
		CREDENTIAL_TYPE,
	);
	return {
		id: reference?.id ?? '',
		name: reference?.name ?? '',
		type: CREDENTIAL_TYPE,
		data,
	};
}
