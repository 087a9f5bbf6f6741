import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Access } from '../credential/access';
import { concurrencyIn, CREDENTIAL_TYPE } from '../credential/settings';
import { CanceledError } from '../n8n/userError';
import type { Account } from './account';
import { accountOf } from './account';
import { RequestFailure } from './failure';
import { LONGEST_WAIT_MS } from './gate';
import { LoginFailure, logIn, sentWith } from './login';
import type { Outcome } from './outcome';
import { outcomeOf } from './outcome';
import type { Answer, Reply } from './reply';
import { answerOf, noAnswerOf } from './reply';
import type { ServiceRequest } from './request';
import { httpOptionsOf } from './request';
import { clock, untilStopped } from './wait';
import { wordsIn } from './words';

export interface SendOptions {
	/** In milliseconds. */
	timeout: number;
	maxRetries: number;
	signal?: AbortSignal;
}

const FIRST_WAIT_MS = 500;
const LONGEST_OWN_WAIT_MS = 30_000;
/** Shorter header values may be ordinary words. */
const SHORTEST_SECRET_HEADER = 12;

interface Tried {
	reply: Reply;
	outcome: Outcome;
	startedAt: number;
}

/** Sends requests, each as often as its outcome allows. */
export class ServiceClient {
	private readonly account: Account;

	/** @param headersFor the headers of a request, with an idempotency key */
	constructor(
		private readonly context: IAllExecuteFunctions,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly access: Access,
		private readonly headersFor: (key?: string) => Record<string, string>,
		readonly options: SendOptions,
	) {
		this.account = accountOf(access.key);
	}

	/**
	 * @throws RequestFailure with the last outcome, or CanceledError when the
	 * execution is stopped meanwhile
	 */
	async send(wanted: ServiceRequest): Promise<Answer> {
		const request = { ...wanted };
		const giveUpAt = clock() + LONGEST_WAIT_MS;
		let waitMs = FIRST_WAIT_MS;
		for (let tries = 1; ;) {
			const { reply, outcome, startedAt } = await this.try(request);
			const { status, waitMs: askedMs } = { status: 0, waitMs: 0, ...reply };
			const isThrottled = status === 429;
			if (isThrottled) this.account.gate.slowDown(startedAt, askedMs);
			else this.account.gate.wait(askedMs);
			if (outcome.is === 'done') return reply as Answer;
			request.mayHaveArrived ||= outcome.is === 'unclear';
			const isOver = isThrottled
				? clock() > giveUpAt
				: tries > this.options.maxRetries;
			if (isOver || askedMs > LONGEST_WAIT_MS || !outcome.mayResend) {
				throw new RequestFailure(request, reply, outcome.told);
			}
			// All requests of the account wait at the gate.
			if (isThrottled) continue;
			tries++;
			if (askedMs > 0) continue;
			const pausing = this.pause(Math.min(waitMs, LONGEST_OWN_WAIT_MS));
			await pausing.catch((error: unknown) => {
				throw withOpen(request, error, false);
			});
			waitMs *= 2;
		}
	}

	/** @throws CanceledError when the execution is stopped first */
	async pause(ms: number): Promise<void> {
		await untilStopped(sleep(Math.ceil(ms)), this.options.signal);
	}

	private async try(request: ServiceRequest): Promise<Tried> {
		const { signal } = this.options;
		const { gate } = this.account;
		let startedAt = 0;
		const begin = (): void => void (startedAt = clock());
		const sending = gate.run(concurrencyIn(this.credential), async () => {
			if (signal?.aborted) throw new CanceledError();
			return await this.sendSigned(request, begin);
		});
		try {
			const reply = await untilStopped(sending, signal);
			const { status } = { status: 0, ...reply };
			if (status > 0 && status < 429) gate.speedUp(startedAt);
			const outcome = outcomeOf(request, reply, this.wordsOf(reply));
			return { reply, outcome, startedAt };
		} catch (error) {
			if (error instanceof LoginFailure) {
				const { told, reply, mayResend } = error;
				const outcome: Outcome = { is: 'refused', mayResend, told };
				return { reply, outcome, startedAt };
			}
			throw withOpen(request, error, startedAt > 0);
		}
	}

	/** With a new token, once, where the one at hand is refused. */
	private async sendSigned(
		request: ServiceRequest,
		begin: () => void,
	): Promise<Reply> {
		const { helpers } = this.context;
		const { token } = this.account;
		const login = async () => await logIn(helpers, this.access);
		const first = await token.get(login);
		begin();
		const reply = await this.sendOnce(request, first);
		const isRefused = 'status' in reply && reply.status === 401;
		const next = isRefused ? await token.after(first, login) : '';
		return next === '' ? reply : await this.sendOnce(request, next);
	}

	private async sendOnce(
		wanted: ServiceRequest,
		accessToken: string,
	): Promise<Reply> {
		const headers = this.headersFor(wanted.idempotencyKey);
		const options = httpOptionsOf(wanted, this.access.base, headers);
		options.timeout = this.options.timeout;
		// Without a copy of ours n8n would read the credential of the first input,
		// and fetch a token by itself.
		const data = { ...this.credential, accessToken };
		const decrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data };
		try {
			const { helpers } = this.context;
			const response = (await helpers.httpRequestWithAuthentication.call(
				this.context,
				CREDENTIAL_TYPE,
				options,
				{ credentialsDecrypted: decrypted },
			)) as IN8nHttpFullResponse;
			return answerOf(response, [accessToken, this.access.apiKey]);
		} catch (error) {
			return noAnswerOf(error, sentWith.has(data));
		}
	}

	private wordsOf(reply: Reply): string {
		if ('trouble' in reply) return '';
		const secrets = Object.values(this.headersFor()).filter(
			(value) => value.length >= SHORTEST_SECRET_HEADER,
		);
		secrets.push(this.access.apiKey, this.account.token.current);
		const words = wordsIn(reply.body, secrets);
		return words && `: ${words}`;
	}
}

/** What a stopped execution leaves open. */
function withOpen(
	request: ServiceRequest,
	error: unknown,
	isSent: boolean,
): unknown {
	const isOpen = isSent && request.method !== 'GET';
	const isStop = error instanceof CanceledError;
	if (!isStop || !(isOpen || request.mayHaveArrived)) return error;
	const what = 'the execution was stopped before the answer came';
	const failure = new RequestFailure(
		{ ...request, mayHaveArrived: true },
		{ trouble: 'lost', said: '' },
		{ what, advice: 'Look at the reservation' },
	);
	return new CanceledError(failure);
}
