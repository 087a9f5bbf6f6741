import type { INodeParameters } from 'n8n-workflow';
import { START } from './support/engineNodeTypes';
import { CHARGE, useFreshService } from './support/freshService';
import { runWorkflow } from './support/runWorkflow';
import { items, notFound, pairs, readEach } from './support/someLost';
import { connect, defineNode } from './support/workflow';

const fresh = useFreshService();

beforeEach(() => fresh.seed('si-1', 'si-2'));

describe('Continue (using error output)', () => {
	it('splits the items, and pairs the failed ones with their input, too', async () => {
		const run = await fresh.run('get', readEach, { items, onError: 'continueErrorOutput' });

		expect(run.status).toBe('success');
		expect(pairs(run.output(0))).toEqual([
			['si-1', { item: 0 }],
			['si-2', { item: 2 }],
		]);
		expect(pairs(run.output(1))).toEqual([
			[notFound('lost-1'), { item: 1 }],
			[notFound('lost-2'), { item: 3 }],
		]);
		expect(run.json(1)[0]).toEqual({ error: notFound('lost-1') });
	});

	it('lets a node behind it reach back to the input of a failed item', async () => {
		const node = (name: string, operation: string, parameters: INodeParameters) =>
			defineNode(
				name,
				'serviceItem',
				{ resource: 'serviceItem', operation, ...parameters },
				{ credential: fresh.credential, onError: 'continueErrorOutput' },
			);
		const run = await runWorkflow({
			nodes: [
				defineNode('Start', START),
				node('Read', 'get', readEach),
				node('Make up for it', 'create', {
					...CHARGE,
					reservationId: "={{ $('Start').item.json.note }}",
					description: '={{ $json.error }}',
				}),
			],
			connections: connect(
				{ from: 'Start', to: 'Read' },
				{ from: 'Read', to: 'Make up for it', output: 1 },
			),
			credentials: fresh.store,
			items,
		});

		expect(run.json()).toMatchObject([
			{ reservationId: 'second', description: notFound('lost-1') },
			{ reservationId: 'fourth', description: notFound('lost-2') },
		]);
	});
});
