import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { StoredCredential } from './credentialStore';
import { stopRunsUnderWay, type RunningWorkflow } from './runWorkflow';
import { runServiceItem } from './serviceItemNode';

/** An answer to give: a text or bytes go out as they are, undefined as no body, anything else as JSON. */
export interface CannedAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

let accounts = 0;

const CANNED_TOKEN = 'canned-token';

export interface CannedRequest {
	/** Method and address as they travelled. */
	asked: string;
	authorization: string | undefined;
	body: unknown;
}

/**
 * Logs everyone in and gives the same answer to whatever else is asked, unless told otherwise: for answers that no dialect
 * of the miniature service has.
 */
export class CannedService {
	/** Method and address of what was asked, as it travelled. */
	readonly asked: string[] = [];
	answer: CannedAnswer | ((request: CannedRequest) => CannedAnswer | Promise<CannedAnswer>) = {};
	token = CANNED_TOKEN;
	/** What POST /token answers instead. */
	login?: CannedAnswer;
	/** Another one for each test: n8n's process remembers the tokens of an account it has seen. */
	private accountId = '';

	private readonly server = createServer((request, response) => {
		void text(request).then(async (sent) => {
			const { status = 200, headers = {}, body } = await this.answerTo(request, sent);
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			const isRaw = typeof body === 'string' || body instanceof Uint8Array;
			response.end(isRaw ? body : JSON.stringify(body));
		});
	});

	async start(): Promise<void> {
		await once(this.server.listen(0, '127.0.0.1'), 'listening');
	}

	/** Nothing was asked yet, and nothing is answered. */
	reset(): void {
		this.answer = {};
		this.token = CANNED_TOKEN;
		this.login = undefined;
		this.asked.length = 0;
		this.accountId = `account-${++accounts}`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await once(this.server.close(), 'close');
	}

	private async answerTo(
		{ method, url, headers: { authorization } }: IncomingMessage,
		sent: string,
	): Promise<CannedAnswer> {
		if (url === '/token') {
			if (this.login) return this.login;
			return { body: { success: true, token_type: 'Bearer', token: this.token } };
		}
		const asked = `${method} ${url}`;
		this.asked.push(asked);
		if (typeof this.answer !== 'function') return this.answer;
		const body: unknown = sent === '' ? undefined : JSON.parse(sent);
		return await this.answer({ asked, authorization, body });
	}

	/** A new credential for this service, with a Custom API Format and a query of its address where they are given. */
	credential(apiFormat?: ICredentialDataDecryptedObject, query = ''): StoredCredential {
		return new StoredCredential({
			baseUrl: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${query}`,
			accountId: this.accountId,
			apiKey: 'key-1',
			...(apiFormat && { customApiFormat: true, ...apiFormat }),
		});
	}

	run(
		operation: string,
		parameters: INodeParameters,
		apiFormat?: ICredentialDataDecryptedObject,
		query?: string,
	): RunningWorkflow {
		return runServiceItem(this.credential(apiFormat, query), operation, parameters);
	}
}

/** Starts a canned service for the tests of a file; before each of them it has no answer and nothing was asked. */
export function useCannedService(): CannedService {
	const service = new CannedService();
	beforeAll(async () => await service.start());
	beforeEach(() => {
		service.reset();
	});
	afterEach(stopRunsUnderWay);
	afterAll(async () => await service.stop());
	return service;
}
