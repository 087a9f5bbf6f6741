import type { FaultKind } from '../../service/faults';
import { OPERATIONS, path, useHotel } from '../support/hotel';
import { panelOf, type ShownError } from '../support/workflowRun';

const hotel = useHotel();

/** What the service says whenever it is told to fail. */
const WORDS = 'The service is unavailable';

/** Runs one operation without retries and returns what n8n shows. */
async function failureOf(operation: string, timeout = 20_000): Promise<ShownError> {
	const parameters = { ...OPERATIONS[operation], options: { maxRetries: 0, timeout } };
	const run = await hotel.run(operation, parameters);
	if (run.error === undefined) throw new Error(`It succeeded: ${JSON.stringify(run.json())}`);
	return run.error;
}

/** From now on every request about service items goes wrong; logins do not. */
function breakWith(kind: FaultKind, details: { status?: number } = {}) {
	hotel.service.faults.clear();
	hotel.service.faults.add({ kind, path, times: 1000, ...details });
}

beforeEach(() => hotel.seed('si-1'));

// Every other case is a row of the unit tests.
it.each([
	[400, 'create', /did not accept it/, /Check the fields.*'Create Body'.*Check API Format/],
	[403, 'get', /API key's scope does not include this operation/, /new API key.*are fixed/i],
	[404, 'update', /'si-1' was not updated: there is no such/, /Check the ID, and the address/],
	[404, 'create', /there is no such reservation/, /Check the ID, and the address/],
	[503, 'update', /The change of .* may or may not .*can be run again.*503/, /Try again later/],
])('status %d to %s says what happened and what to do', async (status, operation, what, advice) => {
	breakWith('errorBefore', { status });
	const error = await failureOf(operation);

	expect(error.message).toMatch(what);
	expect(error.message).toContain(WORDS);
	expect(error.description).toMatch(advice);
	expect(error.httpCode).toBe(String(status));
	expect(error.name).toBe('NodeApiError');
	expect(error.context).toEqual({ itemIndex: 0 });
});

it.each([
	['get', /redirect.*address.*not followed/],
	// It may also mean that it was done.
	['create', /may or may not/],
	['update', /was not updated/],
	['delete', /was not deleted/],
])('a redirect of %s is no answer, and goes nowhere else', async (operation, words) => {
	for (const status of [302, 307]) {
		breakWith('redirect', { status });
		const error = await failureOf(operation);

		expect(panelOf(error)).toMatch(words);
		expect(error.message).toContain(`status ${status}`);
	}
	expect(hotel.traffic.join()).not.toContain('elsewhere');
});

it.each([
	['hangAfter', 100, /did not answer in time/],
	['resetBefore', 20_000, /connection broke off.*network/],
] as const)('a connection that fails is told in words: %s', async (kind, timeout, what) => {
	breakWith(kind);
	for (const operation of ['get', 'update']) {
		const error = await failureOf(operation, timeout);
		expect(panelOf(error)).toMatch(what);
		expect(error.message).not.toMatch(/ECONN|aborted|socket/);
	}
	const { message, description } = await failureOf('create', timeout);

	expect(message).toMatch(/^The service item may or may not have been created on reservation/);
	expect(description).toMatch(/Get Many.*still arrive.*'Prevent Duplicates'/);
});

it('while the service is down, nothing is sent, and each operation says so', async () => {
	await hotel.run('get', OPERATIONS.get);
	await hotel.service.stop();
	for (const operation of Object.keys(OPERATIONS)) {
		const error = await failureOf(operation);
		expect(error.message).toMatch(/could not be read|was not (created|updated|deleted)/);
		expect(panelOf(error)).toMatch(/cannot be reached.*address/);
	}
});
