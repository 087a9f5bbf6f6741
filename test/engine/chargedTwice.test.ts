import { meanwhile } from './support/meanwhile';
import type { RunOptions } from './support/serviceItemNode';
import { lateCheckout } from './support/referencedCharges';
import { path, useUnclearCharges } from './support/unclearCharges';

const { hotel, create } = useUnclearCharges();

it('a charge whose first request arrives late after all is said to be there twice', async () => {
	const item = { reservationId: 'R-1', ...lateCheckout };
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetBefore' });
	meanwhile(hotel.service, { method: 'POST', after: 1 }, () => {
		hotel.service.books.add('R-1', lateCheckout);
	});
	const run = await create('sameFields', [item]);

	expect(hotel.service.books.all()).toHaveLength(2);
	expect(run.error?.message).toMatch(/^The charge may be on reservation 'R-1' twice: .* 'si-1'/);
});

describe('a charge that is there twice, as both requests arrived,', () => {
	const item = { reservationId: 'R-1', ...lateCheckout };
	const twice = /^The charge may be on reservation 'R-1' twice: service item 'si-1' is the same/;

	/** The first request is given up by a gateway, and carried out as the second one arrives. */
	beforeEach(() => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'errorBefore', status: 504 });
		meanwhile(hotel.service, { method: 'POST', after: 1 }, () => {
			hotel.service.books.add('R-1', lateCheckout);
		});
	});

	/** Charges with a single look at the reservation after each request, so that the test does not wait long. */
	const charge = (items = [item], settings: RunOptions = {}) =>
		create('sameFields', items, { maxRetries: 1 }, settings);

	const sent = () => hotel.requests.filter(({ method }) => method === 'POST').length;

	it.each([1, 2, 3])('is reported by the last of %d tries', async (maxTries) => {
		const run = await charge([item], { retryOnFail: maxTries > 1, maxTries });

		expect(run.error?.message).toMatch(twice);
		expect(sent()).toBe(2);
		expect(hotel.service.books.all()).toHaveLength(2);
	});

	it('is reported by every retry of the execution, until one of the two is deleted', async () => {
		const failed = await charge([item], { retryOnFail: true, maxTries: 2 });
		const retried = await charge([item], { retryOf: failed });
		const again = await charge([item], { retryOf: retried });
		for (const { error } of [failed, retried, again]) expect(error?.message).toMatch(twice);

		const surplus = hotel.service.books.find('si-1');
		if (surplus) hotel.service.books.remove(surplus);
		const done = await charge([item], { retryOf: again });
		expect(done.error).toBeUndefined();
		expect(done.json()).toMatchObject([{ id: 'si-2', _action: 'created' }]);
		expect(sent()).toBe(2);
		expect(hotel.service.books.all().map(({ id }) => id)).toEqual(['si-2']);
	});

	it('stands for another input item like it, so that none is too many', async () => {
		const run = await charge([item, item]);

		expect(run.error).toBeUndefined();
		expect(
			run
				.json()
				.map(({ id }) => id)
				.sort(),
		).toEqual(['si-1', 'si-2']);
		expect(hotel.service.books.all()).toHaveLength(2);
	});
});

it('an identical charge whose outcome is unclear is not taken for one too many', async () => {
	const item = { reservationId: 'R-1', ...lateCheckout };
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetBefore' });
	hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', after: 2 });
	hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, after: 5 });
	const onError = 'continueRegularOutput';
	const run = await create('sameFields', [item, item], {}, { onError });

	expect(run.json()).toMatchObject([
		{ id: 'si-1', _action: 'created' },
		{ error: expect.stringContaining('may or may not have been created') as string },
	]);
	expect(hotel.service.books.all()).toHaveLength(2);
	const again = await create('sameFields', [item, item]);
	expect(again.json().map(({ id }) => id)).toEqual(['si-1', 'si-2']);
	expect(hotel.service.books.all()).toHaveLength(2);
});
