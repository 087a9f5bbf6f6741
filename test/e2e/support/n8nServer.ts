import { findFreePort } from './freePort';
import type { N8nHost } from './n8nFolder';
import type { N8nProcess } from './n8nProcess';
import { startN8nProcess } from './n8nProcess';

/** A running n8n. */
export interface N8nServer extends N8nProcess {
	/** http://127.0.0.1:PORT, no trailing slash */
	readonly url: string;
}

export interface ServerSettings {
	host: N8nHost;
	userFolder: string;
	/** default: a free one */
	port?: number;
	environment?: Record<string, string>;
}

/**
 * Starts n8n and waits until it answers requests.
 *
 * @throws Error with the end of n8n's own log when it ends or does not get ready in time
 */
export async function startN8n(settings: ServerSettings): Promise<N8nServer> {
	const { host, userFolder } = settings;
	const port = settings.port ?? (await findFreePort());
	const url = `http://127.0.0.1:${port}`;
	const environment = {
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
		...settings.environment,
	};
	// n8n answers /healthz, and a page, while it is still starting: only its settings say that it is ready.
	const isReady = () => answersJson(`${url}/rest/settings`);
	const command = ['start'];
	return { ...(await startN8nProcess({ host, userFolder, command, environment, isReady })), url };
}

/** True when the address answers with JSON and a status of success. */
export async function answersJson(url: string): Promise<boolean> {
	try {
		const response = await fetch(url);
		return response.ok && (response.headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}
