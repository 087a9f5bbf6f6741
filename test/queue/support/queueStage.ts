import { N8nApi } from '../../e2e/support/n8nApi';
import { clear, openStage, type Stage } from '../../e2e/support/stage';
import { QueueSystem, type QueueSettings } from './queueSystem';

/** What a test in queue mode works with; there from the first test on. */
export interface QueueStage extends Stage {
	system: QueueSystem;
}

interface StageSettings extends Pick<QueueSettings, 'environment'> {
	/** For each worker to begin with, how many executions it runs at a time. */
	workers: number[];
	/** True where the tests of a file build on each other's charges. */
	keepsBooks?: boolean;
}

/** The death of a worker is noticed in seconds; by default in a minute or two. */
export const quickNotice = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/**
 * Starts n8n in queue mode for the tests of a file; every one of them finds the service in good health, and its books empty
 * unless they are kept.
 */
export function useQueueStage(settings: StageSettings): QueueStage {
	const { workers, environment, keepsBooks = false } = settings;
	const stage = {} as QueueStage;

	beforeAll(async () => {
		const text = process.env.QUEUE_INSTALLATION;
		if (!text) throw new Error('There is no package: run the suite with its own jest.config.js');
		// What globalSetup.mjs has prepared, with the version of n8n, such as 1.123; absent for the newest.
		const installation = JSON.parse(text) as QueueSettings & { version?: string };
		stage.system = await QueueSystem.start({ ...installation, environment });
		const main = await stage.system.startMain();
		await Promise.all(workers.map((concurrency) => stage.system.startWorker(concurrency)));
		const api = new N8nApi(main.url, installation.version);
		await api.setUpOwner();
		Object.assign(stage, await openStage(api));
	}, 300_000);

	beforeEach(() => {
		if (!keepsBooks) clear(stage.service);
	});

	afterAll(async () => {
		await stage.system?.stop();
		await stage.service?.stop();
	});

	return stage;
}
