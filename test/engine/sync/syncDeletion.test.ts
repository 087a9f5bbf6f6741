import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHARGE, fromItem, listOf, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';
import { runInLoop } from '../support/serviceItemNode';
import { panelOf } from '../support/workflowRun';

const hotel = useHotel();

const { date } = CHARGE;
const continued = { onError: 'continueRegularOutput' } as const;

/** A sync with Delete Missing that takes everything else from the input items. */
function sync(items: IDataObject[], parameters: INodeParameters = {}, settings: RunOptions = {}) {
	const deleting = { ...fromItem, deleteMissing: true, referencePrefix: 'r-' };
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
	it('is nothing unless Delete Missing is on', async () => {
		hold('R-1', 'a', 'b');
		await sync([wanted('a')], { deleteMissing: false, referencePrefix: '' });

		expect(hotel.ids()).toEqual(['a', 'b']);
	});

	it('is what the input no longer has, after all else of the run, and is given out in input order', async () => {
		hold('R-1', 'a', 'b', 'c');
		hold('R-2', 'd', 'e');
		hotel.service.faults.add({ method: 'DELETE', path: /b$/, kind: 'delay', delayMs: 300 });
		const run = await sync([wanted('a'), wanted('d', 'R-2'), wanted('new', 'R-3')]);

		expect(hotel.ids()).toEqual(['a', 'd', 'si-1']);
		const { methods } = hotel;
		expect(methods.indexOf('DELETE')).toBeGreaterThan(methods.indexOf('POST'));
		const deleted = (id: string, reservationId: string) => {
			const before = { amount: 10, date, description: `r-${id} [ref:r-${id}]` };
			const item = { action: 'deleted', reservationId, reference: `r-${id}`, after: null };
			return { ...item, before: { id, reservationId, ...before } };
		};
		const [b, c, e] = [deleted('b', 'R-1'), deleted('c', 'R-1'), deleted('e', 'R-2')];
		expect(run.json().slice(3)).toEqual([b, c, e]);
	});

	it('goes on behind one that somebody else has deleted meanwhile', async () => {
		hold('R-1', 'a', 'b', 'c', 'd');
		hotel.service.faults.add({ method: 'DELETE', path: /b$/, kind: 'errorAfter', status: 404 });
		const run = await sync([wanted('a')]);

		expect(run.error?.message).toBeUndefined();
		expect(hotel.ids()).toEqual(['a']);
		expect(run.json()).toMatchObject([
			{ action: 'unchanged', reference: 'r-a' },
			{ action: 'deleted', reference: 'r-b' },
			{ action: 'deleted', reference: 'r-c' },
			{ action: 'deleted', reference: 'r-d' },
		]);
	});

	it.each([
		['r-spa-', ['spa-1', 'spa-', 'tour-1', 'SPA-3', 'my-spa-4'], 'spa-2'],
		['r-cafe\u0301', ['caf\u00e9-1', 'caf'], 'caf\u00e9-2'],
	])('is only what begins with the Reference Prefix %s', async (referencePrefix, kept, old) => {
		hold('R-1', ...kept, old);
		await sync([wanted(kept[0] ?? '')], { referencePrefix });

		expect(hotel.ids()).toEqual(kept);
	});

	it('is never a charge without a reference', async () => {
		hold('R-1', 'a');
		for (const description of ['Room', '', '[ref:]', 'Note [ref:x] here', 'ref:x']) {
			hotel.book({ description });
		}
		await sync([wanted('b')]);

		expect(hotel.ids()).toHaveLength(6);
		expect(hotel.ids()).not.toContain('a');
	});

	it('is every copy of a reference that is not wanted', async () => {
		hold('R-1', 'a');
		hotel.book({ id: 'copy', description: '[ref:r-a]' });
		await sync([wanted('b')]);

		expect(hotel.ids()).toEqual(['si-1']);
	});
});

