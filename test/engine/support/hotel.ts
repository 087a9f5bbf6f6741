import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { setImmediate } from 'node:timers/promises';
import type { Account } from '../../service/accounts';
import { answerCanned, type Canned } from '../../service/answer';
import { defaultDialect, type Dialect } from '../../service/dialect';
import type { JsonObject } from '../../service/json';
import { startMiniatureService, type MiniatureService } from '../../service/miniatureService';
import { pastedFor } from '../../service/pasted';
import type { LoggedRequest } from '../../service/requestLog';
import { StoredCredential } from './credentialStore';
import { engineLog } from './loadedPackage';
import { stopRunsUnderWay, type RunningWorkflow } from './runWorkflow';
import { byId, runServiceItem, type RunOptions } from './serviceItemNode';

/** A charge as it arrives at a service that speaks the default dialect. */
export type SentCharge = JsonObject & { amount: number; date: string; description: string };

type SavedValues = Record<'baseUrl' | 'accountId' | 'apiKey' | 'accessToken', string>;

/** What every access token of the miniature service looks like. */
const ACCESS_TOKEN = /access-\d+-[0-9a-f-]{36}/;

/** The parameters of a create that the service accepts. */
export const CHARGE = {
	reservationId: 'R-1',
	amount: 25,
	date: '2026-11-21',
	description: 'Late checkout',
};

/** The parameters with which each operation on service item si-1, or on its reservation, succeeds. */
export const OPERATIONS: Record<string, INodeParameters> = {
	create: CHARGE,
	delete: { serviceId: byId('si-1') },
	get: { serviceId: byId('si-1') },
	getAll: { reservationId: 'R-1' },
	update: { serviceId: byId('si-1'), updateFields: { amount: 30 } },
};

/** Parameters of a create, upsert or sync that takes all but the accounts from the input item. */
export const chargeFromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	reference: '={{ $json.reference }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
};

/** The same with the accounts, which By Same Fields lets no expression leave blank. */
export const fromItem: INodeParameters = {
	...chargeFromItem,
	additionalFields: {
		accountCode: '={{ $json.accountCode }}',
		destinationAccount: '={{ $json.destinationAccount }}',
		customFields: '={{ $json.customFields }}',
	},
};

/** The path of requests about service items: most faults are for these, not for logins. */
export const path = /^\/services/;

/** A token that is younger when it is refused is refused for something else than its end. */
export const TOKEN_IS_OLD_MS = 11_000;

let issuedKeys = 0;

/** The addresses of all services so far: what n8n's process has learnt at one would count at the next on its port. */
const known = new Set<string>();

async function startUnknownService(): Promise<MiniatureService> {
	const service = await startMiniatureService();
	if (!known.has(service.url)) {
		known.add(service.url);
		return service;
	}
	const other = await startUnknownService();
	await service.stop();
	return other;
}

/**
 * A hotel on a reservation service that nothing in this process has talked to yet, with reservation R-1, and an n8n with a
 * credential for an account that may do everything.
 */
export class Hotel {
	service!: MiniatureService;
	/** For the account `hotel`, which may do everything. */
	credential!: StoredCredential;
	private runs: RunningWorkflow[] = [];
	private keys: string[] = [];
	/** What `meanwhile` still waits for. */
	private pending = 0;
	private tests = 0;

	async open(): Promise<void> {
		this.service = await startUnknownService();
		this.credential = this.addAccount('hotel');
		this.runs = [];
		this.pending = 0;
	}

	async close(): Promise<void> {
		this.tests++;
		await stopRunsUnderWay();
		await this.service.stop();
	}

