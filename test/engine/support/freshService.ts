import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { setImmediate } from 'node:timers/promises';
import type { Account } from '../../service/accounts';
import {
	startMiniatureService,
	type MiniatureService,
	type ServiceSettings,
} from '../../service/miniatureService';
import { CredentialStore, type StoredCredential } from './credentialStore';
import { engineLog } from './loadedPackage';
import { stopRunsUnderWay, type RunningWorkflow } from './runWorkflow';
import { runServiceItem, type RunOptions } from './serviceItemNode';

/** What every access token of the miniature service looks like. */
const ACCESS_TOKEN = /access-\d+-[0-9a-f-]{36}/;

/** The parameters of a create that the service accepts. */
export const CHARGE = {
	reservationId: 'R-1',
	amount: 25,
	date: '2026-11-21',
	description: 'Late checkout',
};

type SavedValues = Record<'baseUrl' | 'accountId' | 'apiKey' | 'accessToken', string>;

let issuedKeys = 0;

/**
 * A reservation service that nothing in this process has talked to yet, with an account that may do everything, and an
 * n8n with a credential for it.
 */
export class FreshService {
	readonly store = new CredentialStore();
	/** For the account `hotel`, which may do everything. */
	readonly credential: StoredCredential;
	/** Everything `run` has started. */
	readonly runs: RunningWorkflow[] = [];
	private readonly keys: string[] = [];
	private isOver = false;

	constructor(readonly service: MiniatureService) {
		this.credential = this.addAccount('hotel');
	}

	/** Opens an account at the service and saves a credential for it; without scopes it may do everything. */
	addAccount(accountId: string, scopes?: Account['scopes']): StoredCredential {
		const apiKey = this.issueKey(accountId, scopes);
		return this.save({ baseUrl: this.service.url, accountId, apiKey });
	}

	/** Gives an account a key that is nowhere else to be found; an earlier key of the account is no longer valid. */
	issueKey(accountId: string, scopes?: Account['scopes']): string {
		const key = `secret-of-${accountId}-${++issuedKeys}`;
		this.keys.push(key);
		this.service.accounts.add({ accountId, key, ...(scopes && { scopes }) });
		return key;
	}

	/** Saves a new credential. */
	save(data: ICredentialDataDecryptedObject): StoredCredential {
		return this.store.add('reservationServiceApi', data);
	}

	/** Stores items on reservation R-1 that have been there before the test. */
	seed(...ids: string[]): void {
		for (const id of ids) this.service.books.add('R-1', { ...CHARGE, id });
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

	/** What the credential holds now, a kept token included. */
	get saved(): SavedValues {
		return this.credential.data as SavedValues;
	}

	/** What has reached the service, in order of arrival: `GET /services/si-1 200`. */
	get traffic(): string[] {
		return this.service.log.entries.map(
			({ method, path, status = 'open' }) => `${method} ${path} ${status}`,
		);
	}

	/** `traffic` without the logins. */
	get requests(): string[] {
		return this.traffic.filter((line) => !line.startsWith('POST /token '));
	}

	/** How many calls POST /token has had. */
	get exchanges(): number {
		return this.service.log.tokenExchanges();
	}

	/** Resolves as soon as `isThere` says so, and rejects if that is not before the test is over. */
	async until(isThere: () => boolean): Promise<void> {
		while (!isThere()) {
			if (this.isOver) throw new Error('What the test waited for did not come');
			await setImmediate();
		}
	}

	/** Ends the service. */
	async close(): Promise<void> {
		this.isOver = true;
		await stopRunsUnderWay();
		await this.service.stop();
	}

	/** Fails when a key or token is in the text. */
	expectNoSecrets(text: string): void {
		const found = [ACCESS_TOKEN.exec(text)?.[0], ...this.keys.filter((key) => text.includes(key))];
		expect(found).toEqual([undefined]);
	}
}

/**
 * Starts a service of its own for every test of the file. After each test: no login has carried an Authorization
 * header, and neither a key nor a token is in n8n's log or in what n8n stores of the runs.
 */
export function useFreshService(settings: Partial<ServiceSettings> = {}): FreshService {
	let current: FreshService | undefined;
	const fresh = (): FreshService => {
		if (current === undefined) throw new Error('The service starts before each test');
		return current;
	};
	beforeEach(async () => {
		engineLog.length = 0;
		current = new FreshService(await startMiniatureService(settings));
	});
	afterEach(async () => {
		await fresh().close();
		const { service, runs } = fresh();
		const logins = service.log.entries.filter(({ path }) => path === '/token');
		expect(logins.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
		for (const run of runs) fresh().expectNoSecrets((await run).stored);
		fresh().expectNoSecrets(engineLog.join('\n'));
	});
	return new Proxy({} as FreshService, {
		get: (_, property) => Reflect.get(fresh(), property) as unknown,
	});
}

/** What `make` gives for 1, 2, …, `count`. */
export function listOf<Entry>(count: number, make: (n: number) => Entry): Entry[] {
	return Array.from({ length: count }, (_, index) => make(index + 1));
}
