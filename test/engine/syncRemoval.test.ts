import { day, useRemovals, wanted } from './support/removals';

const { hotel, sync, hold, ids } = useRemovals();

describe('what is removed', () => {
	it('is nothing unless Remove Missing is on', async () => {
		hold('R-1', 'a', 'b');
		await sync([wanted('a')], { removeMissing: false });

		expect(ids()).toEqual(['a', 'b']);
	});

	it('is what the input no longer has, and it is given out', async () => {
		hold('R-1', 'a', 'b', 'c');
		hold('R-2', 'd');
		const run = await sync([wanted('a'), wanted('d', 'R-2')]);

		expect(ids()).toEqual(['a', 'd']);
		expect(run.json().slice(2)).toEqual(
			['b', 'c'].map((id) => ({
				action: 'removed',
				reservationId: 'R-1',
				reference: `r-${id}`,
				before: {
					id,
					reservationId: 'R-1',
					amount: 10,
					date: day,
					description: `r-${id} [ref:r-${id}]`,
				},
				after: null,
			})),
		);
	});

	it('is only what begins with the Reference Prefix', async () => {
		hold('R-1', 'spa-1', 'spa-2', 'tour-1', 'SPA-3', 'my-spa-4');
		await sync([wanted('spa-1')], { referencePrefix: ' r-spa- ' });

		expect(ids()).toEqual(['spa-1', 'tour-1', 'SPA-3', 'my-spa-4']);
	});

	it('is never a charge without a reference', async () => {
		hold('R-1', 'a');
		for (const description of ['Room', '', '[ref:]', 'Note [ref:x] here', 'ref:x']) {
			hotel.service.books.add('R-1', { amount: 1, date: day, description });
		}
		await sync([wanted('b')]);

		expect(ids()).toHaveLength(6);
		expect(ids()).not.toContain('a');
	});

	it('is every copy of a reference that is not wanted', async () => {
		hold('R-1', 'a');
		hotel.service.books.add('R-1', { id: 'copy', amount: 1, date: day, description: '[ref:r-a]' });
		await sync([wanted('b')]);

		expect(ids()).toEqual(['si-1']);
	});

	it('goes last', async () => {
		hold('R-1', 'old');
		await sync([wanted('new')]);

		const methods = hotel.requests.map(({ method }) => method);
		expect(methods.indexOf('DELETE')).toBeGreaterThan(methods.indexOf('POST'));
	});
});
