import { day, useRemovals, wanted } from './support/removals';

const { hotel, sync, hold, ids } = useRemovals();
const deletions = () => hotel.requests.filter(({ method }) => method === 'DELETE');

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
			['b', 'c'].map((reference) => ({
				action: 'removed',
				reservationId: 'R-1',
				reference,
				before: {
					id: reference,
					reservationId: 'R-1',
					amount: 10,
					date: day,
					description: `${reference} [ref:${reference}]`,
				},
				after: null,
			})),
		);
	});

	it('is only what begins with the Reference Prefix', async () => {
		hold('R-1', 'spa-1', 'spa-2', 'tour-1', 'SPA-3', 'my-spa-4');
		await sync([wanted('spa-1')], { referencePrefix: ' spa- ' });

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

	it('is never a charge without a reference in a field of its own', async () => {
		hotel.speak({ referenceField: 'ref' }, { referenceField: 'ref' });
		const charge = { amount: 1, date: day, description: 'Charge [ref:x]' };
		hotel.service.books.add('R-1', { ...charge, id: 'keep' });
		hotel.service.books.add('R-1', { ...charge, id: 'blank', raw: { ref: '' } });
		hotel.service.books.add('R-1', { ...charge, id: 'null', raw: { ref: null } });
		hotel.service.books.add('R-1', { ...charge, id: 'go', reference: 'y' });
		await sync([wanted('b')]);

		expect(ids()).toEqual(['keep', 'blank', 'null', 'si-1']);
	});

	it('is nothing on reservations that the input does not name', async () => {
		hold('R-2', 'a');
		await sync([wanted('b')]);

		expect(ids('R-2')).toEqual(['a']);
	});

	it('is every copy of a reference that is not wanted', async () => {
		hold('R-1', 'a');
		hotel.service.books.add('R-1', { id: 'copy', amount: 1, date: day, description: '[ref:a]' });
		await sync([wanted('b')]);

		expect(ids()).toEqual(['si-1']);
	});

	it('goes last', async () => {
		hold('R-1', 'old');
		await sync([wanted('new')]);

		const methods = hotel.requests.map(({ method }) => method);
		expect(methods.indexOf('DELETE')).toBeGreaterThan(methods.indexOf('POST'));
	});

	it('may be gone already', async () => {
		hold('R-1', 'a');
		hotel.service.faults.add({ method: 'DELETE', kind: 'resetAfter' });
		const run = await sync([wanted('b')]);

		expect(run.json()).toMatchObject([{ action: 'created' }, { action: 'removed' }]);
		expect(deletions()).toHaveLength(2);
	});
});

describe('a reservation that should be empty', () => {
	const marker = { reservationId: 'R-1' };

	it('is emptied when the user allows it', async () => {
		hold('R-1', 'a', 'b');
		hotel.service.books.add('R-1', { id: 'room', amount: 1, date: day, description: 'Room' });
		const run = await sync([marker], { allowEmpty: true });

		expect(run.json().map(({ action, reference }) => [action, reference])).toEqual([
			['removed', 'a'],
			['removed', 'b'],
		]);
		expect(ids()).toEqual(['room']);
	});

	it('is planned for by a dry run', async () => {
		hold('R-1', 'a');
		const run = await sync([marker], { allowEmpty: true, dryRun: true });

		expect(run.json()).toMatchObject([{ action: 'wouldRemove', reference: 'a' }]);
		expect(ids()).toEqual(['a']);
	});

	it.each([
		['not allowed', {}],
		['allowed without Remove Missing', { allowEmpty: true, removeMissing: false }],
	])('keeps its charges when that is %s', async (_, parameters) => {
		hold('R-1', 'a');
		const run = await sync([marker], parameters);

		expect(run.error?.message).toContain("'Reference' is empty");
		expect(ids()).toEqual(['a']);
	});

	it.each([
		['a number', 25],
		['a text', '25'],
		['nothing', 0],
	])('keeps its charges when the item without a reference costs %s', async (_, amount) => {
		hold('R-1', 'a', 'b');
		const items = [wanted('a'), { ...marker, amount, description: 'Spa' }];
		const run = await sync(items, { allowEmpty: true });

		expect(run.error?.message).toMatch(/^'Reference' is empty.*\[item 1\]$/);
		expect(ids()).toEqual(['a', 'b']);
	});

	it('keeps its charges when the item without a reference costs something, with Continue', async () => {
		hold('R-1', 'a', 'b');
		const items = [wanted('a'), { ...marker, amount: 25, description: 'Spa' }];
		const run = await sync(items, { allowEmpty: true }, { onError: 'continueRegularOutput' });

		expect(run.json()).toMatchObject([
			{ action: 'unchanged' },
			{ error: expect.stringContaining("'Reference' is empty") as string },
		]);
		expect(ids()).toEqual(['a', 'b']);
	});

	it.each([{ amount: '' }, { amount: null, description: 'Spa' }, { amount: 25, description: '' }])(
		'is emptied by an item that is no whole charge: %j',
		async (fields) => {
			hold('R-1', 'a');
			const run = await sync([{ ...marker, ...fields }], { allowEmpty: true });

			expect(run.json()).toMatchObject([{ action: 'removed', reference: 'a' }]);
			expect(ids()).toEqual([]);
		},
	);

	it('has what other input items want for it', async () => {
		hold('R-1', 'a', 'b');
		await sync([marker, wanted('a')], { allowEmpty: true });

		expect(ids()).toEqual(['a']);
	});

	it('must be named', async () => {
		const run = await sync([{ reservationId: '' }], { allowEmpty: true });

		expect(run.error?.message).toContain("'Reservation ID' is empty");
	});

	it('is not what no input at all stands for', async () => {
		hold('R-1', 'a');
		const run = await sync([], { allowEmpty: true });

		expect(run.status).toBe('success');
		expect(hotel.requests).toEqual([]);
	});

	it('is one whose charge is removed by its own input item', async () => {
		hold('R-1', 'a');
		hold('R-2', 'b');
		hold('R-3', 'c');
		const items = [wanted('b', 'R-2'), marker, wanted('c', 'R-3')];
		const run = await sync(items, { allowEmpty: true });

		const removed = run.output().find(({ json }) => json.action === 'removed');
		expect(removed?.json).toMatchObject({ reservationId: 'R-1', reference: 'a' });
		const paired = [removed?.pairedItem].flat().filter((pair) => pair !== undefined);
		const itsInputs = paired.map((pair) => items[typeof pair === 'number' ? pair : pair.item]);
		expect(itsInputs.filter((item) => item?.reservationId !== 'R-1')).toEqual([]);
	});
});
