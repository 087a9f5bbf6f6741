import { useCannedService } from './support/cannedService';
import { listReaders } from './support/listReaders';

const canned = useCannedService();

const reservationId = 'R-1';

/** Everything that would take an empty list for a reservation without charges. */
const readers = [...listReaders, ['Get Many up to Limit', 'getAll', { limit: 5 }] as const];

const failed: Array<[string, object]> = [
	['backend timeout', { data: null, error: 'backend timeout' }],
	['x', { data: [], errors: [{ message: 'x' }] }],
	["status 'error'", { items: [], status: 'error' }],
	['bad token ***', { items: [], error: 'bad token canned-token' }],
];

describe.each(failed)('an answer with status 200 that says %s', (words, body) => {
	it.each(readers)('is no empty list to %s', async (_, operation, parameters) => {
		canned.answer = { body };
		const run = await canned.run(operation, { reservationId, ...parameters });

		expect(run.error?.message).toBe(`The service did not give the list but said: ${words}`);
		expect(run.error?.description).toMatch(/^Try again later, as its answer cannot be trusted\./);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toEqual(['GET /services?reservationId=R-1']);
	});
});

it('is no end of a list in pages', async () => {
	canned.answer = ({ asked }) => ({
		body: asked.includes('page=1') ? { data: [{ id: 1 }] } : { data: [], error: 'backend timeout' },
	});
	const run = await canned.run(
		'getAll',
		{ reservationId, returnAll: true },
		{ pagination: 'page' },
	);

	expect(run.error?.message).toContain('backend timeout');
	expect(run.output()).toEqual([]);
});

it.each([
	{ data: [], error: null, errors: [], status: 'ok' },
	{ data: null, error: '' },
])('an honest empty list stays empty: %j', async (body) => {
	canned.answer = { body };
	const run = await canned.run('getAll', { reservationId, returnAll: true });

	expect(run.error).toBeUndefined();
	expect(run.json()).toEqual([]);
});
