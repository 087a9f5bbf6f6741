import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Accounts, Tokens } from './accounts';
import { Books } from './books';
import { defaultDialect } from './dialect';
import type { Dialect } from './dialect';
import { serveRequest } from './exchange';
import type { ExchangeContext } from './exchange';
import { FaultPlan } from './faults';
import { RequestLog } from './requestLog';

export interface ServiceSettings {
	/** 0: any free one. */
	port: number;
	/** Such as `/api/v1`; a trailing slash does not matter. */
	pathPrefix: string;
	/** What differs from the default dialect. */
	dialect: Partial<Dialect>;
	/** Every answer leaves this much after the request was carried out. */
	latencyMs: number;
}

/** The reservation service of docs/service-api.md in one process, with all its books open. */
export interface MiniatureService extends ExchangeContext {
	/** Address with path prefix, without trailing slash. */
	readonly url: string;
	/** Ends the service at once, with every connection that is still open. */
	stop(): Promise<void>;
}

/** Present in every service, with all scopes. */
export const DEFAULT_ACCOUNT = { accountId: 'hotel-1', key: 'key-1' };

const DEFAULT_SETTINGS: ServiceSettings = { port: 0, pathPrefix: '', dialect: {}, latencyMs: 0 };

/** Starts a service and resolves when it listens; rejects if it cannot, for instance because the port is taken. */
export async function startMiniatureService(
	settings: Partial<ServiceSettings> = {},
): Promise<MiniatureService> {
	const { port, dialect, latencyMs, ...others } = { ...DEFAULT_SETTINGS, ...settings };
	const pathPrefix = others.pathPrefix.replace(/\/+$/, '');
	const context: ExchangeContext = {
		dialect: { ...defaultDialect, ...dialect },
		accounts: new Accounts(),
		tokens: new Tokens(),
		books: new Books(() => context.dialect),
		log: new RequestLog(),
		faults: new FaultPlan(),
		latencyMs,
		inFlight: { current: 0, peak: 0 },
	};
	context.accounts.add(DEFAULT_ACCOUNT);
	const server = createServer((request, response) =>
		serveRequest(request, response, context, pathPrefix),
	);
	switchOffClocks(server);
	const address = await listen(server, port);
	let stopped: Promise<void> | undefined;
	return Object.assign(context, {
		url: `http://127.0.0.1:${address.port}${pathPrefix}`,
		stop: () => (stopped ??= close(server)),
	});
}

/** A connection idle for some seconds must not be closed just as the client sends on it: tests would depend on time. */
function switchOffClocks(server: Server): void {
	server.keepAliveTimeout = 0;
	server.requestTimeout = 0;
	server.headersTimeout = 0;
}

function listen(server: Server, port: number): Promise<AddressInfo> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => resolve(server.address() as AddressInfo));
	});
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
