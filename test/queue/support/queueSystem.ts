import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../e2e/support/freePort';
import { createUserFolder, removeUserFolder } from '../../e2e/support/n8nFolder';
import type { N8nHost, N8nProcess, N8nServer } from '../../e2e/support/n8nProcess';
import { startN8n, startN8nProcess } from '../../e2e/support/n8nProcess';
import { databaseUser, startPostgres, startRedis, type SystemServer } from './systemServers';

/** A worker of n8n, which runs what the main process hands out. */
export interface QueueWorker extends N8nProcess {
	/** The IDs of the executions that it is through with, whatever became of them. */
	finished(): string[];
}

export interface QueueSettings {
	host: N8nHost;
	/** The unpacked package, which every process has. */
	packageFolder: string;
	/** Of all processes of n8n. */
	environment?: Record<string, string>;
}

/**
 * n8n in queue mode: Redis, PostgreSQL, a main process, and as many workers as are started. Every process of n8n has a
 * folder of its own with the package in it, as on machines of their own. Executions by hand run in workers as well.
 */
export class QueueSystem {
	/** All that were started, those that have ended included. */
	readonly workers: QueueWorker[] = [];

	private mainProcess?: N8nServer;

	private readonly userFolders: string[] = [];

	private constructor(
		private readonly settings: QueueSettings,
		private readonly folder: string,
		readonly redis: SystemServer,
		readonly postgres: SystemServer,
		private readonly environment: Record<string, string>,
	) {}

	/**
	 * Starts Redis and PostgreSQL.
	 * @throws Error that says how to install what is missing
	 */
	static async start(settings: QueueSettings): Promise<QueueSystem> {
		const folder = mkdtempSync(path.join(os.tmpdir(), 'n8n-queue-'));
		// PostgreSQL may run as somebody else, and has to get to its folder.
		chmodSync(folder, 0o711);
		const redis = await startRedis(path.join(folder, 'redis'));
		const postgres = await startPostgres(path.join(folder, 'postgres')).catch(async (error) => {
			await redis.stop();
			throw error;
		});
		return new QueueSystem(settings, folder, redis, postgres, {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgres.port),
			// The one that every new cluster has.
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: databaseUser,
			// A hundred executions at once on a busy machine would wait in vain for one of 2 connections.
			DB_POSTGRESDB_POOL_SIZE: '10',
			DB_POSTGRESDB_CONNECTION_TIMEOUT: '120000',
			// A worker's log at this level says what it runs.
			N8N_LOG_LEVEL: 'info',
			...settings.environment,
		});
	}

	get main(): N8nServer {
		if (!this.mainProcess) throw new Error('The main process has not been started');
		return this.mainProcess;
	}

	/** Starts the main process, which prepares the database. */
	async startMain(): Promise<N8nServer> {
		const { host } = this.settings;
		const userFolder = this.createFolder();
		const { environment } = this;
		this.mainProcess = await startN8n({ host, userFolder, environment });
		return this.mainProcess;
	}

	/** Starts one more worker, once there is a main process. @param concurrency how many executions it runs at a time */
	async startWorker(concurrency = 10): Promise<QueueWorker> {
		const port = await findFreePort();
		const process = await startN8nProcess({
			host: this.settings.host,
			userFolder: this.createFolder(),
			command: ['worker', `--concurrency=${concurrency}`],
			environment: {
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(port),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				...this.environment,
			},
			address: `http://127.0.0.1:${port}/healthz/readiness`,
		});
		const worker = { ...process, finished: () => readFinished(process.logFile) };
		this.workers.push(worker);
		return worker;
	}

	async stop(): Promise<void> {
		const processes = [...this.workers, ...(this.mainProcess ? [this.mainProcess] : [])];
		await Promise.all(processes.map((process) => process.stop()));
		await Promise.all([this.redis.stop(), this.postgres.stop()]);
		for (const folder of this.userFolders) removeUserFolder(folder);
		rmSync(this.folder, { recursive: true, force: true });
	}

	private createFolder(): string {
		const folder = createUserFolder(this.settings.packageFolder);
		this.userFolders.push(folder);
		return folder;
	}
}

function readFinished(logFile: string): string[] {
	const lines = readFileSync(logFile, 'utf8').matchAll(/Worker finished execution (\d+) /g);
	return [...lines].map(([, id = '']) => id);
}
