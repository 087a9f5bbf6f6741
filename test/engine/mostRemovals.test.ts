import type { INodeParameters } from 'n8n-workflow';
import { day, useLimitedRuns } from './support/limitedRuns';
import { meanwhile } from './support/meanwhile';

const { hotel, run } = useLimitedRuns();

describe('Most Removals', () => {
	beforeEach(() => {
		for (let n = 0; n < 10; n++) {
			const description = `Late checkout [ref:r-${n}]`;
			hotel.service.books.add('R-1', { id: `r-${n}`, amount: 10, date: day, description });
		}
	});

	const syncOf = (count: number, mostRemovals: string | number, parameters: INodeParameters = {}) =>
		run(
			'sync',
			Array.from({ length: count }, (_, n) => ({ amount: 11, reference: `r-${n}` })),
			{},
			{},
			{ removeMissing: true, referencePrefix: 'r-', mostRemovals, ...parameters },
		);

	it.each([
		[7, '2', '3 service items'],
		[9, 0, '1 service items'],
	])('refuses a run with %i of 10 items at %p before anything is changed', async (...given) => {
		const [count, mostRemovals, words] = given;
		const failed = await syncOf(count, mostRemovals);

		expect(failed.error?.message).toContain(`This run would delete ${words}`);
		expect(failed.error?.description).toMatch(/^Look whether the input is complete/);
		expect(hotel.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it.each([
		[7, '3', 7],
		[10, '0', 10],
		[5, '', 5],
	])('lets a run with %i of 10 items pass at %p', async (count, mostRemovals, left) => {
		const done = await syncOf(count, mostRemovals);

		expect(done.error).toBeUndefined();
		expect(hotel.service.books.all()).toHaveLength(left);
	});

	it('leaves alone what another workflow adds after they were counted', async () => {
		const description = 'Late checkout [ref:r-11]';
		meanwhile(hotel.service, { method: 'GET', after: 1 }, () =>
			hotel.service.books.add('R-1', { amount: 10, date: day, description }),
		);
		const done = await syncOf(9, 1);

		expect(done.error).toBeUndefined();
		expect(hotel.service.books.all().map(({ id }) => id)).not.toContain('r-9');
		expect(hotel.service.books.all()).toHaveLength(10);
	});

	it('does not keep a dry run from showing what would be deleted', async () => {
		const done = await syncOf(5, '0', { dryRun: true });

		expect(done.json().filter(({ action }) => action === 'wouldRemove')).toHaveLength(5);
	});

	it.each(['some', '20%', '-1', '1.5'])('cannot be %p', async (mostRemovals) => {
		const failed = await syncOf(10, mostRemovals);

		expect(failed.error?.message).toContain(
			`'Most Removals' is '${mostRemovals}', which is not a whole number`,
		);
		expect(hotel.requests).toEqual([]);
	});
});
