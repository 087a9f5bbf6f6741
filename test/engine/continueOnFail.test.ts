import type { INodeParameters } from 'n8n-workflow';
import { START } from './support/engineNodeTypes';
import { useFreshService } from './support/freshService';
import { runWorkflow } from './support/runWorkflow';
import { items, notFound, pairs, readEach } from './support/someLost';
import { byId } from './support/serviceItemNode';
import { connectInRow, defineNode } from './support/workflow';

const fresh = useFreshService();

beforeEach(() => fresh.seed('si-1', 'si-2'));

describe('Continue', () => {
	it('gives every item an output in its place, a failed one with nothing but its message', async () => {
		const run = await fresh.run('get', readEach, { items, onError: 'continueRegularOutput' });

		expect(run.status).toBe('success');
		expect(pairs(run.output())).toEqual([
			['si-1', { item: 0 }],
			[notFound('lost-1'), { item: 1 }],
			['si-2', { item: 2 }],
			[notFound('lost-2'), { item: 3 }],
		]);
		expect(run.json()[1]).toEqual({ error: notFound('lost-1') });
		expect(run.json()[0]).not.toHaveProperty('error');
	});

	it('keeps the order however late the answers come', async () => {
		fresh.service.faults.add({ kind: 'delay', path: /si-1$/, delayMs: 150 });
		fresh.service.faults.add({ kind: 'delay', path: /lost-1$/, delayMs: 100 });
		const run = await fresh.run('get', readEach, { items, onError: 'continueRegularOutput' });

		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(run.json()[0]).toMatchObject({ id: 'si-1' });
	});

	it('pairs every item of a list with the input it comes from', async () => {
		const reservations = [{ id: 'R-1' }, { id: '' }, { id: 'R-2' }, { id: 'R-1' }];
		const run = await fresh.run(
			'getAll',
			{ reservationId: '={{ $json.id }}' },
			{ items: reservations, onError: 'continueRegularOutput' },
		);

		expect(pairs(run.output())).toEqual([
			['si-1', { item: 0 }],
			['si-2', { item: 0 }],
			[expect.stringContaining("'Reservation ID' is empty"), { item: 1 }],
			['si-1', { item: 3 }],
			['si-2', { item: 3 }],
		]);
	});

	it('lets a later node reach back to the input of each item', async () => {
		const node = (name: string, operation: string, parameters: INodeParameters) =>
			defineNode(
				name,
				'serviceItem',
				{ resource: 'serviceItem', operation, ...parameters },
				{ credential: fresh.credential, onError: 'continueRegularOutput' },
			);
		const run = await runWorkflow({
			nodes: [
				defineNode('Start', START),
				node('Read', 'get', readEach),
				node('Note', 'update', {
					serviceId: byId("={{ $('Start').item.json.id }}"),
					updateFields: { description: "={{ $('Start').item.json.note }}" },
				}),
			],
			connections: connectInRow('Start', 'Read', 'Note'),
			credentials: fresh.store,
			items,
		});

		expect(pairs(run.output()).map(([id]) => id)).toEqual([
			'si-1',
			notFound('lost-1'),
			'si-2',
			notFound('lost-2'),
		]);
		expect(fresh.service.books.all().map(({ description }) => description)).toEqual([
			'first',
			'third',
		]);
	});
});

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'what hinders every item is, with %s, an error of every item:',
	(onError) => {
		/** Runs with items that never succeed, and returns what came out of both outputs. */
		async function runBadly(operation: string, parameters: INodeParameters = {}) {
			const run = await fresh.run(operation, { ...readEach, ...parameters }, { items, onError });
			expect(fresh.requests).toEqual([]);
			const failed = run.json(onError === 'continueErrorOutput' ? 1 : 0);
			expect(run.json(0)).toEqual(onError === 'continueErrorOutput' ? [] : failed);
			expect(failed).toHaveLength(items.length);
			return failed.map(({ error }) => error);
		}

		it('a refused login', async () => {
			fresh.credential.edit({ apiKey: 'mistyped' });
			for (const error of await runBadly('get')) expect(error).toMatch(/'API Key'/);
		});

		it('an unusable address', async () => {
			fresh.credential.edit({ baseUrl: 'nonsense' });
			for (const error of await runBadly('get')) expect(error).toMatch(/'Base URL'/);
		});

		it('an option out of range', async () => {
			const errors = await runBadly('delete', { options: { timeout: 0 } });
			for (const error of errors) expect(error).toMatch(/'Timeout'/);
		});

		it('an operation that does not exist', async () => {
			for (const error of await runBadly('__CUSTOM_API_CALL__')) {
				expect(error).toMatch(/HTTP Request node/);
			}
		});
	},
);

it('no items, no requests, no output', async () => {
	const run = await fresh.run('get', readEach, { items: [] });

	expect(run.status).toBe('success');
	expect(fresh.traffic).toEqual([]);
});
