import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../support/serviceItemNode';
import type { HotelName } from '../support/twoHotels';
import { rows, useTwoHotels } from '../support/twoHotels';

const hotels = useTwoHotels();

/** Both hotels have a reservation of this name: two guests. */
const R = 'R-1';
const fromItem: INodeParameters = {
	reservationId: R,
	amount: 25,
	date: '2026-11-21',
	description: '={{ $json.text }}',
	reference: '={{ $json.reference }}',
};
const byReference = (reference: string) => ({ __rl: true, mode: 'reference', value: reference });

/** A charge that was on a hotel's books before the test. */
function seed(hotel: HotelName, id: string, text: string, amount = 5): void {
	const item = { id, amount, date: '2026-11-20', description: text };
	hotels.of(hotel).books.add(R, item);
}

const each = { serviceId: byId('={{ $json.id }}') };

describe('Create', () => {
	it('charges the account of each input item', async () => {
		const items = rows('abab');
		const run = await hotels.run('create', fromItem, items);

		expect(run.error).toBeUndefined();
		expect([hotels.booked('a'), hotels.booked('b')]).toEqual([
			['Charge 0', 'Charge 2'],
			['Charge 1', 'Charge 3'],
		]);
		expect(run.output().map(({ json, pairedItem }) => [json.amount, pairedItem])).toEqual(
			items.map((_, item) => [25, { item }]),
		);
		expect(hotels.of('a').log.tokenExchanges()).toBe(1);
		expect(hotels.of('b').log.tokenExchanges()).toBe(1);
	});

	it('takes the same charge for one of its own in each account', async () => {
		const items = rows('ab', () => ({ text: 'Spa', reference: 'spa' }));
		for (const preventDuplicates of ['sameFields', 'reference']) {
			hotels.of('a').books.clear();
			hotels.of('b').books.clear();
			const twice = { ...fromItem, preventDuplicates };
			const first = await hotels.run('create', twice, items);
			expect(first.json().map(({ action }) => action)).toEqual(['created', 'created']);
			const again = await hotels.run('create', twice, items);
			expect(again.json().map(({ action }) => action)).toEqual(Array(2).fill('alreadyExisted'));
			expect([hotels.booked('a').length, hotels.booked('b').length]).toEqual([1, 1]);
		}
	});
});

describe('Get, Get Many, Update and Delete', () => {
	beforeEach(() => {
		seed('a', 's-1', 'Spa at A');
		seed('b', 's-1', 'Spa at B');
	});
	const both = rows('ab', () => ({ id: 's-1' }));

	it('change the item in its own account', async () => {
		const updateFields = { description: '={{ $json.text }}' };
		const run = await hotels.run('update', { ...each, updateFields }, both);
		expect(run.error).toBeUndefined();
		expect([hotels.booked('a'), hotels.booked('b')]).toEqual([['Charge 0'], ['Charge 1']]);
	});

	it('find by reference in each account', async () => {
		const items = rows('ab', () => ({ reference: 'spa' }));
		await hotels.run('create', { ...fromItem, preventDuplicates: 'reference' }, items);
		const located = { reservationId: R, serviceId: byReference('spa') };
		const run = await hotels.run('delete', located, rows('a'));
		expect(run.json()).toEqual([{ deleted: true }]);
		expect(hotels.booked('a')).toEqual(['Spa at A']);
		expect(hotels.booked('b')).toEqual(['Charge 1 [ref:spa]', 'Spa at B']);
	});
});

describe('Sync', () => {
	const deleting = { ...fromItem, deleteMissing: true, referencePrefix: 'n-' };
	const items = (names: string) => rows(names, (n) => ({ reference: `n-${n}` }));

	it('takes the same reservation ID for a reservation in each account', async () => {
		seed('a', 's-1', 'Old A [ref:n-old-a]');
		seed('b', 's-1', 'Old B [ref:n-old-b]');
		const run = await hotels.run('sync', deleting, items('abab'));

		expect(run.error).toBeUndefined();
		expect(hotels.booked('a')).toEqual(['Charge 0 [ref:n-0]', 'Charge 2 [ref:n-2]']);
		expect(hotels.booked('b')).toEqual(['Charge 1 [ref:n-1]', 'Charge 3 [ref:n-3]']);
		expect(run.json().map(({ action, reference }) => [action, reference])).toEqual([
			['created', 'n-0'],
			['created', 'n-1'],
			['created', 'n-2'],
			['deleted', 'n-old-a'],
			['created', 'n-3'],
			['deleted', 'n-old-b'],
		]);
	});

	it('deletes nothing anywhere while the account of an input item is not known', async () => {
		seed('a', 's-1', 'Old A [ref:n-old-a]');
		const onError = 'continueRegularOutput';
		const run = await hotels.run('sync', deleting, items('ac'), { onError });
		expect(hotels.booked('a')).toEqual(['Charge 0 [ref:n-0]', 'Old A [ref:n-old-a]']);
		expect(run.json()[1]?.error).toContain('[item 1]');
	});

	it('counts the deletions of all accounts together', async () => {
		for (const n of [1, 2]) {
			seed('a', `a-${n}`, `A [ref:n-a-${n}]`);
			seed('b', `b-${n}`, `B [ref:n-b-${n}]`);
		}
		const atMost = (maxDeletions: string) => ({ ...deleting, maxDeletions });
		expect((await hotels.run('sync', atMost('3'), items('ab'))).error?.message).toContain(
			'would delete 4 ',
		);
		// What is wanted is made all the same, and nothing is deleted.
		expect([hotels.booked('a').length, hotels.booked('b').length]).toEqual([3, 3]);
		expect((await hotels.run('sync', atMost('4'), items('ab'))).error).toBeUndefined();
		expect([hotels.booked('a').length, hotels.booked('b').length]).toEqual([1, 1]);
	});
});
