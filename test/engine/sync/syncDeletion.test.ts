import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHARGE, fromItem, listOf, toldOf, useHotel } from '../support/hotel';
import { runInLoop, type RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const { date } = CHARGE;
const continued = { onError: 'continueRegularOutput' } as const;
const options = { maxRetries: 0 };
const deleting = { ...fromItem, deleteMissing: true, referencePrefix: 'r-' };
const stringOf = (text: string) => expect.stringContaining(text) as string;

/** A sync with Delete Missing that takes everything else from the input items. */
function sync(items: IDataObject[], parameters: INodeParameters = {}, settings: RunOptions = {}) {
	return hotel.run('sync', { ...deleting, ...parameters }, { items, ...settings });
}

function wanted(id: string, reservationId = 'R-1', more: IDataObject = {}) {
	const reference = `r-${id}`;
	return { reservationId, reference, amount: 10, date, description: reference, ...more };
}

/** Puts charges with these IDs on a reservation; the reference of `a` is `r-a`. */
function hold(reservationId: string, ...ids: string[]): void {
	for (const id of ids) {
		hotel.book({ id, amount: 10, description: `r-${id} [ref:r-${id}]` }, reservationId);
	}
}

describe('what is deleted', () => {
	it('is what the input no longer has, after all else of the run, and is given out with its reservation', async () => {
		hold('R-1', 'a', 'b', 'c');
		hold('R-2', 'd', 'e');
		hotel.service.faults.add({ method: 'DELETE', path: /b$/, kind: 'delay', delayMs: 300 });
		const run = await sync([wanted('a'), wanted('d', 'R-2'), wanted('new', 'R-3')]);

		expect(hotel.ids()).toEqual(['a', 'd', 'si-1']);
		expect(hotel.methods.indexOf('DELETE')).toBeGreaterThan(hotel.methods.indexOf('POST'));
		const description = 'r-e [ref:r-e]';
		const before = { id: 'e', reservationId: 'R-2', amount: 10, date, description };
		const e = { action: 'deleted', reservationId: 'R-2', reference: 'r-e', before, after: null };
		expect(run.output()[4]).toEqual({ json: e, pairedItem: { item: 1 } });
		const rows = run.output().map(({ json, pairedItem }) => [json.reference, pairedItem]);
		const given = ['0 r-a', '0 r-b', '0 r-c', '1 r-d', '1 r-e', '2 r-new'];
		expect(rows).toEqual(given.map((row) => [row.slice(2), { item: Number(row[0]) }]));
	});

	it.each([
		['r-spa-', ['spa-1', 'spa-', 'tour-1', 'SPA-3', 'my-spa-4'], 'spa-2'],
		['r-cafe\u0301', ['caf\u00e9-1', 'caf'], 'caf\u00e9-2'],
		['r-caf\u00e9', ['cafe\u0301-1', 'caf'], 'cafe\u0301-2'],
	])('is only what begins with the Reference Prefix %s', async (referencePrefix, kept, old) => {
		hold('R-1', ...kept, old);
		await sync([wanted(kept[0] ?? '')], { referencePrefix });

		expect(hotel.ids()).toEqual(kept);
	});

	it('is every copy of a reference, and never a charge without one', async () => {
		const others = ['Room', '', '[ref:]', 'Note [ref:x] here', 'ref:x'];
		for (const description of others) hotel.book({ description });
		hold('R-1', 'a');
		hotel.book({ id: 'copy', description: '[ref:r-a]' });
		await sync([wanted('b')]);

		expect(hotel.ids()).toEqual(listOf(6, (n) => `si-${n}`));
	});
});

describe('nothing is deleted', () => {
	const faults: Array<[string, () => unknown, IDataObject[]?]> = [
		['an input item cannot be read', () => 0, [{ ...wanted('b'), amount: 'x' }]],
		['two input items have one reference', () => 0, [wanted('b'), wanted('b')]],
		['a create is refused', () => hotel.refuse('POST', 422)],
		['a create stays unclear', () => hotel.refuse('POST', 504, { times: 9 })],
		['the list does not show what was made', () => (hotel.service.dialect.listLagMs = Infinity)],
		['an update is refused', () => hotel.refuse('PATCH', 422)],
		['a reservation could not be read', () => hotel.refuse('GET', 403)],
	];

	it.each(faults)('on any reservation when %s, and the user is told so', async (...row) => {
		const [, fail, more = []] = row;
		hold('R-1', 'old', 'kept');
		hold('R-2', 'other');
		fail();
		const items = [wanted('new'), wanted('kept', 'R-1', { amount: 20 }), wanted('x', 'R-2')];
		const run = await sync([...items, ...more], { options }, continued);

		expect(run.json().some(({ error }) => error !== undefined)).toBe(true);
		expect(hotel.ids()).toEqual(expect.arrayContaining(['old', 'kept', 'other']));
		const message = 'Nothing was deleted, as not every input item could be done';
		expect(run.hints).toMatchObject([{ message }]);
	});

	it('with Execute Once, nor planned', async () => {
		const items = [wanted('a'), wanted('b')];
		const run = await sync(items, { dryRun: true }, { executeOnce: true });

		expect(run.error?.message).toMatch(/^'Execute Once' is on/);
		expect(hotel.requests).toEqual([]);
	});

	it('in a second round of a loop on a reservation that the first has synced', async () => {
		hold('R-1', 'old');
		const items = [wanted('a'), wanted('b'), wanted('c'), wanted('d', 'R-2')];
		const run = await runInLoop(hotel.credential, 'sync', deleting, { items, batchSize: 2 });

		expect(run.error?.message).toMatch(/^An earlier round of this loop has synced this/);
		expect(hotel.ids()).toEqual(['si-1', 'si-2']);
	});
});

describe('a deletion that fails', () => {
	const fail = (id: RegExp, times = 1) =>
		hotel.service.faults.add({ method: 'DELETE', path: id, kind: 'errorBefore', times });

	it('comes out as an error item behind what was deleted', async () => {
		hold('R-1', 'a', 'b', 'c');
		hold('R-2', 'd', 'e');
		fail(/b$/);
		const run = sync([wanted('a'), wanted('d', 'R-2')], { options }, continued);

		const words = "The change of service item 'b' may or may not have been carried out";
		const told = ['unchanged', 'deleted', stringOf(words), 'unchanged', 'deleted'];
		expect(await toldOf(run)).toEqual(told);
		expect(hotel.ids()).toEqual(['a', 'b', 'd']);
	});

	it('names what was deleted before it, also by an earlier try, and is tried again', async () => {
		hold('R-1', 'a', 'b', 'c', '..');
		fail(/c$/, 2);
		const failed = await sync([wanted('a')], { options });
		const again = await sync([], { options }, { retryOf: failed });

		for (const { error } of [failed, again]) {
			expect(error?.message).toContain("'c'");
			expect(error?.description).toContain("Deleted before that: 'r-b'.");
		}
		// What cannot stand in a path is not sent.
		const told = await toldOf(sync([], { options }, { retryOf: again, ...continued }));
		expect(told).toEqual(['unchanged', 'deleted', 'deleted', stringOf("gives the ID '..'")]);
		expect([hotel.ids(), hotel.count('DELETE')]).toEqual([['a', '..'], 4]);
	});
});

describe('a reservation that should be empty', () => {
	const marker = { reservationId: 'R-1', date };
	const allowed = { allowEmpty: true };
	beforeEach(() => hold('R-1', 'a', 'b'));

	it.each<[string, IDataObject, INodeParameters]>([
		["'Reference' is empty", marker, {}],
		["'Reference' is empty", marker, { ...allowed, deleteMissing: false }],
		["'Reference' is empty", { ...marker, amount: 0 }, allowed],
		["'Reference' is empty", { ...marker, accountCode: '4400' }, allowed],
		["'Reservation ID' is empty", { reservationId: '' }, allowed],
	])('keeps its charges, as %s: %j %j', async (message, item, parameters) => {
		const told = await toldOf(sync([item, wanted('c', 'R-2')], parameters, continued));
		expect(told).toEqual([stringOf(message), 'created']);
		expect(hotel.ids('R-1')).toEqual(['a', 'b']);
	});

	it('is emptied by an item that has nothing of a charge', async () => {
		hotel.book({ id: 'room', description: 'Room' });
		const nothing = { ...marker, amount: null, description: '  ', accountCode: '' };
		const items = [wanted('c', 'R-2'), nothing, wanted('d', 'R-3')];
		const run = await sync(items, allowed);

		const deleted = { action: 'deleted', reservationId: 'R-1' };
		const rows = ['r-a', 'r-b'].map((reference) => {
			return { json: { ...deleted, reference }, pairedItem: { item: 1 } };
		});
		expect(run.output().slice(1, 3)).toMatchObject(rows);
		expect(hotel.ids('R-1')).toEqual(['room']);
	});
});

describe('Max Deletions', () => {
	const ten = listOf(10, (n) => `${n - 1}`);
	/** Wants so many of the ten charges. */
	const someOf = (count: number) => ten.slice(0, count).map((id) => wanted(id));
	beforeEach(() => hold('R-1', ...ten));

	it('fails a run that would delete more, which does all else', async () => {
		hotel.edit('0', { amount: 99 });
		const { error } = await sync(someOf(7), { maxDeletions: '2' });

		expect(error?.message).toMatch(/^This run would delete 3 charges, more than .*\(2\).* higher/);
		expect(hotel.methods.filter((method) => method !== 'GET')).toEqual(['PATCH']);
		const told = await toldOf(sync(someOf(9), { maxDeletions: 0 }, continued));
		expect(told.slice(8)).toEqual(['unchanged', stringOf('would delete 1 ')]);
		expect(hotel.ids()).toHaveLength(10);
	});

	it('is 10, over all reservations', async () => {
		hold('R-2', 'a', 'b', 'c');
		const items = [wanted('0'), wanted('a', 'R-2')];
		expect((await sync(items)).error?.message).toContain('would delete 11 charges');
		expect(hotel.count('DELETE')).toBe(0);

		hotel.remove('9');
		expect((await sync(items)).error).toBeUndefined();
		expect(hotel.ids()).toEqual(['0', 'a']);
	});

	it('lets a dry run give all its rows, with a hint, from one look at each list', async () => {
		hold('R-2', 'b');
		const items = [wanted('0'), wanted('new', 'R-2')];
		const run = await sync(items, { dryRun: true, maxDeletions: '5' });

		expect(run.json().filter(({ action }) => action === 'wouldDelete')).toHaveLength(9 + 1);
		expect(run.hints.map(({ message }) => message).join()).toMatch(/would delete 10 .*would fail/);
		expect([hotel.count('GET'), hotel.changes]).toEqual([2, []]);
	});

	it('leaves alone what another workflow adds after they were counted', async () => {
		hotel.meanwhile({ method: 'GET', after: 1 }, () => hold('R-1', '11'));

		expect((await sync(someOf(9), { maxDeletions: 1 })).error).toBeUndefined();
		expect(hotel.ids()).toEqual([...ten.slice(0, 9), '11']);
	});
});
