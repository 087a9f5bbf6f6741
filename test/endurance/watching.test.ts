import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { N8nApi, owner } from '../e2e/support/n8nApi';
import { createUserFolder, removeUserFolder, type N8nHost } from '../e2e/support/n8nFolder';
import { startN8n, type N8nServer } from '../e2e/support/n8nProcess';
import { repeatUntil } from '../e2e/support/repeatUntil';
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

	/** A few seconds in which nothing can be read at all. */
	async function breakDown(): Promise<void> {
		service.faults.random({ seed, rate: 1, kinds: ['errorBefore', 'resetBefore'] });
		await sleep(8_000);
	}

	it(
		'tells every change, and none twice',
		async () => {
			const settings = { customApiFormat: true, ...pastedFor(dialect) };
			const credential = credentialFor(service, settings);
			const id = await api.createCredential(credential);
			const { name } = credential;
			const workflow = await api.createWorkflow(watchingWorkflow(reservationIds, { id, name }));
			await api.activateWorkflow(workflow);

			const random = mulberry32(seed);
			const desk = new FrontDesk(service.books, reservationIds, seed);
			const told = new Told();
			const figures: string[] = [];
			const end = Date.now() + minutes * minute;
			let restarts = 0;
			desk.work(350);
			for (let round = 1; Date.now() < end; round++) {
				service.faults.random({ seed: random() * 1e9, rate: 0.05, kinds: faults });
				await sleep(20_000);
				await told.read(api, workflow);
				figures.push(`${memoryOf(server)}`);
				if (round % 9 === 4) await breakDown();
				if (round % 15 !== 0) continue;
				await restart();
				restarts++;
				figures.push('|');
			}
			desk.stop();
			service.faults.clear();
			await repeatUntil(
				'everything is told',
				async () => {
					await told.read(api, workflow);
					return told.events.length >= desk.made.length || undefined;
				},
				2 * minute,
			).catch(() => undefined);
			await sleep(15_000);
			await told.read(api, workflow);

			const { staticData } = await api.send<{ staticData: unknown }>(
				'GET',
				`/workflows/${workflow}`,
			);
			console.log(
				[
					`seed ${seed}, ${minutes} minutes, ${restarts} restarts`,
					`${service.log.entries.length} requests, ${told.executions} executions, ${told.failed} failed`,
					`${desk.made.length} changes, ${told.events.length} events`,
					`static data: ${JSON.stringify(staticData)?.length} characters for ${service.books.all().length} items`,
					`memory of the process, in MB, from restart (|) to restart: ${figures.join(' ')}`,
				].join('\n'),
			);
			expect(reckon(desk.made, told.events)).toEqual({ lost: [], invented: [], twice: [] });
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
