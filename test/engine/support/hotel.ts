import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { defaultDialect, type Dialect } from '../../service/dialect';
import { pastedFor } from '../../service/pasted';
import {
	DEFAULT_ACCOUNT,
	startMiniatureService,
	type MiniatureService,
} from '../../service/miniatureService';
import { setImmediate } from 'node:timers/promises';
import { CredentialStore, type StoredCredential } from './credentialStore';
import { stopRunsUnderWay, type RunningWorkflow } from './runWorkflow';
import { runServiceItem, type RunOptions } from './serviceItemNode';
import { endTest } from './testEnd';

/** A request about service items as the service received it; query and body only where there was one. */
export interface SentRequest {
	method: string;
	path: string;
	query?: Record<string, string>;
	body?: unknown;
}

type Account = typeof DEFAULT_ACCOUNT;

/** Statuses by which a service asks for fewer requests. */
const REFUSALS = [429, 503];

let accounts = 0;

/** A hotel on the reservation service: the service itself, and the hotel's credential in n8n. */
export class Hotel {
	private account: Account = DEFAULT_ACCOUNT;
	/** How many tests are over. */
	private tests = 0;
	private open?: { service: MiniatureService; credential: StoredCredential };

	get service(): MiniatureService {
		return this.opened().service;
	}

	get credential(): StoredCredential {
		return this.opened().credential;
	}

	async start(): Promise<void> {
		const service = await startMiniatureService();
		this.open = { service, credential: saveCredential(service.url, DEFAULT_ACCOUNT) };
	}

	async stop(): Promise<void> {
		await this.open?.service.stop();
	}

	/** Empties books and log, takes faults away, and puts the dialect and the credential back to their defaults. */
	reset(): void {
		const { service } = this;
		service.dialect = { ...defaultDialect };
		service.books.clear();
		// Of an account that was refused, the process remembers for a while to ask less often.
		if (service.log.entries.some(({ status }) => REFUSALS.includes(Number(status)))) this.moveOn();
		service.log.clear();
		service.faults.clear();
		this.opened().credential = saveCredential(service.url, this.account);
	}

	/** Ends a test: nothing of it goes on. */
	async endTest(): Promise<void> {
		this.tests++;
		await stopRunsUnderWay();
		endTest();
	}

	/** Resolves as soon as `isThere` says so, and rejects if that is not before the test is over. */
	async until(isThere: () => boolean): Promise<void> {
		const { tests } = this;
		while (!isThere()) {
			if (this.tests > tests) throw new Error('What the test waited for did not come');
			await setImmediate();
		}
	}

	/** Opens another account, of which nothing is known yet. */
	private moveOn(): void {
		this.account = { accountId: `hotel-1-${++accounts}`, key: 'key-1' };
		this.service.accounts.add(this.account);
	}

	/**
	 * Lets the service speak another dialect, and the user paste the examples for it.
	 *
	 * @param examples what is pasted instead of them; {} for none
	 */
	speak(dialect: Partial<Dialect>, examples?: ICredentialDataDecryptedObject): void {
		const whole = { ...defaultDialect, ...dialect };
		this.service.dialect = whole;
		this.credential.edit({ customApiFormat: true, ...(examples ?? pastedFor(whole)) });
	}

	/** Somebody changes a service item at the service. */
	edit(id: string, change: Record<string, string | number>): void {
		const booking = this.service.books.find(id);
		if (booking) booking.raw = { ...booking.raw, ...change };
	}

	/** Somebody removes a service item at the service. */
	remove(id: string): void {
		const booking = this.service.books.find(id);
		if (booking) this.service.books.remove(booking);
	}

	/** Runs one node under test behind a start node that gives it the items. */
	run(
		operation: string,
		parameters: INodeParameters = {},
		options: RunOptions = {},
	): RunningWorkflow {
		return runServiceItem(this.credential, operation, parameters, options);
	}

	/** What has reached the service in order of arrival, logins left out. */
	get requests(): SentRequest[] {
		return this.service.log.entries
			.filter(({ path }) => path !== '/token')
			.map(({ method, path, query, body }) => ({
				method,
				path,
				...(Object.keys(query).length > 0 && { query }),
				...(body !== undefined && { body }),
			}));
	}

	/** The bodies of `requests`, of those that have one. */
	get bodies(): unknown[] {
		return this.requests.flatMap(({ body }) => (body === undefined ? [] : [body]));
	}

	private opened(): { service: MiniatureService; credential: StoredCredential } {
		if (this.open === undefined) throw new Error('The hotel opens before the first test');
		return this.open;
	}
}

/** Opens a hotel for the tests of a file; before each of them everything is as new. */
export function useHotel(): Hotel {
	const hotel = new Hotel();
	beforeAll(async () => await hotel.start());
	beforeEach(() => hotel.reset());
	afterEach(async () => await hotel.endTest());
	afterAll(async () => await hotel.stop());
	return hotel;
}

function saveCredential(baseUrl: string, { accountId, key }: Account): StoredCredential {
	return new CredentialStore().add('reservationServiceApi', {
		baseUrl,
		accountId,
		apiKey: key,
	});
}
