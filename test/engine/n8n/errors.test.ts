import type { INodeParameters } from 'n8n-workflow';
import type { FaultKind } from '../../service/faults';
import { OPERATIONS, path, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { panelOf, type ShownError } from '../support/workflowRun';

const hotel = useHotel();

/** What the service says whenever it is told to fail. */
const WORDS = 'The service is unavailable';
const serviceId = byId('si-1');

/** Runs one operation without retries and returns what n8n shows. */
async function failureOf(operation: string, options: INodeParameters = {}): Promise<ShownError> {
	const parameters = { ...OPERATIONS[operation], options: { maxRetries: 0, ...options } };
	const run = await hotel.run(operation, parameters);
	if (run.error === undefined) throw new Error(`It succeeded: ${JSON.stringify(run.json())}`);
	return run.error;
}

/** From now on every request about service items goes wrong; logins do not. */
function breakWith(kind: FaultKind, details: { status?: number; location?: string } = {}) {
	hotel.service.faults.add({ kind, path, times: 1000, ...details });
}

beforeEach(async () => {
	hotel.seed('si-1');
	await hotel.run('get', { serviceId });
	hotel.service.log.clear();
});

// Every other case is a row of the unit tests.
it.each([
	[400, 'create', /did not accept it/, /Check the fields.*'Create Body'.*Check API Format/],
	[403, 'get', /API key's scope does not include this operation/, /new API key.*are fixed/i],
	[404, 'update', /'si-1' was not updated: there is no such/, /Check the ID.*deleted/],
	[404, 'create', /there is no such reservation/, /Check the ID, and the address/],
	[503, 'update', /The update of .* may or may not .*can be run again.*503/, /Try again later/],
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

describe('an answer that cannot be used', () => {
	it.each([
		['html', /not JSON.*address/],
		['redirect', /redirect.*address.*not followed/],
	] as const)('%s to a read', async (kind, words) => {
		breakWith(kind);
		for (const operation of ['get', 'getAll']) {
			const panel = panelOf(await failureOf(operation));

			expect(panel).toMatch(words);
			expect(panel).not.toMatch(/[<>]/);
		}
	});

	it('redirect to a change is none, and goes nowhere else', async () => {
		const location = `${hotel.service.url}/elsewhere`;
		for (const status of [302, 307]) {
			hotel.service.faults.clear();
			breakWith('redirect', { status, location });
			for (const operation of ['create', 'update', 'delete']) {
				const { message } = await failureOf(operation);
				// To a create, it may also mean that it was done.
				const isOpen = operation === 'create';
				expect(message).toMatch(isOpen ? /may or may not/ : /was not (created|updated|deleted)/);
				expect(message).toContain(`status ${status}`);
			}
		}

		expect(hotel.traffic.join()).not.toContain('elsewhere');
	});
});

describe('a connection that fails', () => {
	it.each([
		['hangAfter', 100, /did not answer in time/],
		['resetBefore', 20_000, /connection broke off.*network/],
	] as const)('with %s', async (kind, timeout, what) => {
		breakWith(kind);
		for (const operation of ['get', 'update']) {
			const error = await failureOf(operation, { timeout });
			expect(panelOf(error)).toMatch(what);
			expect(error.message).not.toMatch(/ECONN|aborted|socket/);
			if (operation === 'update')
				expect(error.message).toMatch(/may or may not .* can be run again/);
		}
		const { message, description } = await failureOf('create', { timeout });

		expect(message).toMatch(/^The service item may or may not have been created on reservation/);
		expect(description).toMatch(/Get Many.*not sent again.*charged twice.*'Prevent Duplicates'/);
	});

	it('because the service is down sends nothing and says so', async () => {
		await hotel.service.stop();
		for (const operation of Object.keys(OPERATIONS)) {
			const error = await failureOf(operation);
			expect(error.message).toMatch(/could not be read|was not (created|updated|deleted)/);
			expect(panelOf(error)).toMatch(/cannot be reached.*address/);
		}
	});
});