describe('nothing is deleted', () => {
	it.each([
		['an input item cannot be read', [{ ...wanted('b'), amount: 'x' }]],
		['an input item has no reference', [{ reservationId: 'R-1', amount: 1 }]],
		['an input item has no reservation', [wanted('b', '')]],
		['two input items have one reference', [wanted('b'), wanted('b')]],
	])('when %s, and the user is told so', async (_, items) => {
		hold('R-1', 'a', 'old');
		const run = await sync([wanted('a'), ...items], {}, continued);

		expect(hotel.ids('R-1')).toContain('old');
		const told = JSON.stringify([run.json().map(({ error }) => error), run.hints]);
		expect(told).toMatch(/delet/i);
	});

	it('when a reservation could not be read, while all else is done', async () => {
		hold('R-1', 'old');
		hotel.credential.edit({ accountConcurrency: 1 });
		hotel.refuse('GET', 403);
		const run = await sync([wanted('a'), wanted('b', 'R-2')], {}, continued);

		expect(run.json()).toMatchObject([
			{ error: expect.stringContaining('scope does not include') as string },
			{ action: 'created', reservationId: 'R-2' },
		]);
		expect(hotel.ids()).toEqual(['old', 'si-1']);
		expect(run.hints).toMatchObject([
			{ message: 'Nothing was deleted, as not every input item could be done' },
		]);
	});

	it('when the list cannot be read after a create, nor by a retry, and both fail', async () => {
		hold('R-1', 'old');
		hotel.refuse('GET', 400, { after: 1, times: 2 });
		const failed = await sync([wanted('a')]);
		const retried = await sync([wanted('a')], {}, { retryOf: failed });

		expect(failed.error?.message).toMatch(/^The service item may or may not have been created/);
		expect(panelOf(retried.error)).toContain('(status 400)');
		expect(hotel.ids()).toEqual(['old', 'si-1']);

		await sync([wanted('a')], {}, { retryOf: retried });
		expect(hotel.ids()).toEqual(['si-1']);
	});

	describe('where something of the reservation failed, with Continue:', () => {
		const faults: Array<[string, () => void]> = [
			['a create is refused', () => hotel.refuse('POST', 422)],
			['a create stays unclear', () => hotel.refuse('POST', 504, { times: 9 })],
			['the list does not show what was made', () => (hotel.service.dialect.listLagMs = Infinity)],
			['an update is refused', () => hotel.refuse('PATCH', 422)],
		];

		it.each(faults)('%s', async (_, fail) => {
			hold('R-1', 'old', 'kept');
			fail();
			const items = [wanted('new'), wanted('kept', 'R-1', { amount: 20 })];
			const run = await sync(items, { options: { maxRetries: 0 } }, continued);

			expect(run.json().filter(({ error }) => error !== undefined).length).toBeGreaterThan(0);
			expect(hotel.ids()).toContain('old');
			expect(run.hints.map(({ message }) => message).join()).toContain('Nothing was deleted');
		});
	});

	it('when the run stops at an item', async () => {
		hold('R-1', 'old');
		hotel.service.dialect.requiredFields = ['accountCode'];
		const run = await sync([wanted('a')]);

		expect(run.status).toBe('error');
		expect(hotel.ids()).toEqual(['old']);
	});
});

it.each([false, true])(
	'is refused with Execute Once, which hides all input items but one; dry run: %s',
	async (dryRun) => {
		hold('R-1', 'a', 'b');
		const run = await sync([wanted('a'), wanted('b')], { dryRun }, { executeOnce: true });

		expect(run.error?.message).toMatch(/^'Execute Once' is on/);
		expect(hotel.ids()).toEqual(['a', 'b']);
	},
);

it('in a second round of a loop a reservation is refused that the first has synced', async () => {
	hold('R-1', 'old');
	const items = [wanted('a'), wanted('b'), wanted('c'), wanted('d', 'R-2')];
	const parameters = { ...fromItem, deleteMissing: true, referencePrefix: 'r-' };
	const run = await runInLoop(hotel.credential, 'sync', parameters, { items, batchSize: 2 });

	expect(run.error?.message).toMatch(
		/^An earlier round of this loop has already synced this reservation/,
	);
	expect(hotel.ids()).toEqual(['si-1', 'si-2']);
});

