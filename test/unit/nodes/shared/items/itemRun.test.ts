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

/** How a run goes on when an item does not succeed, and whether its items know of each other. */
interface Settings {
	continueOnFail?: boolean;
	areItemsIndependent?: boolean;
	maxConcurrency?: number;
}

/** One try of a run, and what n8n is given. */
async function tryOnce(
	jobs: Array<ItemJob | undefined>,
	{ continueOnFail = false, areItemsIndependent, maxConcurrency = 2 }: Settings = {},
): Promise<unknown> {
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
	const session = Object.assign(new Bookkeeping().session(), { maxConcurrency });
	Object.assign(session.client, { fingerprint: 'account' });
	const run = new ItemRun(context, undefined);
	const accounts = { sessions: [session], of: () => session };
	await run.open(async () => await Promise.resolve(accounts));
	const prepare = ({ itemIndex }: ItemInput): ItemJob => {
		events.push(`check ${itemIndex}`);
		const found = jobs[itemIndex];
		if (!found) throw new UserError('The input is no good');
		return found;
	};
	const work = { prepare, areItemsIndependent };
	const works = new Map([[session, work]]);
	if (run.mayCheckMeanwhile(works)) await run.checkAndRun(accounts, works);
	else await run.runAll(await run.checkAll(accounts, works));
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
		run: async () => await done('run'),
		replay: async (_, needsRecheck) => await done(needsRecheck ? 'replay and look' : 'replay'),
		recheck: async () => void (await done('recheck')),
		...changes,
	};
}

/** A job that may be sent beside others. */
function change(name: string, orderKey = name): ItemJob {
	const run = async (): Promise<IDataObject[]> => {
		events.push(`run ${name}`);
		await Promise.resolve();
		events.push(`end ${name}`);
		return [{ name }];
	};
	return { kind: 'change', orderKey, run };
}

/** What happened, but for the checks of the input. */
function done(): string[] {
	return events.filter((event) => !event.startsWith('check'));
}

const refuse = (): Promise<never> => Promise.reject(new UserError('No'));

it('does all items of a reservation, and then looks at them once more', async () => {
	expect(await tryOnce([job('a', 'R-1'), job('b', 'R-1')])).toEqual([{ name: 'a' }, { name: 'b' }]);
	expect(done()).toEqual(['run a', 'run b', 'recheck a', 'recheck b']);
});

it('gives out what the second look says', async () => {
	const recheck = (): Promise<IDataObject[]> => Promise.resolve([{ name: 'another' }]);

	expect(await tryOnce([job('a', 'R-1', { recheck })])).toEqual([{ name: 'another' }]);
});

it('starts nothing more when an item does not succeed, but looks at what was done', async () => {
	const jobs = [job('a', 'R-1'), job('b', 'R-1', { run: refuse }), job('c', 'R-1')];

	expect(await tryOnce(jobs)).toContain('No');
	expect(done()).toEqual(['run a', 'recheck a']);
});

it('goes on with the others where n8n is told to continue', async () => {
	const jobs = [job('a', 'R-1', { run: refuse }), job('b', 'R-1'), job('c', 'R-2')];

	expect(await tryOnce(jobs, { continueOnFail: true })).toEqual([
		expect.stringContaining('No'),
		{ name: 'b' },
		{ name: 'c' },
	]);
});

it('replays in a later try what was done, before anything else', async () => {
	await tryOnce([job('a', 'R-1', { run: refuse }), job('b', 'R-2')]);
	events = [];

	expect(await tryOnce([job('a', 'R-1'), job('b', 'R-2')])).toEqual([{ name: 'a' }, { name: 'b' }]);
	expect(done().filter((event) => !event.startsWith('recheck'))).toEqual(['replay b', 'run a']);
});

it('asks a later try to look again at what a second look found fault with', async () => {
	expect(await tryOnce([job('a', 'R-1', { recheck: refuse })])).toContain('No');
	events = [];
	await tryOnce([job('a', 'R-1')]);

	expect(done()[0]).toBe('replay and look a');
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

describe('the input', () => {
	const independent = { areItemsIndependent: true, maxConcurrency: 1 };
	const allFirst = ['check 0', 'check 1', 'run a', 'end a', 'run b', 'end b'];

	it('is checked as a whole before anything is sent', async () => {
		await tryOnce([change('a'), change('b')], independent);
		expect(events).toEqual(allFirst);
	});

	it('of an item is checked while others are under way, where n8n is told to continue', async () => {
		const given = await tryOnce([change('a'), change('b')], {
			...independent,
			continueOnFail: true,
		});

		expect(events).toEqual(['check 0', 'run a', 'end a', 'check 1', 'run b', 'end b']);
		expect(given).toEqual([{ name: 'a' }, { name: 'b' }]);
	});

	it('is checked as a whole all the same where items know of each other', async () => {
		await tryOnce([change('a'), change('b')], { maxConcurrency: 1, continueOnFail: true });
		expect(events).toEqual(allFirst);
	});

	it('is checked as a whole when an earlier try has left something: that comes first', async () => {
		await tryOnce([{ ...change('a'), run: refuse }, change('b')], {
			areItemsIndependent: true,
		});
		events = [];
		await tryOnce([change('a'), change('b')], { ...independent, continueOnFail: true });

		expect(events).toEqual(['check 0', 'check 1', 'run a', 'end a']);
	});

	it('is checked no further ahead than there is something free to send it', async () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f'];
		await tryOnce(
			names.map((name) => change(name)),
			{ areItemsIndependent: true, maxConcurrency: 2, continueOnFail: true },
		);

		const aheadOf = names.map((name) => {
			const before = events.slice(0, events.indexOf(`end ${name}`));
			return before.filter((event) => event.startsWith('check')).length;
		});
		expect(Math.max(...aheadOf.map((checked, ended) => checked - ended))).toBe(2);
	});

	it('that is no good keeps nothing else from being sent', async () => {
		const jobs = [change('a'), undefined, change('c', 'a')];
		expect(await tryOnce(jobs, { ...independent, continueOnFail: true })).toEqual([
			{ name: 'a' },
			expect.stringContaining('no good'),
			{ name: 'c' },
		]);
	});
});
