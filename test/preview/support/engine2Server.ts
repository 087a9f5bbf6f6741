import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../e2e/support/freePort';
import type { N8nHost } from '../../e2e/support/n8nFolder';
import { createUserFolder, removeUserFolder } from '../../e2e/support/n8nFolder';
import { startN8n } from '../../e2e/support/n8nServer';
import { databaseName, databaseUser, startPostgres } from '../../queue/support/postgresServer';

/** An n8n that can run workflows of the setting engineType: v2. */
export interface Engine2Server {
	readonly url: string;
	/** Ends it, and removes what it has kept. */
	stop(): Promise<void>;
}

/**
 * Starts n8n with its Engine 2.0, which keeps its executions in a PostgreSQL beside n8n's own database.
 *
 * @throws Error with n8n's own log when it does not start
 */
export async function startEngine2(installation: {
	host: N8nHost;
	packageFolder: string;
}): Promise<Engine2Server> {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'n8n-engine2-'));
	// PostgreSQL may run as somebody else, and has to get to its folder.
	chmodSync(folder, 0o711);
	const userFolder = createUserFolder(installation.packageFolder);
	const removeFolders = () => {
		removeUserFolder(userFolder);
		rmSync(folder, { recursive: true, force: true });
	};
	const postgres = await startPostgres(path.join(folder, 'postgres'));
	try {
		const environment = await settings(postgres.port);
		const server = await startN8n({ host: installation.host, userFolder, environment });
		return {
			url: server.url,
			stop: async () => {
				await server.stop();
				await postgres.stop();
				removeFolders();
			},
		};
	} catch (error) {
		await postgres.stop();
		removeFolders();
		throw error;
	}
}

/** As they stand in engine.config.js of @n8n/config 2.41. */
async function settings(databasePort: number): Promise<Record<string, string>> {
	return {
		N8N_ENABLED_MODULES: 'engine-v2',
		N8N_ENGINE_DATABASE_URL: `postgres://${databaseUser}@127.0.0.1:${databasePort}/${databaseName}`,
		N8N_ENGINE_HOST: '127.0.0.1',
		N8N_ENGINE_PORT: String(await findFreePort()),
		N8N_ENGINE_CONTROL_PLANE_PORT: String(await findFreePort()),
	};
}