describe('a deletion that fails', () => {
	const options = { maxRetries: 0 };
	const items = [wanted('a'), wanted('d', 'R-2')];
	const words = "The deletion of service item 'b' may or may not have been carried out";

	beforeEach(() => {
		hold('R-1', 'a', 'b', 'c');
		hold('R-2', 'd', 'e');
		hotel.service.faults.add({ method: 'DELETE', path: /b$/, kind: 'errorBefore', status: 500 });
	});

	it('comes out as an error item behind what was deleted', async () => {
		const run = await sync(items, { options }, continued);

		expect(hotel.ids()).toEqual(['a', 'b', 'd']);
		expect(run.json()).toMatchObject([
			{ action: 'unchanged' },
			{ action: 'unchanged' },
			{ action: 'deleted', reference: 'r-c' },
			{ action: 'deleted', reference: 'r-e' },
			{ error: expect.stringContaining(words) as string },
		]);
		const pairs = run.output().map(({ pairedItem }) => [pairedItem].flat()[0]);
		expect(pairs).toEqual([0, 1, 0, 1, 0].map((item) => ({ item })));
	});

	it('stops the run, and the next run completes it', async () => {
		expect((await sync(items, { options })).error?.message).toContain(words);

		await sync(items);
		expect(hotel.ids()).toEqual(['a', 'd']);
	});

	it('names what was deleted before it, also by an earlier try', async () => {
		hold('R-3', 'f', 'g', 'h');
		hotel.service.faults.add({ method: 'DELETE', path: /h$/, kind: 'errorBefore', times: 2 });
		const failed = await sync([wanted('f', 'R-3')], { options });
		const again = await sync([], { options }, { retryOf: failed });

		for (const { error } of [failed, again]) {
			expect(error?.message).toContain("'h'");
			expect(error?.description).toContain("Deleted before that: 'r-g'.");
		}
		const done = await sync([], { options }, { retryOf: again });
		expect(done.json()).toMatchObject([
			{ action: 'unchanged', reference: 'r-f' },
			{ action: 'deleted', reference: 'r-g', before: { id: 'g' }, after: null },
			{ action: 'deleted', reference: 'r-h' },
		]);
		expect(hotel.count('DELETE')).toBe(4);
	});

	it('as no list could be read after it is unclear, and not sent again once it is gone', async () => {
		hold('R-3', 'f', 'g');
		hotel.meanwhile({ method: 'DELETE' }, () => hotel.refuse('GET', 500));
		const failed = await sync([wanted('f', 'R-3')], { options });
		expect(failed.error?.message).toMatch(/may or may not have been carried out/);

		const done = await sync([], { options }, { retryOf: failed });
		expect(done.error?.message).toBeUndefined();
		expect(hotel.count('DELETE')).toBe(1);
	});
});

describe('a reservation that should be empty', () => {
	const marker = { reservationId: 'R-1', date };
	const allowed = { allowEmpty: true };

	it('that cannot be read is told, as it keeps its charges', async () => {
		hold('R-1', 'a');
		hotel.refuse('GET', 400);
		expect((await sync([marker], allowed)).error?.message).toContain('did not accept');
	});

	it.each([
		['not allowed', {}],
		['allowed without Delete Missing', { ...allowed, deleteMissing: false }],
	])('keeps its charges when that is %s', async (_, parameters) => {
		hold('R-1', 'a');
		const run = await sync([marker], parameters);

		expect(run.error?.message).toContain("'Reference' is empty");
		expect(hotel.ids()).toEqual(['a']);
	});

	it.each<[IDataObject, INodeParameters]>([
		[{ amount: '' }, {}],
		[{ amount: null, description: '  ' }, {}],
		[{}, { additionalFields: { accountCode: '', customFields: '{}' } }],
	])('is emptied by an item that has nothing of a charge: %j %j', async (fields, parameters) => {
		hold('R-1', 'a', 'b');
		hotel.book({ id: 'room', description: 'Room' });
		const run = await sync([{ ...marker, ...fields }], { ...allowed, ...parameters });

		expect(run.json().map(({ action, reference }) => [action, reference])).toEqual([
			['deleted', 'r-a'],
			['deleted', 'r-b'],
		]);
		expect(hotel.ids()).toEqual(['room']);
	});

	it.each([
		{ amount: 25, description: '' },
		{ amount: '25' },
		{ amount: 0 },
		{ amount: null, description: 'Spa' },
		{ accountCode: '4400' },
	])('keeps its charges when an item without a reference has part of one: %j', async (fields) => {
		hold('R-1', 'a', 'b');
		const run = await sync([wanted('a'), { ...marker, ...fields }], allowed, continued);

		expect(run.json()).toMatchObject([
			{ action: 'unchanged' },
			{ error: expect.stringContaining("'Reference' is empty") as string },
		]);
		expect(hotel.ids()).toEqual(['a', 'b']);
	});

	it('must be named, and is not what no input at all stands for', async () => {
		hold('R-1', 'a');
		const unnamed = await sync([{ reservationId: '' }], allowed);
		const none = await sync([], allowed);

		expect(unnamed.error?.message).toContain("'Reservation ID' is empty");
		expect(none.status).toBe('success');
		expect(hotel.requests).toEqual([]);
	});

	it('is one whose charge is deleted by its own input item', async () => {
		hold('R-1', 'a');
		const run = await sync([wanted('b', 'R-2'), marker, wanted('c', 'R-3')], allowed);

		const deleted = { action: 'deleted', reservationId: 'R-1', reference: 'r-a' };
		const rows = run.output().map(({ json, pairedItem }) => [json, [pairedItem].flat()]);
		expect(rows[2]).toMatchObject([deleted, [{ item: 1 }]]);
	});
});

