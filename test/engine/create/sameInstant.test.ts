import { CHARGE, useHotel } from '../support/hotel';

const hotel = useHotel();

const theirs = { description: `${CHARGE.description} [ref:order-1]` };

/** Another process makes a charge as ours arrives at the service, before it. */
function create(preventDuplicates: string, charge: object) {
	hotel.meanwhile({ method: 'POST' }, () => hotel.book({ ...charge }));
	return hotel.run('create', { ...CHARGE, reference: 'order-1', preventDuplicates });
}

// Which of the two stays is a matter of the unit tests, and searched.
it('a charge that another process makes in the same instant is there once, by reference: ours goes', async () => {
	const run = await create('reference', theirs);

	expect(run.json()).toMatchObject([{ action: 'alreadyExisted', id: 'si-1' }]);
	expect(hotel.ids()).toEqual(['si-1']);
});

it.each([
	['reference', theirs, /carry the reference 'order-1': 'si-1' and 'si-2'/, 1],
	['sameFields', {}, /are the same, and too many: 'si-\d' and 'si-\d'/, 0],
])('where ours cannot go, both IDs are named, by %s', async (by, charge, words, deletions) => {
	hotel.refuse('DELETE', 403);
	const run = await create(by, charge);

	expect(run.error?.message).toMatch(words);
	expect(hotel.count('DELETE')).toBe(deletions);
	expect(hotel.ids()).toEqual(['si-1', 'si-2']);
});
