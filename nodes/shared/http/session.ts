import {
	sleep,
	type IAllExecuteFunctions,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { accessOf } from '../credential/access';
import {
	readFormCredential,
	readInputCredentials,
} from '../credential/nodeCredential';
import { CREDENTIAL_TYPE, type Settings } from '../credential/settings';
import { apiFormatOf } from '../format/apiFormat';
import { headersOf } from '../format/bodies';
import { CanceledError } from '../n8n/userError';
import { connectionOf } from './connection';
import { RequestFailure } from './failure';
import { LONGEST_WAIT_MS } from './gate';
import { answerTo, mayResend, noAnswer, outcomeOf, type Answer } from './reply';
import { optionsOf, pathOf, type ServiceRequest } from './request';

interface SendOptions {
	timeout: number;
	maxRetries: number;
	signal?: AbortSignal;
}

/** One account of the service, as one run of a node uses it. */
export class Session {
	private readonly access = accessOf(this.settings);
	private readonly connection = connectionOf(this.access);
	/** See `Access`; with a Reservation ID, a reservation. */
	readonly account = this.access.account;
	/** Of inputs, and of requests. */
	readonly concurrency = this.access.concurrency;
	/** Tests have a clock of their own. */
	readonly pause = sleep;
	readonly format = apiFormatOf(this.examples, this.context.getTimezone());

	constructor(
		private readonly context: IAllExecuteFunctions,
		readonly settings: Settings,
		readonly options: SendOptions,
		private readonly examples = settings,
	) {}

	/** For Check API Format. */
	withFormat(examples: object): Session {
		const { context, settings, options } = this;
		const own = { ...examples, customApiFormat: true };
		return new Session(context, settings, options, own);
	}

	/** @throws RequestFailure, within a CanceledError after a stop */
	async send(wanted: ServiceRequest): Promise<Answer> {
		const request = { ...wanted };
		const { maxRetries, signal } = this.options;
		const { gate } = this.connection;
		const giveUpAt = Date.now() + LONGEST_WAIT_MS;
		for (let tries = 0; ;) {
			const answer = await gate.run(this.concurrency, async () => {
				return await this.sendSigned(request);
			});
			const outcome = outcomeOf(request, answer);
			if (outcome === 'done') return answer;
			request.mayHaveArrived ||= outcome === 'unclear';
			const { kind, waitMs } = answer;
			const isBusy = kind.includes('429');
			if (!isBusy) tries++;
			const isLate = isBusy ? Date.now() > giveUpAt : tries > maxRetries;
			const isOver = isLate || waitMs > LONGEST_WAIT_MS || signal?.aborted;
			if (isOver || !mayResend(request, answer)) {
				const secrets = Object.values(headersOf(this.format));
				const failure = new RequestFailure(request, answer, secrets);
				throw signal?.aborted ? new CanceledError(failure) : failure;
			}
			// Others wait at the gate.
			if (!isBusy && waitMs === 0) await this.pause(250 * 2 ** tries);
		}
	}

	/** With a new token, once, where it is refused. */
	private async sendSigned(request: ServiceRequest) {
		const { helpers } = this.context;
		const first = await this.connection.getToken(helpers);
		if (typeof first !== 'string') return first;
		const answer = await this.sendOnce(request, first);
		if (answer.status !== 401) return answer;
		const next = await this.connection.getToken(helpers, first);
		if (typeof next !== 'string') return next;
		return next === first ? answer : await this.sendOnce(request, next);
	}

	private async sendOnce(request: ServiceRequest, token: string) {
		const { access, context, format, options } = this;
		// What is under way by then, n8n itself breaks off.
		if (options.signal?.aborted) return noAnswer('stopped');
		const url = `${access.base}/services${pathOf(request)}`;
		const headers = headersOf(format, request.idempotencyKey);
		// Without it n8n would take the account of the first input, and log in.
		const data = { accessToken: token, isSigned: false };
		const credential = { id: '', name: '', type: CREDENTIAL_TYPE, data };
		const sending = context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			optionsOf(request, url, options.timeout, headers),
			{ credentialsDecrypted: credential },
		);
		return await answerTo(sending, [token, access.apiKey], data);
	}
}

/** Of each input, or why it has none; those with the same settings share one. */
export async function openSessions(
	context: IExecuteFunctions,
	options: SendOptions,
	examples?: Settings,
): Promise<Array<Session | Error>> {
	const opened = new Map<string, Session | Error>();
	const credentials = await readInputCredentials(context);
	return credentials.map((settings) => {
		if (settings instanceof Error) return settings;
		const key = JSON.stringify(settings);
		let session = opened.get(key);
		try {
			session ??= new Session(context, settings, options, examples);
		} catch (error) {
			session = error as Error;
		}
		opened.set(key, session);
		return session;
	});
}

export async function openFormSession(
	context: IAllExecuteFunctions,
	remedy: string,
): Promise<Session> {
	const settings = await readFormCredential(context, remedy);
	return new Session(context, settings, { timeout: 30_000, maxRetries: 3 });
}
