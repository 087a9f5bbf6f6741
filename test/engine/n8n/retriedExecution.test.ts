import type { IDataObject, INodeParameters, IRunExecutionData } from 'n8n-workflow';
import { chargeFromItem, charges, path, toldOf, useHotel } from '../support/hotel';
import { engineLog, restartedPackage } from '../support/loadedPackage';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();
const packageRoot = restartedPackage();

/** One charge on each of six reservations. */
const six = charges(6, 6);
const alike = [six[0], { ...six[0] }] as IDataObject[];

const off = {};
const sameFields = { preventDuplicates: 'sameFields' };
const byReference = { preventDuplicates: 'reference' };
const upsert = { ...byReference, operation: 'upsert' };
const sync = { ...byReference, operation: 'sync' };

/** One by one, in executions that stop on the way; by itself the node sends nothing again. */
beforeEach(() => hotel.credential.edit({ accountConcurrency: 1 }));

function run(parameters: INodeParameters = off, settings: RunOptions = {}) {
	const { operation = 'create', ...others } = parameters;
	const all = { ...chargeFromItem, options: { maxRetries: 0 }, ...others };
	return hotel.run(operation as string, all, { items: six, ...settings });
}

/** The amounts in the books, in the order in which they came there. */
const booked = () => hotel.service.books.all().map(({ amount }) => amount);
const lose = (after: number) =>
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after });
const refuse = (after: number) => hotel.refuse('POST', 423, { after });
/** No list can be read, after so many. */
const hide = (after: number) => hotel.refuse('GET', 500, { after, times: 9 });

describe('a retry of a failed execution', () => {
	it('goes on where it stopped, and gives out all results, in an n8n started anew, with another key and address', async () => {
		refuse(3);
		const failed = await run();
		expect(failed.error?.description).toContain('3 of 6 items were done');

		const baseUrl = hotel.saved.baseUrl.replace('127.0.0.1', 'localhost');
		hotel.credential.edit({ baseUrl, apiKey: hotel.issueKey('hotel') });
		const retried = await run(off, { retryOf: failed, packageRoot });
		expect(hotel.bodies.map(({ amount }) => amount)).toEqual([1, 2, 3, 4, 4, 5, 6]);
		expect(retried.output()).toEqual(
			six.map(({ reference, ...charge }, item) => ({
				json: { id: reference.replace('r', 'si'), ...charge },
				pairedItem: { item },
			})),
		);
	});

	const unclear = 'may or may not have been created';
	const elsewise = 'an earlier try of this execution did something else, or may have';
	const kept = () => hotel.keepOtherwise(() => ({ description: 'Something else' }));

	const lag = () => (hotel.service.dialect.listLagMs = Infinity);
	const loseAndHide = () => (lose(0), hide(1));
	const [one, two] = [six.slice(0, 1), six.slice(0, 2)];
	const made = ['created', 'created'];
	const plan = { ...sync, dryRun: true };
	type History = [string, () => unknown, IDataObject[], INodeParameters, INodeParameters];

	/** What goes wrong in the first run, of which items, and how they are tried again; then what is said, and what is on the bills. */
	it.each<[...History, string[], number[]]>([
		['unclear, Off', () => lose(0), two, off, off, [unclear, 'done'], [1, 2]],
		// It carries no reference, and would be made twice.
		['unclear, Off', () => lose(0), one, off, byReference, [unclear], [1]],
		['unclear, Off', () => lose(0), one, off, sameFields, ['created'], [1]],
		['unclear, looked for in vain', loseAndHide, two, sameFields, sameFields, made, [1, 2]],
		['unclear, looked for in vain', loseAndHide, two, byReference, byReference, made, [1, 2]],
		['made, and unclear', () => lose(1), two, off, upsert, [elsewise, elsewise], [1, 2]],
		['made, stored otherwise', kept, one, byReference, off, ['stored this text otherwise'], [1]],
		['made, an alike one refused', () => refuse(1), alike, sameFields, sameFields, made, [1, 1]],
		['unclear, an alike one not sent', () => lose(0), alike, off, sameFields, made, [1, 1]],
		['planned by a dry run', () => hide(1), two, plan, sync, made, [1, 2]],
		['made, shown by no list', lag, one, byReference, byReference, ['was not created again'], [1]],
	])('where %s: no charge is lost or made twice', async (...history) => {
		const [, goWrong, items, first, then, told, bills] = history;
		goWrong();
		const failed = await run(first, { items });
		expect(failed.status).toBe('error');
		hotel.service.faults.clear();
		const settings = { retryOf: failed, packageRoot, onError: 'continueRegularOutput' } as const;
		const said = await toldOf(run(then, settings));

		expect(said).toEqual(told.map((words) => expect.stringContaining(words) as string));
		expect(booked()).toEqual(bills);
	});

	it('reports what it had under way when it was stopped, and looks up nothing of what is done', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'hangAfter', after: 2 });
		const running = run();
		await hotel.until(() => booked().length === 3);
		running.cancel();
		const stopped = await running;
		expect(stopped.status).toBe('canceled');

		const again = await run(off, { retryOf: stopped });
		expect(again.error?.message).toMatch(/may or may not have been created on reservation 'R-3'/);
		const settled = await run(sameFields, { retryOf: again });
		expect(settled.status).toBe('success');
		expect(booked()).toEqual([1, 2, 3, 4, 5, 6]);
		const query = { reservationId: 'R-1' };
		expect(hotel.requests).not.toContainEqual(expect.objectContaining({ query }));
	});

	const toTest = () => ({ environment: 'test', testBaseUrl: hotel.saved.baseUrl });
	const firstInput = ({ executionData }: IRunExecutionData) =>
		executionData?.nodeExecutionStack[0]?.data.main?.[0]?.[0]?.json;

	it.each<[string, (stored: IRunExecutionData) => unknown]>([
		['account', () => hotel.credential.edit(hotel.addAccount('another').data)],
		['environment', () => hotel.credential.edit(toTest())],
		['input item', (stored) => Object.assign(firstInput(stored) ?? {}, { amount: 9 })],
	])('refuses what was done for another %s, and does the others', async (_, change) => {
		refuse(1);
		const failed = await run(off, { items: six.slice(0, 3) });
		const { database } = failed;
		change(database);
		const retryOf = Object.create(failed, { database: { value: database } }) as typeof failed;
		const told = await toldOf(run(off, { retryOf, onError: 'continueRegularOutput' }));

		const words = `${elsewise}: another operation, account or input item`;
		expect(told).toEqual([expect.stringContaining(words), 'done', 'done']);
		expect(booked()).toEqual([1, 2, 3]);
	});

	it('tells of an unclear charge that it does not come to, before the input that it stops at', async () => {
		lose(1);
		const failed = await run();
		const amount = '={{ $json.amount === 1 ? "many" : $json.amount }}';
		const again = await run({ amount }, { retryOf: failed });

		expect(failed.error?.message).toMatch(/may or may not have been created .*\[item 1\]$/);
		expect(again.error?.message).toBe(failed.error?.message);
		expect(again.error?.description).toContain("'Amount' is 'many'");
		expect(hotel.count('POST')).toBe(2);
	});
});

it('stopped while it looks for an unclear charge, the run says that it is unclear', async () => {
	lose(0);
	hotel.service.faults.add({ method: 'GET', path, kind: 'hangBefore', after: 1 });
	const running = run(sameFields);
	await hotel.until(() => hotel.requests.length === 3);
	running.cancel();

	expect((await running).status).toBe('canceled');
	const words = '0 of 6 items were done; it is unclear for items 0 whether';
	expect(engineLog.join('\n')).toContain(words);
});
