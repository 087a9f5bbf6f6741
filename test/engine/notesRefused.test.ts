import { useStoppedCharges } from './support/stoppedCharges';
import { whileNotesAreRefused } from './support/processedData';
import { panelOf } from './support/workflowRun';

const { create, booked } = useStoppedCharges();

it('a charge is not begun when n8n cannot note it, and nothing is sent', async () => {
	const run = await whileNotesAreRefused('Connection terminated', () => create());

	expect(panelOf(run.error)).toContain(
		'n8n could not write down that this charge is about to be made: Connection terminated',
	);
	expect(panelOf(run.error)).toContain('Nothing was sent to the service for this item');
	expect(booked()).toEqual([]);
});

it.each([
	'SQLITE_CONSTRAINT: FOREIGN KEY constraint failed',
	'insert or update on table "processed_data" violates foreign key constraint "FK_06a69a7032c97a763c2c7599464"',
])('a charge is made where the workflow is not saved (%s)', async (words) => {
	const run = await whileNotesAreRefused(words, () => create());

	expect(run.error).toBeUndefined();
	expect(booked()).toEqual([0, 1, 2, 3, 4, 5]);
});
