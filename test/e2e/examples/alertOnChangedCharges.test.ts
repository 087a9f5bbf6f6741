import type { Booking } from '../../service/books';
import { renewPicture, useExampleStage } from '../support/exampleStage';
import type { ExecutionResult } from '../support/execution';
import { readJson } from '../support/workflows';

const triggerNode = 'Charges of These Reservations';

/** n8n polls when a workflow is published, too, with what the trigger remembers from the polls before. */
describe('the example alert-on-changed-charges', () => {
	const stage = useExampleStage();
	let workflow: string;
	let seen = 0;

	beforeAll(async () => {
		workflow = await stage.importExample('alert-on-changed-charges');
	});

	it('shows a sample of every event when it is run by hand', async () => {
		const result = await stage.api.runWorkflow(workflow, triggerNode);

		expect(readJson(result, triggerNode).map(({ event }) => event)).toEqual([
			'created',
			'updated',
			'deleted',
		]);
		expect(messagesOf(result)).toContain(
			'RES-1001: Accommodation, 3 nights, 540 for 2026-12-04, was deleted.',
		);
		seen++;
	});

	it('reports nothing of what is there when it is published', async () => {
		expect(await pollAgain()).toEqual([]);
	});

	it('reports what was added, changed and removed since, with what it was before', async () => {
		const { books } = stage.service;
		books.update(booking('Accommodation, 3 nights'), { amount: 600, date: '2026-12-05' });
		books.remove(booking('Airport transfer'));
		books.add('RES-1002', { amount: 24, date: '2026-12-06', description: 'Ski hire' });

		const results = await pollAgain(1);

		expect(results.flatMap(messagesOf)).toEqual([
			'RES-1001: Accommodation, 3 nights was changed. amount: 540 → 600, date: 2026-12-04 → 2026-12-05',
			'RES-1001: Airport transfer, 45 for 2026-12-04, was deleted.',
			'RES-1002: Ski hire, 24 for 2026-12-06, was added.',
		]);
		for (const result of results) await renewPicture('alert-on-changed-charges', result);
	});

	/** Lets the trigger poll. @returns the executions that came of it, of which so many are expected */
	async function pollAgain(expected = 0): Promise<ExecutionResult[]> {
		await stage.api.activateWorkflow(workflow);
		await stage.api.deactivateWorkflow(workflow);
		const ids = await stage.api.waitForExecutions(workflow, seen + expected);
		const fresh = ids.slice(seen);
		seen = ids.length;
		return await Promise.all(fresh.map((id) => stage.api.waitForExecution(id)));
	}

	function booking(description: string): Booking {
		const { books } = stage.service;
		const item = books.all().find((booked) => booked.description === description);
		return books.find(item?.id ?? '')!;
	}
});

/** What would have been sent to the team. */
function messagesOf(result: ExecutionResult): unknown[] {
	const runs = result.data.resultData.runData['Send to the Team'] ?? [];
	return runs.flatMap(({ data }) => data?.main[0] ?? []).map(({ json }) => json.message);
}
