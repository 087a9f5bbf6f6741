import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CHARGE, fromItem, path, useHotel } from './support/hotel';
import type { RunOptions } from './support/serviceItemNode';

const hotel = useHotel();

/** Creates a charge for each item, which tells its reservation and, where it has one, its reference. */
function create(
	preventDuplicates: string,
	items: IDataObject[],
	options: INodeParameters = {},
	settings: RunOptions = {},
) {
	return hotel.run('create', { ...fromItem, preventDuplicates, options }, { items, ...settings });
}

const item = CHARGE;
const ids = () => hotel.service.books.all().map(({ id }) => id);
const sent = () => hotel.requests.filter(({ method }) => method === 'POST').length;

/** Charges and sends once more at most. */
const charge = (items = [item], settings: RunOptions = {}) =>
	create('sameFields', items, { maxRetries: 1 }, settings);

/** The first request is given up by a gateway, and carried out as the second one arrives: before it, or behind it. */
function bothArrive(id?: string): void {
	hotel.service.faults.add({ method: 'POST', path, kind: 'errorBefore', status: 504 });
	hotel.meanwhile({ method: 'POST', after: 1 }, () => {
		hotel.service.books.add('R-1', { ...CHARGE, id });
	});
}

describe('a charge whose first request arrives after all', () => {
	it('is there once: ours, by its ID, is taken back where it is the later one', async () => {
		bothArrive();
		const run = await charge();

		expect(run.json()).toMatchObject([{ id: 'si-1', _action: 'created' }]);
		expect(sent()).toBe(2);
		expect(ids()).toEqual(['si-1']);
	});

	const twice =
		/^The charge may be on reservation 'R-1' twice: the service items 'si-1' and 'si-9' are the same/;

	it.each([1, 2, 3])(
		'is reported by the last of %d tries where ours is the earlier one',
		async (maxTries) => {
			bothArrive('si-9');
			const run = await charge([item], { retryOnFail: maxTries > 1, maxTries });

			expect(run.error?.message).toMatch(twice);
			expect(sent()).toBe(2);
			expect(ids()).toHaveLength(2);
		},
	);

	it('is reported by every retry of the execution, until one of the two is deleted', async () => {
		bothArrive('si-9');
		const failed = await charge([item], { retryOnFail: true, maxTries: 2 });
		const retried = await charge([item], { retryOf: failed });
		const again = await charge([item], { retryOf: retried });
		for (const { error } of [failed, retried, again]) expect(error?.message).toMatch(twice);

		hotel.remove('si-9');
		const done = await charge([item], { retryOf: again });
		expect(done.error).toBeUndefined();
		expect(done.json()).toMatchObject([{ id: 'si-1', _action: 'created' }]);
		expect(sent()).toBe(2);
		expect(ids()).toEqual(['si-1']);
	});
});

it('an identical charge whose outcome is unclear is not taken for one too many', async () => {
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetBefore' });
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
	hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, after: 5 });
	const onError = 'continueRegularOutput';
	const run = await create('sameFields', [item, item], {}, { onError });

	expect(run.json()).toMatchObject([
		{ id: 'si-1', _action: 'created' },
		{ error: expect.stringContaining('may or may not have been created') as string },
	]);
	expect(ids()).toHaveLength(2);
	const again = await create('sameFields', [item, item]);
	expect(again.json().map(({ id }) => id)).toEqual(['si-1', 'si-2']);
	expect(ids()).toHaveLength(2);
});
