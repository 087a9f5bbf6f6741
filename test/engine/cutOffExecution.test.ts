import type { IDataObject } from 'n8n-workflow';
import { charges, chargesOn, useStoppedCharges } from './support/stoppedCharges';
import { since } from './support/n8nVersion';
import { whileNothingIsTakenBack } from './support/processedData';
import { useRestartedPackage } from './support/restart';
import { panelOf, type WorkflowRun } from './support/workflowRun';

const { hotel, create, failAt, booked } = useStoppedCharges();
const packageRoot = useRestartedPackage();

function doubled(): number[] {
	return booked().filter((amount, index, all) => all.indexOf(amount) !== index);
}

const unclear =
	/may or may not have been created on reservation '(R-\d+)': an execution that was cut off had begun with it/;

describe('an execution that was cut off, tried again without Prevent Duplicates', () => {
	const { it } = since('2.14');

	it('sends nothing that it may have sent, and says what to do', async () => {
		failAt(3);
		const killed = (await create()).cutOff();

		const run = await create({ retryOf: killed, packageRoot });

		expect(panelOf(run.error)).toMatch(unclear);
		expect(panelOf(run.error)).toContain("on reservation 'R-0'");
		expect(panelOf(run.error)).toContain(
			"set 'Prevent Duplicates', save, and retry this execution with the currently saved workflow",
		);
		expect(booked()).toEqual([0, 1, 2]);
	});

	it('says so of all of them when the run had ended, and its end was not saved', async () => {
		const lost = (await create()).cutOff();

		const run = await create({ retryOf: lost, packageRoot, onError: 'continueErrorOutput' });

		expect(run.output(0)).toEqual([]);
		expect(run.json(1).map(({ error }) => unclear.exec(error as string)?.[1])).toEqual(
			charges.map(({ reservationId }) => reservationId),
		);
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('stays with it, however often it is tried', async () => {
		failAt(3);
		const killed = (await create()).cutOff();
		const settings = { packageRoot, retryOnFail: true, maxTries: 3 };

		const second = await create({ retryOf: killed, ...settings });
		const third = await create({ retryOf: second, ...settings });
		const fourth = await create({ retryOf: killed, ...settings });

		for (const { error } of [second, third, fourth]) expect(panelOf(error)).toMatch(unclear);
		expect(booked()).toEqual([0, 1, 2]);
	});

	it.each(['sameFields', 'reference'])('settles it with Prevent Duplicates (%s)', async (mode) => {
		const reference = '={{ $json.description }}';
		hotel.credential.edit({ customApiFormat: true, referenceField: 'description' });
		failAt(3);
		const killed = (await create()).cutOff();
		const reported = await create({ retryOf: killed, packageRoot });

		const run = await create({ retryOf: reported }, { preventDuplicates: mode, reference });

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('sends what the one that was cut off had not come to', async () => {
		const many = chargesOn(250);
		failAt(120);
		const killed = (await create({ items: many })).cutOff();

		const onError = 'continueErrorOutput';
		const run = await create({ items: many, retryOf: killed, packageRoot, onError });

		expect(run.json(1)).toHaveLength(200);
		expect(run.json(0).map(({ amount }) => amount)).toEqual(
			Array.from({ length: 50 }, (_, n) => 200 + n),
		);
		expect(doubled()).toEqual([]);
	});

	it('sends all of them when the node had not begun', async () => {
		const refused = await create({}, { description: '={{ $json.words }}' });
		expect(refused.error?.message).toContain("'Description' is empty");

		const run = await create({ retryOf: refused.cutOff(), packageRoot });

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('sends all of them when the account could not be opened', async () => {
		hotel.credential.edit({ accountConcurrency: -1 });
		const refused = await create();
		expect(panelOf(refused.error)).toContain("'Requests at a Time (0 for No Limit)'");
		hotel.credential.edit({ accountConcurrency: 1 });

		const run = await create({ retryOf: refused.cutOff(), packageRoot });

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('sends all of them however often it was retried before with input that is no good', async () => {
		const refused = await create({}, { description: '={{ $json.words }}' });
		await create({ retryOf: refused }, { description: '={{ $json.words }}' });
		await create({ retryOf: refused, packageRoot }, { description: '={{ $json.words }}' });

		const run = await create({ retryOf: refused, packageRoot });

		expect(run.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('sends nothing where the note of input that was no good could not be taken back', async () => {
		const words = { description: '={{ $json.words }}' };
		const refused = await whileNothingIsTakenBack(() => create({}, words));

		const run = await create({ retryOf: refused.cutOff(), packageRoot });

		expect(panelOf(run.error)).toMatch(unclear);
		expect(booked()).toEqual([]);
	});

	it('sends nothing when other items were added to those of a short run, or most were taken from a long one', async () => {
		const many = chargesOn(150);
		failAt(3);
		const short = (await create()).cutOff();
		const longer = await create({ retryOf: withInput(short, many), packageRoot });
		expect(panelOf(longer.error)).toMatch(unclear);
		expect(booked()).toEqual([0, 1, 2]);
		failAt(0);
		const long = (await create({ items: many })).cutOff();
		const shorter = await create({ retryOf: withInput(long, charges), packageRoot });

		expect(panelOf(shorter.error)).toMatch(unclear);
		expect(booked()).toEqual([0, 1, 2]);
	});

	it('sends nothing when the nodes before give out other items than they did', async () => {
		failAt(3);
		const killed = (await create()).cutOff();
		const run = await create({ retryOf: withInput(killed, [...charges].reverse()), packageRoot });

		expect(panelOf(run.error)).toMatch(unclear);
		expect(booked()).toEqual([0, 1, 2]);
	});

	it('knows nothing of other executions with the same items', async () => {
		await create();
		await create({ packageRoot });

		expect(booked()).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
	});
});

describe('an execution that failed, retried from n8n’s list', () => {
	const { it } = since('2.14');

	it('is not gone on with where another retry of it has already gone on', async () => {
		failAt(1);
		failAt(3);
		const failed = await create();
		await create({ retryOf: failed });

		const again = await create({ retryOf: failed, packageRoot });

		expect(panelOf(again.error)).toMatch(unclear);
		expect(doubled()).toEqual([]);
	});

	it('is gone on with in any of the items that are not unclear', async () => {
		failAt(1);
		failAt(3);
		const failed = await create();
		const second = await create({ retryOf: failed });
		const third = await create({ retryOf: second, packageRoot });

		expect(third.error).toBeUndefined();
		expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
	});
});

/** The stored execution with other items waiting for the node. */
function withInput(run: WorkflowRun, items: IDataObject[]): WorkflowRun {
	const data = run.database;
	const [waiting] = data.executionData?.nodeExecutionStack ?? [];
	if (waiting) waiting.data = { main: [items.map((json) => ({ json }))] };
	return Object.create(run, { database: { value: data } }) as WorkflowRun;
}
