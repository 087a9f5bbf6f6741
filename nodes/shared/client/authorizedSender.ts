import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { accessTokens } from '../access/accessTokens';
import { serviceAddress } from '../access/address';
import type { ServiceAccess } from '../access/credential';
import { CREDENTIAL_TYPE, serviceAccessOf } from '../access/credential';
import { fingerprintOf } from '../access/fingerprint';
import { contextOf } from '../access/requestContext';
import { EXCHANGE_TIMEOUT_MS } from '../access/tokenExchange';
import type { Outcome } from '../answers/outcome';
import { outcomeOfResponse, outcomeOfThrown } from '../answers/outcome';
import { withDeadline } from './deadline';
import type { Mapper } from '../format/mapper';
import type { Judge, Judged } from './judgement';
import type { NodeCredential } from './readCredential';
import { readCredential } from './readCredential';
import type { ServiceRequest } from './serviceRequest';
import { endpointOf, httpOptionsOf } from './serviceRequest';

/** How many logins one request may cause: its token may be ended by those of other processes. */
const MAX_LOGINS = 3;
/** How many tokens a request is sent with at most, those included that other processes have stored. */
const MAX_TOKENS = 8;

/** How long one request may take. */
export interface SendLimits {
	/** How long the service may take to answer, in milliseconds. */
	timeout: number;
	signal?: AbortSignal;
}

/**
 * Sends a request with a valid token, and again with another one when that was refused, as a 401 means that nothing was done.
 * The one place that calls n8n's request helper. All versions of n8n log in when they are given an empty token; what they do
 * about a 401 differs, so they get to see none.
 */
export class AuthorizedSender {
	/** Address, account and key, which are the same for all requests of a run. */
	readonly access: ServiceAccess;

	constructor(
		private readonly context: IAllExecuteFunctions,
		private readonly credential: NodeCredential,
		private readonly mapper: Mapper,
	) {
		this.access = serviceAccessOf(credential.data);
	}

	/** Gives back what became of it with the last token it was sent with, and what that means by `judge`. */
	async send(request: ServiceRequest, limits: SendLimits, judge: Judge): Promise<Judged> {
		const endpoint = endpointOf(request);
		const refused = new Set<string>();
		let token = accessTokens.current(this.access);
		for (let tokens = 1, logins = 0; ; tokens++) {
			if (token === '') logins++;
			const data = this.credentialWith(token);
			const { access } = this;
			contextOf(data).request = { access, ...(tokens > 1 && { refused }) };
			const outcome = await this.sendOnce(request, data, limits);
			const judgement = judge(outcome);
			if (judgement.isAuthorized) accessTokens.noteAllowed(access, endpoint);
			if (!judgement.isWorthLogin) return { outcome, judgement };
			// What was sent: n8n has written the token into it where there was none.
			refused.add(serviceAccessOf(data).accessToken);
			const isEnough = tokens === MAX_TOKENS || logins === MAX_LOGINS;
			const isLast = isEnough || limits.signal?.aborted === true;
			if (isLast || !(await this.isWorthAnother(endpoint, refused))) return { outcome, judgement };
			token = accessTokens.after(this.access, refused);
		}
	}

	private async isWorthAnother(endpoint: string, refused: ReadonlySet<string>): Promise<boolean> {
		return await accessTokens.isWorthAnother(this.access, endpoint, refused, this.readStored);
	}

	private readonly readStored = async (): Promise<ServiceAccess> => {
		const { data } = await readCredential(this.context, this.credential.itemIndex);
		return serviceAccessOf(data);
	};

	/** A copy for one request, since n8n writes the renewed token into it. */
	private credentialWith(token: string): ICredentialDataDecryptedObject {
		return {
			...this.credential.data,
			accessToken: token,
			accessTokenFingerprint: fingerprintOf(this.access),
		};
	}

	private async sendOnce(
		request: ServiceRequest,
		data: ICredentialDataDecryptedObject,
		{ timeout, signal }: SendLimits,
	): Promise<Outcome> {
		try {
			const options = httpOptionsOf(
				request,
				serviceAddress(this.access),
				timeout,
				this.mapper.headers(request.idempotencyKey),
			);
			const sending = this.context.helpers.httpRequestWithAuthentication.call(
				this.context,
				CREDENTIAL_TYPE,
				options,
				{ credentialsDecrypted: { ...this.credential, data } },
			) as Promise<IN8nHttpFullResponse>;
			// One login may be part of it.
			const ms = timeout + EXCHANGE_TIMEOUT_MS;
			const response = await withDeadline(sending, { ms, signal });
			const asksForBody = request.method === 'GET';
			return outcomeOfResponse(response, asksForBody, data.accessToken as string);
		} catch (error) {
			const { failedLogin: reason, isSigned = false } = contextOf(data);
			if (reason instanceof UserError) return { kind: 'notSent', reason };
			return outcomeOfThrown(error, isSigned);
		}
	}
}
