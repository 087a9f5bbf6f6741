import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { LOOP, START } from './support/engineNodeTypes';
import { runWorkflow } from './support/runWorkflow';
import { connect, connectInRow, defineNode } from './support/workflow';
import { charges, fromItem, once, useTriedCharges } from './support/triedCharges';

const { hotel, timesBooked, refuse } = useTriedCharges();

describe('in a loop', () => {
	function loopOver(items: IDataObject[], parameters: INodeParameters = fromItem) {
		return runWorkflow({
			nodes: [
				defineNode('Start', START),
				defineNode(
					'Create',
					'serviceItem',
					{
						resource: 'serviceItem',
						operation: 'create',
						...parameters,
						options: { maxRetries: 0 },
					},
					{ credential: hotel.credential, retryOnFail: true },
				),
				defineNode('Loop', LOOP, { batchSize: 3 }),
			],
			connections: connect(
				{ from: 'Start', to: 'Loop' },
				{ from: 'Loop', to: 'Create', output: 1 },
				{ from: 'Create', to: 'Loop' },
			),
			credentials: hotel.credential.store,
			items,
		});
	}

	it('every round makes its own charges, also when one is tried again', async () => {
		refuse(1, 4);
		const run = await loopOver(charges);

		expect(run.error).toBeUndefined();
		expect(run.json().map(({ amount }) => amount)).toEqual(charges.map(({ amount }) => amount));
		expect(timesBooked()).toEqual(once);
	});

	it('rounds with the same items make them each time', async () => {
		const same = Array.from({ length: 6 }, () => ({ reservationId: 'R-1' }));
		refuse(1, 1);
		refuse(1, 4);
		const run = await loopOver(same, { ...fromItem, amount: 25, description: 'Breakfast' });

		expect(run.error).toBeUndefined();
		expect(hotel.service.books.all()).toHaveLength(6);
	});
});

it('two nodes in a row each make their own charge', async () => {
	const node = (name: string) =>
		defineNode(
			name,
			'serviceItem',
			{ resource: 'serviceItem', operation: 'create', ...fromItem, options: { maxRetries: 0 } },
			{ credential: hotel.credential, retryOnFail: true },
		);
	refuse(1, 1);
	refuse(1, 4);
	const run = await runWorkflow({
		nodes: [defineNode('Start', START), node('First'), node('Second')],
		connections: connectInRow('Start', 'First', 'Second'),
		credentials: hotel.credential.store,
		items: charges.slice(0, 2),
	});

	expect(run.error).toBeUndefined();
	expect(timesBooked().slice(0, 2)).toEqual([2, 2]);
});
