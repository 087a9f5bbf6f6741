import type { IDataObject } from 'n8n-workflow';
import { START } from './support/engineNodeTypes';
import { charges, options, useStoppedCharges } from './support/stoppedCharges';
import { fromItem, path } from './support/triedCharges';
import { runWorkflow } from './support/runWorkflow';
import { connectInRow, defineNode } from './support/workflow';

const { hotel, create, failAt, booked } = useStoppedCharges();

/** The amounts sent, in order. */
function sent(): unknown[] {
	return hotel.bodies.map((body) => (body as IDataObject).amount);
}

it('goes on where the failed one stopped, and gives out all results', async () => {
	failAt(3);
	const failed = await create();
	expect(failed.error?.description).toContain('3 of 6 items were done before the run stopped');

	const run = await create({ retryOf: failed });
	expect(run.status).toBe('success');
	expect(sent()).toEqual([0, 1, 2, 3, 3, 4, 5]);
	expect(run.output()).toEqual(
		charges.map((charge, item) => ({
			json: { id: `si-${item + 1}`, date: '2026-11-21', ...charge },
			pairedItem: { item },
		})),
	);
});

it('reports an unclear charge again without sending it', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
	const failed = await create();
	const run = await create({ retryOf: failed });

	expect(run.error?.message).toBe(failed.error?.message);
	expect(run.error?.message).toContain("may or may not have been created on reservation 'R-2'");
	expect(sent()).toEqual([0, 1, 2]);
});

it('finds an unclear charge once Prevent Duplicates is set', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
	const failed = await create();
	const run = await create({ retryOf: failed }, { preventDuplicates: 'sameFields' });

	expect(run.error).toBeUndefined();
	expect(run.json().map(({ amount, _action }) => [amount, _action])).toEqual([
		[0, undefined],
		[1, undefined],
		[2, 'created'],
		[3, 'created'],
		[4, 'created'],
		[5, 'created'],
	]);
	expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
});

it('with the workflow put right sends what was not sent, put right', async () => {
	hotel.service.dialect.requiredFields = ['accountCode'];
	const additionalFields = { accountCode: '={{ $json.amount < 2 ? "4400" : "" }}' };
	const failed = await create({}, { additionalFields });
	expect(failed.error?.message).toContain('accountCode is required');

	const run = await create({ retryOf: failed }, { additionalFields: { accountCode: '4500' } });
	expect(run.json().map(({ accountCode }) => accountCode)).toEqual([
		'4400',
		'4400',
		'4500',
		'4500',
		'4500',
		'4500',
	]);
	expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
});

it('does not run the node again when a later one failed', async () => {
	const node = (name: string, reservationId: string) =>
		defineNode(
			name,
			'serviceItem',
			{ resource: 'serviceItem', operation: 'create', ...fromItem, reservationId, options },
			{ credential: hotel.credential },
		);
	const workflow = {
		nodes: [defineNode('Start', START), node('First', 'A'), node('Second', 'B')],
		connections: connectInRow('Start', 'First', 'Second'),
		credentials: hotel.credential.store,
		items: charges.slice(0, 2),
	};
	failAt(3);
	const failed = await runWorkflow(workflow);
	const run = await runWorkflow({ ...workflow, retryOf: failed });

	expect(run.json()).toMatchObject([{ amount: 0 }, { amount: 1 }]);
	expect(hotel.service.books.all('A').map(({ amount }) => amount)).toEqual([0, 1]);
	expect(hotel.service.books.all('B').map(({ amount }) => amount)).toEqual([0, 1]);
});

it('stores no secrets', async () => {
	failAt(3);
	const { status, stored } = await create();

	expect(status).toBe('error');
	expect(stored).toContain('Charge 2');
	expect(stored).not.toMatch(/Bearer|access-\d|key-1/);
});

it('that ran out of time reports what it had under way', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'hangAfter', after: 2 });
	const running = create();
	while (hotel.service.books.changes.created < 3) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	running.cancel();
	const stopped = await running;
	expect(stopped.status).toBe('canceled');

	const run = await create({ retryOf: stopped });
	expect(run.error?.message).toMatch(/may or may not have been created on reservation 'R-2'/);
	const settled = await create({ retryOf: run }, { preventDuplicates: 'sameFields' });
	expect(settled.status).toBe('success');
	expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
});
