import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { N8nApi, owner } from '../e2e/support/n8nApi';
import { createUserFolder, removeUserFolder, type N8nHost } from '../e2e/support/n8nFolder';
import { startN8n, type N8nServer } from '../e2e/support/n8nProcess';
import { credentialFor } from '../e2e/support/stage';
import { watchingWorkflow } from '../e2e/support/watching';
import { defaultDialect } from '../service/dialect';
import { mulberry32, type FaultKind } from '../service/faults';
import { startMiniatureService, type MiniatureService } from '../service/miniatureService';
import { pastedFor } from '../service/pasted';
import { FrontDesk } from './support/frontDesk';
import { reckon, Told } from './support/told';

interface Installation {
	host: N8nHost;
	packageFolder: string;
}

const { ENDURANCE_INSTALLATION = '', ENDURANCE_MINUTES = '10' } = process.env;
const seed = Number(process.env.PROPERTY_SEED ?? 20261123);
const minutes = Number(ENDURANCE_MINUTES);
const minute = 60_000;

const reservationIds = Array.from({ length: 20 }, (_, n) => `RES-${n + 1}`);
const itemCount = 1_000;
/** Every list takes three requests and more; what is removed in between shifts all behind it. */
const dialect = { ...defaultDialect, pagination: 'page', maxPageSize: 20 } as const;

const faults: FaultKind[] = [
	'tooManyRequests',
	'errorBefore',
	'resetBefore',
	'truncatedJson',
	'cutBody',
	'html',
	'delay',
	'tokenRevoked',
];

interface Mode {
	name: string;
	restart: 'stop' | 'kill';
	environment: Record<string, string>;
}

/**
 * n8n saves what a trigger has seen when it starts the workflow, or, with durable cursors, in one go with that: only then
 * can it be killed without a word and still tell nothing twice.
 */
const modes: Mode[] = [
	{ name: 'as n8n comes, stopped and started again', restart: 'stop', environment: {} },
	{
		name: 'with durable poll cursors, killed and started again',
		restart: 'kill',
		environment: {
			N8N_SCHEDULER_ENABLED: 'true',
			N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
			N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
		},
	},
];

describe.each(modes)('a trigger that watches a thousand service items, $name', (mode) => {
	const { host, packageFolder } = JSON.parse(ENDURANCE_INSTALLATION) as Installation;
	let service: MiniatureService;
	let userFolder: string;
	let server: N8nServer;
	let api: N8nApi;

	beforeAll(async () => {
		service = await startMiniatureService({ dialect, latencyMs: 5 });
		for (let n = 0; n < itemCount; n++) {
			const reservationId = reservationIds[n % reservationIds.length] ?? '';
			service.books.add(reservationId, { amount: 1, date: '2026-12-07', description: 'Breakfast' });
		}
		userFolder = createUserFolder(packageFolder);
		server = await startN8n({ host, userFolder, environment: mode.environment });
		api = new N8nApi(server.url);
		await api.setUpOwner(owner);
	}, 5 * minute);

	afterAll(async () => {
		await server?.stop();
		await service?.stop();
		removeUserFolder(userFolder);
	});

	async function restart(): Promise<void> {
		await server[mode.restart]();
		server = await startN8n({ host, userFolder, environment: mode.environment });
		api = new N8nApi(server.url);
		await api.logIn(owner);
	}

	async function publish(): Promise<string> {
		const credential = credentialFor(service, { customApiFormat: true, ...pastedFor(dialect) });
		const id = await api.createCredential(credential);
		const watching = watchingWorkflow(reservationIds, { id, name: credential.name });
		const workflow = await api.createWorkflow(watching);
		await api.activateWorkflow(workflow);
		return workflow;
	}

	/** A few seconds in which nothing can be read at all. */
	async function breakDown(): Promise<void> {
		service.faults.random({ seed, rate: 1, kinds: ['errorBefore', 'resetBefore'] });
		await sleep(8_000);
	}

	/** @returns the memory of the process, in megabytes, every twenty seconds; `|` where it is another one */
	async function disturb(told: Told, workflow: string): Promise<string> {
		const random = mulberry32(seed);
		const memory: string[] = [];
		const end = Date.now() + minutes * minute;
		for (let round = 1; Date.now() < end; round++) {
			service.faults.random({ seed: random() * 1e9, rate: 0.05, kinds: faults });
			await sleep(20_000);
			await told.read(api, workflow);
			memory.push(memoryOf(server));
			if (round % 9 === 4) await breakDown();
			if (round % 15 === 0) {
				await restart();
				memory.push('|');
			}
		}
		service.faults.clear();
		return memory.join(' ');
	}

	/** Waits until as much is told as was done, if it ever is, and then for three polls more. */
	async function readRest(told: Told, desk: FrontDesk, workflow: string): Promise<void> {
		const end = Date.now() + 2 * minute;
		while (told.events.length < desk.made.length && Date.now() < end) {
			await sleep(1_000);
			await told.read(api, workflow);
		}
		await sleep(15_000);
		await told.read(api, workflow);
	}

	it(
		'tells every change, and none twice',
		async () => {
			const workflow = await publish();
			const told = new Told();
			const isTold = (change: string) => told.has(change);
			const desk = new FrontDesk(service.books, reservationIds, seed, isTold);
			desk.work(350);
			const memory = await disturb(told, workflow);
			desk.stop();
			await readRest(told, desk, workflow);

			const path = `/workflows/${workflow}`;
			const { staticData } = await api.send<{ staticData: unknown }>('GET', path);
			const figures = [
				`seed ${seed}, ${minutes} minutes, ${service.log.count()} requests`,
				`${told.executions} executions, ${told.failed} of them polls that could not read something`,
				`${desk.made.length} changes, ${told.events.length} events`,
				`${service.books.all().length} items, ${JSON.stringify(staticData)?.length} characters of static data`,
				`megabytes: ${memory}`,
			];
			console.log(figures.join('\n'));
			const { made } = desk;
			expect(reckon(made, told.events)).toEqual({ lost: [], invented: [], twice: [] });
		},
		(minutes + 10) * minute,
	);
});

/** In megabytes; blank where the system does not tell. */
function memoryOf({ pid }: N8nServer): string {
	try {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		return String(Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024));
	} catch {
		return '';
	}
}
