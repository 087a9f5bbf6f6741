import { owner } from '../../e2e/support/n8nApi';
import { createN8nApi } from '../../e2e/support/olderN8nApi';
import { clear, openStage, type Stage } from '../../e2e/support/stage';
import type { QueueSettings, WorkerSettings } from './queueSystem';
import { QueueSystem } from './queueSystem';

/** An environment in which the death or standstill of a worker is noticed in seconds; by default in a minute or two. */
export const quickNotice = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/** What a test in queue mode works with; there from the first test on. */
export interface QueueStage extends Stage {
	system: QueueSystem;
}

export interface StageSettings extends Pick<QueueSettings, 'environment'> {
	/** One entry per worker to begin with; two that are alike by default. */
	workers?: WorkerSettings[];
	/** True where the tests of a file build on each other's charges. */
	keepsBooks?: boolean;
}

/**
 * Starts n8n in queue mode for the tests of a file; every one of them finds the service in good health, and its books empty
 * unless they are kept.
 */
export function useQueueStage({
	workers = [{}, {}],
	environment,
	keepsBooks = false,
}: StageSettings = {}): QueueStage {
	const stage = {} as QueueStage;

	beforeAll(async () => {
		const installation = readInstallation();
		stage.system = await QueueSystem.start({ ...installation, environment });
		const main = await stage.system.startMain();
		await stage.system.startWorkers(...workers);
		const api = createN8nApi(main.url, installation.version);
		await api.setUpOwner(owner);
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

/** What globalSetup.mjs has prepared. @returns with the version of n8n, such as 1.123; absent for the newest */
function readInstallation(): QueueSettings & { version?: string } {
	const text = process.env.QUEUE_INSTALLATION;
	if (!text) throw new Error('There is no package: run the suite with its own jest.config.js');
	return JSON.parse(text) as QueueSettings;
}
