// The demo in n8n's queue mode: a main process and two workers, with Redis and PostgreSQL of the system's packages.
import { DemoError, printTable, say } from './terminal.mjs';

const guests = 8;

/**
 * Asked before the long part begins.
 *
 * @throws {DemoError} with the commands that install what is missing
 */
export function requireQueuePrograms(tool) {
	const { findPostgres, findRedis } = tool('test/queue/support/systemServers.ts');
	const missing = [findRedis, findPostgres].flatMap((find) => {
		try {
			find();
			return [];
		} catch (error) {
			return [error.message];
		}
	});
	if (missing.length > 0) throw new DemoError(missing.join('\n'));
}

/** Starts it all. @param cleanups gets what ends it */
export async function startQueue(tool, settings, cleanups) {
	const { QueueSystem } = tool('test/queue/support/queueSystem.ts');
	say('Starting Redis and PostgreSQL');
	const system = await QueueSystem.start(settings);
	cleanups.push(() => system.stop());
	const address = ({ port }) => `127.0.0.1:${port}`;
	console.log(`  Redis at ${address(system.redis)}, PostgreSQL at ${address(system.postgres)}`);
	say('Starting n8n, its main process, with the package installed', 30);
	await system.startMain();
	say('Starting two workers, with the package installed', 15);
	await system.startWorkers({}, {});
	return system;
}

/** Several guests want a late checkout at the same time. Prints which worker did what. */
export async function shareAmongWorkers(tool, { api, example, trigger, service, workers }) {
	const { fillField } = tool('test/e2e/support/exampleWorkflow.ts');
	const ids = Array.from({ length: guests }, (_, index) => `RES-20${10 + index}`);
	const { yesterday } = tool('test/service/demoBookings.ts');
	const stay = { amount: 180, date: yesterday(), description: 'Accommodation, 1 night' };
	for (const id of ids) service.books.add(id, stay);
	const workflows = [];
	for (const id of ids) {
		const workflow = fillField(example, 'Late Checkout Request', 'reservationId', id);
		workflows.push(await api.createWorkflow({ ...workflow, name: `${workflow.name} (${id})` }));
	}
	const results = await Promise.all(workflows.map((id) => api.runWorkflow(id, trigger)));
	const rows = results.map(({ id, status }, index) => [
		id,
		workers.find((worker) => worker.executions().includes(id))?.name ?? 'none',
		ids[index],
		service.books.all(ids[index])[1]?.description ?? '',
		status,
	]);
	rows.sort(([a], [b]) => Number(a) - Number(b));
	const titles = ['Execution', 'Run by', 'Reservation', 'Added', 'Status'];
	const heading = `The same for ${guests} guests at the same time: which worker did what`;
	printTable(tool, heading, { titles, rows, textColumns: titles.length });
}
