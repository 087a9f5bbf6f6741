import { Books } from '../service/books';
import { defaultDialect } from '../service/dialect';
import { listDifferences, summarize } from './savedRun';
import type { SavedWorkflow } from './starts';

const node = { name: 'Charge', type: 'n8n-nodes-reservation-service.serviceItem' };
const workflow: SavedWorkflow = {
	id: '1',
	title: 'Import',
	nodes: [node],
	trigger: { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
	visit: {},
};

/** A run that made a charge on each of these reservations, in this order, and gave them out by name. */
function runOf(reservations: string[], amount = 7) {
	const books = new Books(() => defaultDialect);
	const date = '2026-12-05';
	for (const id of reservations) books.add(id, { amount, date, description: 'Minibar' });
	const items = books.all().map(({ raw }) => ({ json: raw }));
	items.sort((a, b) =>
		JSON.stringify(a.json.reservationId).localeCompare(JSON.stringify(b.json.reservationId)),
	);
	const runData = { Charge: [{ data: { main: [items] } }] };
	const execution = { status: 'success', data: { resultData: { runData } } };
	return { Import: summarize(workflow, { executions: [execution], answers: [] }, books) };
}

describe('what a saved workflow did', () => {
	it('is the same whichever of two reservations the service numbered first', () => {
		expect(listDifferences('later', runOf(['R-1', 'R-2']), runOf(['R-2', 'R-1']))).toEqual([]);
	});

	it.each([
		['another amount', runOf(['R-1'], 8)],
		['a charge more', runOf(['R-1', 'R-1'])],
		['no run', {}],
	])('differs by %s', (_, now) => {
		expect(listDifferences('later', runOf(['R-1']), now)).toEqual([
			expect.stringMatching(/^Import differs \(later\): /),
		]);
	});
});