describe('Max Deletions', () => {
	const ten = listOf(10, (n) => `${n - 1}`);
	beforeEach(() => hold('R-1', ...ten));

	/** Wants so many of the ten charges. */
	const syncOf = (count: number, parameters: INodeParameters, settings?: RunOptions) =>
		sync(
			ten.slice(0, count).map((id) => wanted(id)),
			parameters,
			settings,
		);

	it.each([
		[7, '2', '3 charges, more than'],
		[9, 0, '(0)'],
	])('fails a run with %i of 10 items at %p, with nothing deleted', async (...given) => {
		const [count, maxDeletions, words] = given;
		hotel.edit('0', { amount: 99 });
		const failed = await syncOf(count, { maxDeletions });

		expect(failed.error?.message).toContain('This run would delete ');
		expect(failed.error?.message).toContain(words);
		expect(panelOf(failed.error)).toMatch(/If the input is complete, set it higher/);
		// What is not deleted is done.
		expect(hotel.methods.filter((method) => method !== 'GET')).toEqual(['PATCH']);

		const [, ...rows] = (await syncOf(count, { maxDeletions }, continued)).json().slice(count - 1);
		expect(rows).toEqual([{ error: expect.stringContaining('would delete') as string }]);
		expect(hotel.ids()).toHaveLength(10);
	});

	it('is 10, over all reservations', async () => {
		hold('R-2', 'a', 'b', 'c');
		const items = [wanted('0'), wanted('a', 'R-2')];
		const run = await sync(items);
		expect(run.error?.message).toContain('would delete 11 charges');
		expect(hotel.count('DELETE')).toBe(0);

		hotel.remove('9');
		expect((await sync(items)).error).toBeUndefined();
		expect(hotel.ids()).toEqual(['0', 'a']);
	});

	it.each([
		[7, '3', 7],
		[10, '0', 10],
		[5, '', 5],
	])('lets a run with %i of 10 items pass at %p', async (count, maxDeletions, left) => {
		expect((await syncOf(count, { maxDeletions })).error).toBeUndefined();
		expect(hotel.ids()).toHaveLength(left);
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

		expect((await syncOf(9, { maxDeletions: 1 })).error).toBeUndefined();
		expect(hotel.ids()).toEqual([...ten.slice(0, 9), '11']);
	});
});

it.each<[string, string, string, RegExp]>([
	['referencePrefix', 'r-', 'r-b', /^The settings of Sync are not the same as for the first/],
	['maxDeletions', '5', '50', /^The settings of Sync are not the same as for the first/],
	['referencePrefix', 'r-b3', 'r-b3', /does not begin with 'Reference Prefix' \('r-b3'\)/],
])('%s, first %j and then %j, stop the run, and delete nothing with Continue', async (...row) => {
	const [name, first, second, message] = row;
	hold('R-1', 'a1', 'a2', 'b33');
	hold('R-2', 'b1', 'b2', 'a3');
	const before = hotel.ids();
	const items = [
		wanted('b33', 'R-1', { setting: first }),
		wanted('b1', 'R-2', { setting: second }),
	];
	const stopped = await sync(items, { [name]: '={{ $json.setting }}' });
	expect(stopped.error?.message).toMatch(message);
	expect(stopped.error?.message).toMatch(/ \[item 1\]$/);
	expect(hotel.requests).toEqual([]);

	const run = await sync(items, { [name]: '={{ $json.setting }}' }, continued);
	expect(run.json()).toMatchObject([
		{ action: 'unchanged', reference: 'r-b33' },
		{ error: expect.stringMatching(message) as string },
	]);
	expect(hotel.ids()).toEqual(before);
});