	/** No login has carried an Authorization header, and no key or token is in n8n's log or in what it stores of the runs. */
	async expectClean(): Promise<void> {
		const logins = this.service.log.entries.filter(({ path: where }) => where === '/token');
		expect(logins.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
		for (const run of this.runs) this.expectNoSecrets((await run).stored);
		this.expectNoSecrets(engineLog.join('\n'));
		if (this.pending > 0) throw new Error('What should have happened meanwhile has not happened');
	}

	/** Fails when a key or token is in the text. */
	expectNoSecrets(text: string): void {
		const found = [ACCESS_TOKEN.exec(text)?.[0], ...this.keys.filter((key) => text.includes(key))];
		expect(found).toEqual([undefined]);
	}

	/** Opens an account at the service and saves a credential for it; without scopes it may do everything. */
	addAccount(accountId: string, scopes?: Account['scopes']): StoredCredential {
		const apiKey = this.issueKey(accountId, scopes);
		return new StoredCredential({ baseUrl: this.service.url, accountId, apiKey });
	}

	/** Gives an account a key that is nowhere else to be found; an earlier key of the account is no longer valid. */
	issueKey(accountId: string, scopes?: Account['scopes']): string {
		const key = `secret-of-${accountId}-${++issuedKeys}`;
		this.keys.push(key);
		this.service.accounts.add({ accountId, key, ...(scopes && { scopes }) });
		return key;
	}

	/** What the credential holds now, a kept token included. */
	get saved(): SavedValues {
		return this.credential.data as SavedValues;
	}

	/**
	 * Lets the service speak another dialect, and the user paste the examples for it.
	 * @param examples what is pasted instead of them; {} for none
	 */
	speak(dialect: Partial<Dialect>, examples?: ICredentialDataDecryptedObject): void {
		const whole = { ...defaultDialect, ...dialect };
		this.service.dialect = whole;
		this.credential.edit({ customApiFormat: true, ...(examples ?? pastedFor(whole)) });
	}

	/** Puts charges with these IDs on reservation R-1. */
	seed(...ids: string[]): void {
		for (const id of ids) this.service.books.add('R-1', { ...CHARGE, id });
	}

	/** Puts a charge on a reservation: a late checkout unless it says otherwise. */
	book(charge: IDataObject = {}, reservationId = 'R-1'): void {
		this.service.books.add(reservationId, { ...CHARGE, ...charge });
	}

	/** Somebody changes a service item at the service. */
	edit(id: string, change: JsonObject): void {
		const booking = this.service.books.find(id);
		if (booking) booking.raw = { ...booking.raw, ...change };
	}

	/** Somebody removes a service item at the service. */
	remove(id: string): void {
		const booking = this.service.books.find(id);
		if (booking) this.service.books.remove(booking);
	}

	/** The service keeps new items otherwise than they are sent: as `change` makes them. */
	keepOtherwise(change: (sent: SentCharge) => JsonObject): void {
		const { books } = this.service;
		const create = books.create.bind(books);
		books.create = (reservationId, body) =>
			create(reservationId, { ...body, ...change(body as SentCharge) });
	}

	/** From now on requests about service items, or for another path, are answered as no dialect of the service has it. */
	answer(tell: (request: LoggedRequest) => Canned, where = path): void {
		this.service.answers = (request) => {
			return where.test(request.path) ? answerCanned(tell(request)) : undefined;
		};
	}

	/** The next request about service items with this method, or so many of them, are answered with a status. */
	refuse(method: string, status: number, { times = 1, after = 0 } = {}): void {
		this.service.faults.add({ method, path, kind: 'errorBefore', status, times, after });
	}

	/**
	 * Does something once, when such a request has arrived and before it is carried out: what another workflow, or a person,
	 * does in that instant. The test fails if no such request arrives. So many are let by first.
	 */
	meanwhile({ method, after = 0 }: { method: string; after?: number }, act: () => void): void {
		const { log } = this.service;
		const append = log.append.bind(log);
		const isMoment = (request: LoggedRequest) =>
			request.method === method && path.test(request.path);
		let toPass = after;
		let isOver = false;
		this.pending++;
		log.append = (request) => {
			const entry = append(request);
			if (!isOver && isMoment(entry) && toPass-- === 0) {
				isOver = true;
				this.pending--;
				act();
			}
			return entry;
		};
	}

	/** Runs one Reservation Service Item node behind a start node that gives it the items. */
	run(
		operation: string,
		parameters: INodeParameters = {},
		options: RunOptions = {},
	): RunningWorkflow {
		const run = runServiceItem(this.credential, operation, parameters, options);
		this.runs.push(run);
		return run;
	}

	/** Fetches a token, and lets so much time pass that it may have ended. */
	async haveOldToken(): Promise<void> {
		await this.run('get', { serviceId: byId('si-1') });
		await sleep(TOKEN_IS_OLD_MS);
		this.service.log.clear();
	}

	/** Resolves as soon as `isThere` says so, and rejects if that is not before the test is over. */
	async until(isThere: () => boolean): Promise<void> {
		const { tests } = this;
		while (!isThere()) {
			if (this.tests > tests) throw new Error('What the test waited for did not come');
			await setImmediate();
		}
	}

	/** What has reached the service, in order of arrival: `GET /services/si-1 200`. */
	get traffic(): string[] {
		return this.service.log.entries.map(
			({ method, path: where, status = 'open' }) => `${method} ${where} ${status}`,
		);
	}

	/** `traffic` without the logins. */
	get sent(): string[] {
		return this.traffic.filter((line) => !line.startsWith('POST /token '));
	}

	/** How many calls POST /token has had. */
	get exchanges(): number {
		return this.service.log.tokenExchanges();
	}

	/** What has reached the service in order of arrival, logins left out. */
	get requests(): Array<
		Pick<LoggedRequest, 'method' | 'path'> & { query?: object; body?: unknown }
	> {
		return this.service.log.entries
			.filter(({ path: where }) => where !== '/token')
			.map(({ method, path: where, query, body }) => ({
				method,
				path: where,
				...(Object.keys(query).length > 0 && { query }),
				...(body !== undefined && { body }),
			}));
	}

	get methods(): string[] {
		return this.requests.map(({ method }) => method);
	}

	count(method: string): number {
		return this.methods.filter((each) => each === method).length;
	}

	/** Method, path and body of `requests`, lists left out. */
	get changes(): unknown[] {
		return this.requests
			.filter(({ method }) => method !== 'GET')
			.map(({ method, path: where, body }) => [method, where, body]);
	}

	/** The bodies of `requests`, of those that have one. */
	get bodies(): IDataObject[] {
		return this.requests.flatMap(({ body }) => (body === undefined ? [] : [body as IDataObject]));
	}

	ids(reservationId?: string): string[] {
		return this.service.books.all(reservationId).map(({ id }) => id);
	}
}

/** Opens a hotel of its own for every test of a file or group. */
export function useHotel(): Hotel {
	const hotel = new Hotel();
	beforeEach(async () => {
		engineLog.length = 0;
		await hotel.open();
	});
	afterEach(async () => {
		await hotel.close();
		await hotel.expectClean();
	});
	return hotel;
}

/** What a run that succeeded says it has done for each input item. */
export async function actionsOf(running: RunningWorkflow): Promise<unknown[]> {
	const run = await running;
	expect(run.error?.message).toBeUndefined();
	return run.json().map(({ action }) => action);
}

/** What a run with Continue says of each input item: its action, or what is wrong. */
export async function toldOf(running: RunningWorkflow): Promise<unknown[]> {
	return (await running).json().map(({ error, action = 'done' }) => error ?? action);
}

/** What `make` gives for 1, 2, …, `count`. */
export function listOf<Entry>(count: number, make: (n: number) => Entry): Entry[] {
	return Array.from({ length: count }, (_, index) => make(index + 1));
}

/** Input items of charges with these amounts, in turns on so many reservations: the second is `Charge 2`, with reference r-2. */
export function chargesOf(amounts: number[], reservations = 1) {
	return amounts.map((amount, index) => ({
		reservationId: `R-${(index % reservations) + 1}`,
		amount,
		date: CHARGE.date,
		description: `Charge ${index + 1}`,
		reference: `r-${index + 1}`,
	}));
}

/** So many of them, with the amounts 1, 2, … */
export function charges(count: number, reservations?: number) {
	return chargesOf(
		listOf(count, (n) => n),
		reservations,
	);
}
