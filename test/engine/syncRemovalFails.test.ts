import { useRemovals, wanted } from './support/removals';

const { hotel, sync, hold, ids } = useRemovals();

describe('nothing is removed', () => {
	const settings = { onError: 'continueRegularOutput' } as const;

	it.each([
		['an input item cannot be read', [{ ...wanted('b'), amount: 'x' }]],
		['an input item has no reference', [{ reservationId: 'R-1', amount: 1 }]],
		['an input item has no reservation', [wanted('b', '')]],
		['two input items have one reference', [wanted('b'), wanted('b')]],
	])('when %s', async (_, items) => {
		hold('R-1', 'a', 'old');
		await sync([wanted('a'), ...items], {}, settings);

		expect(ids('R-1')).toContain('old');
	});

	it('and the user is told so', async () => {
		hold('R-1', 'old');
		const run = await sync([wanted('a'), { ...wanted('b'), amount: 'x' }], {}, settings);

		const told = JSON.stringify([run.json().map(({ error }) => error), run.hints]);
		expect(told).toMatch(/remov|delet/i);
	});

	it('when the run stops at an item', async () => {
		hold('R-1', 'old');
		hotel.service.dialect.requiredFields = ['accountCode'];
		const run = await sync([wanted('a')]);

		expect(run.status).toBe('error');
		expect(ids()).toEqual(['old']);
	});
});

describe('a removal that fails', () => {
	beforeEach(() => {
		hold('R-1', 'a', 'b', 'c');
		hold('R-2', 'd', 'e');
		hotel.service.faults.add({ method: 'DELETE', path: /b$/, kind: 'errorBefore', status: 500 });
	});
	const items = [wanted('a'), wanted('d', 'R-2')];

	it('comes out as an error item beside what was removed', async () => {
		const run = await sync(items, {}, { onError: 'continueRegularOutput' });

		expect(ids()).toEqual(expect.arrayContaining(['a', 'b', 'd']));
		expect(ids()).not.toContain('e');
		const errors = run.json().filter(({ error }) => error !== undefined);
		expect(errors).toEqual([
			{
				error: expect.stringMatching(
					/The deletion of service item 'b' may or may not have been carried out/,
				) as string,
			},
		]);
		const removed = run.json().filter(({ action }) => action === 'removed');
		expect(removed.map(({ reference }) => reference)).toContain('r-e');
		expect(run.json().slice(0, 2)).toMatchObject([
			{ action: 'unchanged' },
			{ action: 'unchanged' },
		]);
	});

	it('stops the run, and the next run completes it', async () => {
		const run = await sync(items);
		expect(run.error?.message).toContain(
			"The deletion of service item 'b' may or may not have been carried out",
		);

		await sync(items);
		expect(ids()).toEqual(['a', 'd']);
	});
});
