import { sleep, type IAllExecuteFunctions } from 'n8n-workflow';

import type { Access } from '../credential/access';
import { CREDENTIAL_TYPE } from '../credential/settings';
import type { ApiFormat } from '../format/apiFormat';
import { headersOf } from '../format/bodies';
import { CanceledError } from '../n8n/userError';
import { accountOf } from './account';
import { RequestFailure } from './failure';
import { LONGEST_WAIT_MS } from './gate';
import { logIn } from './login';
import { mayResend, outcomeOf } from './outcome';
import { answerOf, masked, noAnswer, noAnswerOf, type Answer } from './reply';
import { optionsOf, pathOf, type ServiceRequest } from './request';
import { clock, untilStopped } from './wait';
import { wordsIn } from './words';

export interface SendOptions {
	/** In milliseconds. */
	timeout: number;
	maxRetries: number;
	signal?: AbortSignal;
}

/** Sends requests, each as often as its outcome allows. */
export class ServiceClient {
	private readonly account;

	constructor(
		private readonly context: IAllExecuteFunctions,
		private readonly access: Access,
		private readonly format: ApiFormat,
		readonly options: SendOptions,
	) {
		this.account = accountOf(access.key);
	}

	/** @throws RequestFailure, or CanceledError with what a stop leaves open */
	async send(wanted: ServiceRequest): Promise<Answer> {
		const request = { ...wanted };
		return await this.sendUntilClear(request).catch((error: unknown) => {
			const isStopped = error instanceof CanceledError;
			if (!isStopped || !request.mayHaveArrived) throw error;
			const failure = new RequestFailure(request, noAnswer('stopped'));
			throw new CanceledError(failure);
		});
	}

	/** @throws CanceledError when the execution is stopped first */
	async pause(ms: number): Promise<void> {
		await untilStopped(sleep(Math.ceil(ms)), this.options.signal);
	}

	private async sendUntilClear(request: ServiceRequest): Promise<Answer> {
		const { maxRetries, signal } = this.options;
		const giveUpAt = clock() + LONGEST_WAIT_MS;
		for (let tries = 0; ;) {
			const work = this.account.gate.run(this.access.concurrency, async () => {
				return await this.sendSigned(request);
			});
			const answer = await untilStopped(work, signal);
			const outcome = outcomeOf(request, answer);
			if (outcome === 'done') return answer;
			request.mayHaveArrived ||= outcome === 'unclear';
			const { status, waitMs } = answer;
			if (status !== 429) tries++;
			const isLate = status === 429 && clock() > giveUpAt;
			const isOver = isLate || tries > maxRetries || waitMs > LONGEST_WAIT_MS;
			if (isOver || !mayResend(request, answer)) {
				const secrets = Object.values(headersOf(this.format));
				const said = masked(wordsIn(answer.body), secrets);
				throw new RequestFailure(request, answer, said);
			}
			// Others wait at the gate.
			if (status !== 429 && waitMs === 0) await this.pause(250 * 2 ** tries);
		}
	}

	/** With a new token, once, where it is refused. */
	private async sendSigned(request: ServiceRequest): Promise<Answer> {
		if (this.options.signal?.aborted) throw new CanceledError();
		const { token } = this.account;
		const login = async () => await logIn(this.context.helpers, this.access);
		const first = await token.get(login);
		if (typeof first !== 'string') return first;
		const answer = await this.sendOnce(request, first);
		if (answer.status !== 401) return answer;
		const next = await token.get(login, first);
		if (typeof next !== 'string') return next;
		return next === '' ? answer : await this.sendOnce(request, next);
	}

	private async sendOnce(
		request: ServiceRequest,
		accessToken: string,
	): Promise<Answer> {
		const url = `${this.access.base}/services${pathOf(request)}`;
		const headers = headersOf(this.format, request.idempotencyKey);
		const options = optionsOf(request, url, this.options.timeout, headers);
		// Without it n8n would take the account of the first input, and log in.
		const data = { accessToken, isSigned: false };
		const credential = { id: '', name: '', type: CREDENTIAL_TYPE, data };
		const { mayHaveArrived } = request;
		// As long as it is under way.
		request.mayHaveArrived = request.method !== 'GET';
		const { helpers } = this.context;
		const sending = helpers.httpRequestWithAuthentication.call(
			this.context,
			CREDENTIAL_TYPE,
			options,
			{ credentialsDecrypted: credential },
		);
		const secrets = [accessToken, this.access.apiKey];
		const answer = await sending.then(
			(response: unknown) => answerOf(response, secrets),
			(error: unknown) => noAnswerOf(error, data.isSigned),
		);
		request.mayHaveArrived = mayHaveArrived;
		return answer;
	}
}
