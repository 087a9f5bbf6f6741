import { UserError } from 'n8n-workflow';

import { RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import { CreatedCharges, RESERVATION } from '../../../support/createdCharges';
import { rejectionOf } from '../../../support/thrown';

let books: CreatedCharges;

beforeEach(() => {
	books = new CreatedCharges();
});

describe('settling what was created', () => {
	it('looks once more, and is content when the list shows it alone', async () => {
		const item = await books.create('S-1');

		expect(await books.settle(item)).toEqual({
			item,
			action: 'created',
		});
		expect(books.methods()).toEqual(['GET', 'GET']);
		expect(books.waits).toEqual([]);
	});

	it('gives the list time to show it', async () => {
		const item = await books.create('S-1');
		const listed = books.of(RESERVATION).splice(0);
		books.beforeList = (earlier) => {
			if (earlier === 2) books.of(RESERVATION).push(...listed);
		};

		const settled = await books.settle(item);

		expect(settled).toMatchObject({ action: 'created' });
		expect(books.waits).toHaveLength(1);
	});

	it('complains when the list never shows it, as every further run would create it again', async () => {
		const item = await books.create('S-1');
		books.of(RESERVATION).splice(0);

		const error = await rejectionOf(books.settle(item));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(
			/'S-1' was created.*does not show.*'order-7'.*Do not run this again/,
		);
	});

	it.each([
		['S-9', 'S-10'],
		['9', '10'],
		['a', 'b'],
	])('removes its own when another workflow was first: %s before %s', async (earlier, own) => {
		const item = await books.create(own);
		books.put(earlier);

		const settled = await books.settle(item);

		expect(settled).toMatchObject({ action: 'alreadyExisted', item: { id: earlier } });
		expect(books.of(RESERVATION).map(({ id }) => id)).toEqual([earlier]);
		expect(books.requests.at(-1)).toMatchObject({ method: 'DELETE', serviceId: own });
		const known = await books.run.reservations.itemsOf(RESERVATION);
		expect(known.withReference('order-7').map(({ id }) => id)).toEqual([earlier]);
	});

	it('is content when its own is gone already by the time it removes it', async () => {
		const item = await books.create('S-10');
		books.put('S-9');
		books.beforeList = () => (books.isGone = true);

		expect(await books.settle(item)).toMatchObject({
			action: 'alreadyExisted',
			item: { id: 'S-9' },
		});
	});

	it('leaves the removal to the later one, and waits for it', async () => {
		const item = await books.create('S-9');
		books.put('S-10');
		books.beforeList = (earlier) => {
			if (earlier === 2) books.of(RESERVATION).pop();
		};

		const settled = await books.settle(item);

		expect(settled).toMatchObject({ action: 'created', item: { id: 'S-9' } });
		expect(books.methods()).not.toContain('DELETE');
		expect(books.waits).toHaveLength(1);
	});

	it('removes its own before it waits for others, as those may wait for it', async () => {
		await books.create('S-9');
		books.put('S-10');
		books.recognition().noteCreated(await books.create('S-8'));
		const second = await books.run.reservations.itemsOf(RESERVATION);
		books.put('S-7', 'order-8');
		books.put('S-11', 'order-8');
		books.items.set(
			RESERVATION,
			books.of(RESERVATION).filter(({ id }) => id !== 'S-9'),
		);
		books.recognition('order-8').noteCreated(second.add(books.of(RESERVATION).at(-1) ?? {}, {}));
		books.beforeList = () => {
			// The other one sees that ours is gone, and removes its own.
			const ids = books.of(RESERVATION).map(({ id }) => id);
			if (!ids.includes('S-11')) {
				books.items.set(
					RESERVATION,
					books.of(RESERVATION).filter(({ id }) => id !== 'S-10'),
				);
			}
		};

		expect(await books.recognition().settle()).toMatchObject({
			action: 'created',
			item: { id: 'S-8' },
		});
		expect(await books.recognition('order-8').settle()).toMatchObject({
			action: 'alreadyExisted',
			item: { id: 'S-7' },
		});
	});

	it('complains about both when the later one stays', async () => {
		const item = await books.create('S-9');
		books.put('S-10');

		const error = await rejectionOf(books.settle(item));

		expect(error.message).toMatch(/Several.*'S-9' and 'S-10'/);
		expect(books.of(RESERVATION)).toHaveLength(2);
	});

	it('deletes nothing when its own is not among several', async () => {
		const item = await books.create('S-9');
		books.of(RESERVATION).splice(0);
		books.put('S-1');
		books.put('S-2');

		const error = await rejectionOf(books.settle(item));

		expect(error.message).toMatch(/Several/);
		expect(books.methods()).not.toContain('DELETE');
	});

	it('says what was created when the reservation makes no sense afterwards', async () => {
		const item = await books.create('S-9');
		books.of(RESERVATION).splice(0, 1, { total: 5, text: 'Spa' });

		const error = await rejectionOf(books.settle(item));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/^The service item 'S-9' was created\. .*cannot be read/);
		expect(error.description).toContain('total, text');
	});

	it('says why when its own cannot be removed, and keeps both', async () => {
		const item = await books.create('S-10');
		books.put('S-9');
		books.fates = ['refused'];

		expect(await rejectionOf(books.settle(item))).toBeInstanceOf(RequestFailure);
		expect(books.of(RESERVATION)).toHaveLength(2);
	});

	it('looks again for what is created after that, and when it could not look', async () => {
		await books.settle(await books.create('S-1'));
		books.put('S-2', 'order-8');
		books.recognition('order-8').noteCreated({ ...(await books.create('S-3')), id: 'S-2' });
		books.isClosed = true;
		expect(await rejectionOf(books.recognition('order-8').settle())).toBeInstanceOf(RequestFailure);
		books.isClosed = false;

		expect(await books.recognition('order-8').settle()).toMatchObject({ item: { id: 'S-2' } });
	});
});
