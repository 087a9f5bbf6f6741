import type { IAllExecuteFunctions } from 'n8n-workflow';

import { accessTokens } from '../access/accessTokens';
import { linkedAddress, serviceAddress } from '../access/address';
import type { ServiceAccess } from '../access/credential';
import { secretsOf } from '../access/credential';
import { accountFingerprintOf, fingerprintOf } from '../access/fingerprint';
import { accountLimiters } from './accountLimiters';
import type { AccountLimits } from './accountLimits';
import { accountLimitsOf } from './accountLimits';
import type { AccountLimiter } from './accountLimiter';
import { AuthorizedSender } from './authorizedSender';
import { CanceledError, RequestFailure } from './requestFailure';
import { pause } from './pause';
import type { NodeCredential } from './readCredential';
import type { Answer } from '../answers/outcome';
import type { Judged } from './judgement';
import { judge } from './judgement';
import type { RequestPurpose } from './requestPurpose';
import { doublingWait } from './retryWaits';
import type { SendOptions } from './sendOptions';
import type { ApiFormat } from '../wire/apiFormat';
import { apiFormatOf } from '../wire/apiFormat';
import type { ServiceRequest } from './serviceRequest';
import { Tries } from './tries';

/** How the requests of one run are sent. */
export interface SendSettings extends SendOptions {
	/** Aborted when the user stops the execution. */
	signal?: AbortSignal;
}

/** Sends the requests of one run, each as often as `judgement` allows. */
export class ServiceClient {
	/** Set once the login was refused for good: nothing more of this run can succeed. */
	private loginRefusal?: Judged;

	private readonly sender: AuthorizedSender;
	private accountKey?: string;

	/** How the service spells things, by which its answers are judged. */
	readonly format: ApiFormat;

	readonly accountLimits: AccountLimits;

	/**
	 * @param context the n8n context whose request helper is used
	 * @param credential the decrypted credential, read once for the run
	 */
	constructor(
		context: IAllExecuteFunctions,
		private readonly credential: NodeCredential,
		private readonly settings: SendSettings,
	) {
		this.format = apiFormatOf(credential.data);
		this.sender = new AuthorizedSender(context, credential, this.format);
		this.accountLimits = accountLimitsOf(credential.data);
	}

	/** Tells this address, account and key from others, without revealing them. */
	get fingerprint(): string {
		return fingerprintOf(this.sender.access);
	}

	/** The environment that the credential is for. */
	get environment(): ServiceAccess['environment'] {
		return this.sender.access.environment;
	}

	/** Tells this address and account from others, whatever the key. */
	get account(): string {
		this.accountKey ??= accountFingerprintOf(this.sender.access);
		return this.accountKey;
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
		const { signal } = this.settings;
		const tries = new Tries(this.settings.maxRetries, this.limiter());
		let { mayHaveArrived: isUnclear = false } = purpose;
		for (;;) {
			const mayBeGone = isUnclear || purpose.mayBeGone === true;
			const judged = await this.tryOnce(request, mayBeGone);
			const { outcome, judgement } = judged;
			if (outcome.kind === 'answer' && judgement.verdict === 'done') return outcome;
			const mayBeDone = judgement.verdict === 'unclear';
			isUnclear ||= mayBeDone;
			const failed = { request, purpose, outcome, judgement, isUnclear };
			if (signal?.aborted) {
				throw new CanceledError(mayBeDone ? new RequestFailure(failed, this.secrets()) : undefined);
			}
			if (judgement.isFinal) this.loginRefusal = judged;
			const wait = judgement.mayResend ? tries.nextWait(outcome, judgement) : undefined;
			if (wait === undefined) return new RequestFailure(failed, this.secrets());
			await pause(wait, signal);
		}
	}

	/** Sends a request once, as soon as the account lets it start. */
	private async tryOnce(request: ServiceRequest, mayBeGone: boolean): Promise<Judged> {
		const { settings } = this;
		const limiter = this.limiter();
		// All requests of a run share these settings, so they stand for it.
		const isStarted = await limiter.enter({ owner: settings, signal: settings.signal });
		const startedAt = Date.now();
		try {
			if (!isStarted) throw new CanceledError();
			const judged =
				this.loginRefusal ??
				(await this.sender.send(request, settings, (outcome) =>
					judge(request, outcome, { format: this.format, mayBeGone }),
				));
			limiter.noteOutcome(judged, startedAt);
			return judged;
		} finally {
			if (isStarted) limiter.leave();
		}
	}

	/** What the account of this credential allows; asked anew for each request. */
	private limiter(): AccountLimiter {
		const limiter = accountLimiters.of(this.account);
		limiter.setLimits(this.credential.id, this.accountLimits);
		return limiter;
	}

	/**
	 * The full address a link of the service leads to.
	 *
	 * @throws UserError when that is another service, which must not get the token
	 */
	linkedAddress(link: string): string {
		return linkedAddress(link, serviceAddress(this.sender.access));
	}

	/** Waits before something is tried for the second, third … time. */
	async waitBeforeTry(tries: number): Promise<void> {
		await pause(doublingWait(tries), this.settings.signal);
	}

	/** Values that must not appear in any text. */
	secrets(): string[] {
		return [...secretsOf(this.sender.access), ...accessTokens.issued(this.sender.access)];
	}
}
