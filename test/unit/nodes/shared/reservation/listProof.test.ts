import { UserError } from 'n8n-workflow';

import { CreatingRun, FIELDS } from '../../../support/creatingRun';
import { rejectionOf } from '../../../support/thrown';

let run: CreatingRun;
let books: CreatingRun['books'];
let session: CreatingRun['session'];
const create: CreatingRun['create'] = async (...args) => await run.create(...args);
const lists = (): number => run.lists();

beforeEach(() => {
	run = new CreatingRun();
	({ books, session } = run);
});

describe('after a create', () => {
	it('the list of a reservation is looked at, once the first is made on it', async () => {
		await create('S-1');
		expect(lists()).toBe(2);
		await create('S-2');
		expect(lists()).toBe(2);
		expect(books.waits).toEqual([]);
	});

	it('it is looked at again behind every length at which lists are usually cut off', async () => {
		const looksAfter: number[] = [];
		for (let n = 1; n <= 12; n++) {
			const before = lists();
			await create(`S-${n}`);
			if (lists() > Math.max(1, before)) looksAfter.push(n);
		}
		expect(looksAfter).toEqual([1, 6, 11]);
	});

	it('it is not looked at where a longer list has proven itself', async () => {
		for (let n = 1; n <= 3; n++) books.of('R-1').push({ id: `S-${n}`, ...FIELDS });
		await create('S-4');
		const before = lists();
		await create('T-1', { on: 'R-2' });
		expect(lists()).toBe(before + 1);
		for (let n = 1; n <= 3; n++) books.of('R-3').push({ id: `U-${n}`, ...FIELDS });
		await create('U-4', { on: 'R-3' });
		expect(lists()).toBe(before + 2);
		for (let n = 1; n <= 4; n++) books.of('R-4').push({ id: `V-${n}`, ...FIELDS });
		await create('V-5', { on: 'R-4' });
		expect(lists()).toBe(before + 4);
		expect(books.askedFor).toEqual([]);
	});

	it('a list that is there late proves nothing about how soon it shows what is made', async () => {
		await create('S-1', { on: 'R-2', sentAt: Date.now() - 1_000 });
		expect(session.reservations.proof.isPrompt).toBeUndefined();
	});

	it('a list counts as prompt as long as it never was late', async () => {
		await create('S-1', { on: 'R-2' });
		expect(session.reservations.proof.isPrompt).toBe(true);
		books.of('R-1').push({ id: 'S-2', ...FIELDS });
		await rejectionOf(create('S-3', { isListed: false }));
		expect(session.reservations.proof.isPrompt).toBe(false);
		for (const id of ['T-1', 'T-2', 'T-3']) books.of('R-3').push({ id, ...FIELDS });
		await create('T-4', { on: 'R-3' });
		expect(session.reservations.proof.isPrompt).toBe(false);
	});

	it('it has time to show what was made', async () => {
		books.beforeList = (earlier) => {
			if (earlier === 2) books.of('R-1').push({ id: 'S-1', ...FIELDS });
		};
		await create('S-1', { isListed: false });
		expect(books.waits).toEqual([1]);
		expect(books.askedFor).toEqual([]);
	});

	it('that cannot be read it proves nothing, and the next create looks again', async () => {
		books.beforeList = (earlier) => (books.isClosed = earlier === 1);
		await expect(create('S-1')).resolves.toBeDefined();
		const before = lists();
		await create('S-2');
		expect(lists()).toBe(before + 1);
	});

	it('that makes no sense, the error says that the charge was made', async () => {
		books.beforeList = (earlier) => {
			if (earlier === 1) books.of('R-1').splice(0, 1, { total: 5 });
		};
		const error = await rejectionOf(create('S-1'));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/^The service item 'S-1' was created\. .*cannot be read/);
	});
});

describe('what a list is known to cover', () => {
	it('is what it shows, up to the longest that has proven itself', async () => {
		const { reservations } = session;
		await create('S-1');
		const items = await reservations.itemsOf('R-1');
		expect(reservations.proof.covers(items)).toBe(true);

		books.of('R-2').push({ id: 'T-1', ...FIELDS }, { id: 'T-2', ...FIELDS });
		expect(reservations.proof.covers(await reservations.itemsOf('R-2'))).toBe(false);

		// It has stopped to show what was there.
		books.of('R-1').splice(0);
		await items.refresh();
		expect(reservations.proof.covers(items)).toBe(false);
	});
});
