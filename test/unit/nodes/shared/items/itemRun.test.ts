import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ItemInput } from '../../../../../nodes/shared/items/itemInput';
import type { ChangeOnceJob, ItemJob } from '../../../../../nodes/shared/items/itemJob';
import { ItemRun } from '../../../../../nodes/shared/items/itemRun';
import { Bookkeeping } from '../../../support/bookkeeping';
import { node } from '../../../support/node';

let nodeContext: IDataObject;
let events: string[];

beforeEach(() => {
	nodeContext = {};
	events = [];
});

/** One try of a run of two items, and what n8n is given. */
async function tryOnce(jobs: ItemJob[], continueOnFail = false): Promise<unknown> {
	const context = {
		getNode: () => node,
		getInputData: () => jobs.map((_, index) => ({ json: { index } })),
		getContext: () => nodeContext,
		getExecutionId: () => '1',
		getNodeParameter: () => 'create',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		continueOnFail: () => continueOnFail,
		logger: { info: () => undefined, warn: (text: string) => events.push(text) },
	} as unknown as IExecuteFunctions;
	const session = Object.assign(new Bookkeeping().session(), { maxConcurrency: 2 });
	Object.assign(session.client, { fingerprint: 'account' });
	const run = new ItemRun(context, undefined);
	const accounts = { sessions: [session], of: () => session };
	await run.open(async () => await Promise.resolve(accounts));
	const prepare = ({ itemIndex }: ItemInput): ItemJob => jobs[itemIndex] as ItemJob;
	const works = new Map([[session, { prepare }]]);
	await run.runAll(await run.prepareAll(accounts, works));
	try {
		return run.finish().map(({ json, error }) => error?.message ?? json);
	} catch (error) {
		return (error as Error).message;
	}
}

/** A job that notes what is asked of it, and gives out its name. */
function job(name: string, reservationId: string, changes: Partial<ChangeOnceJob> = {}): ItemJob {
	const done = (what: string): Promise<IDataObject[]> => {
		events.push(`${what} ${name}`);
		return Promise.resolve([{ name }]);
	};
	return {
		kind: 'changeOnce',
		reservationId,
		orderKey: `reservation ${reservationId}`,
		run: async () => await done('run'),
		replay: async (_, needsRecheck) => await done(needsRecheck ? 'replay and look' : 'replay'),
		recheck: async () => void (await done('recheck')),
		...changes,
	};
}

const refuse = (): Promise<never> => Promise.reject(new UserError('No'));

it('does all items of a reservation, and then looks at them once more', async () => {
	expect(await tryOnce([job('a', 'R-1'), job('b', 'R-1')])).toEqual([{ name: 'a' }, { name: 'b' }]);
	expect(events).toEqual(['run a', 'run b', 'recheck a', 'recheck b']);
});

it('gives out what the second look says', async () => {
	const recheck = (): Promise<IDataObject[]> => Promise.resolve([{ name: 'another' }]);

	expect(await tryOnce([job('a', 'R-1', { recheck })])).toEqual([{ name: 'another' }]);
});

it('starts nothing more when an item does not succeed, but looks at what was done', async () => {
	const jobs = [job('a', 'R-1'), job('b', 'R-1', { run: refuse }), job('c', 'R-1')];

	expect(await tryOnce(jobs)).toContain('No');
	expect(events).toEqual(['run a', 'recheck a']);
});

it('goes on with the others where n8n is told to continue', async () => {
	const jobs = [job('a', 'R-1', { run: refuse }), job('b', 'R-1'), job('c', 'R-2')];

	expect(await tryOnce(jobs, true)).toEqual([
		expect.stringContaining('No'),
		{ name: 'b' },
		{ name: 'c' },
	]);
});

it('replays in a later try what was done, before anything else', async () => {
	await tryOnce([job('a', 'R-1', { run: refuse }), job('b', 'R-2')]);
	events = [];

	expect(await tryOnce([job('a', 'R-1'), job('b', 'R-2')])).toEqual([{ name: 'a' }, { name: 'b' }]);
	expect(events.filter((event) => !event.startsWith('recheck'))).toEqual(['replay b', 'run a']);
});

it('asks a later try to look again at what a second look found fault with', async () => {
	expect(await tryOnce([job('a', 'R-1', { recheck: refuse })])).toContain('No');
	events = [];
	await tryOnce([job('a', 'R-1')]);

	expect(events[0]).toBe('replay and look a');
});

it('reads anew in every try', async () => {
	const read = (): ItemJob => ({
		kind: 'read',
		run: () => Promise.resolve([{ reading: events.push('read') }]),
	});
	await tryOnce([read(), job('a', 'R-1', { run: refuse })]);
	events = [];
	await tryOnce([read(), job('a', 'R-1')]);

	expect(events).toContain('read');
});
