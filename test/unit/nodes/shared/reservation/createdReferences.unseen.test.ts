import { CreatedCharges, RESERVATION } from '../../../support/createdCharges';
import { rejectionOf } from '../../../support/thrown';

let books: CreatedCharges;

beforeEach(() => {
	books = new CreatedCharges();
});

describe('a list that shows what was created without its reference', () => {
	const later = async (): Promise<unknown> =>
		await books.session().reservations.itemsOf(RESERVATION);

	it('stops the reservation in later runs until it shows it', async () => {
		const item = await books.create('S-1');
		books.of(RESERVATION).splice(0);
		books.put('S-1', '');
		expect((await rejectionOf(books.settle(item))).message).toMatch(/'S-1' was created.*'order-7'/);

		const error = await rejectionOf(later());
		expect(error.message).toMatch(/shows service item 'S-1' without its reference 'order-7'/);
		books.of(RESERVATION).splice(0);
		books.put('S-1');
		await expect(later()).resolves.toBeDefined();
	});

	it('stops nothing where it is gone, whatever else is there', async () => {
		const item = await books.create('S-1');
		books.of(RESERVATION).splice(0);
		books.put('S-2', '');
		expect((await rejectionOf(books.settle(item))).message).toContain(`'S-1' was created`);

		await expect(later()).resolves.toBeDefined();
	});

	it('stops nothing where nobody can tell which one it is', async () => {
		const items = await books.run.reservations.itemsOf(RESERVATION);
		const unnamed = { amount: 5, description: 'Spa' };
		books.of(RESERVATION).push(unnamed);
		const error = await rejectionOf(books.settle(items.add({ ...unnamed }, {})));
		expect(error.message).toMatch(/^The service item was created, but .*'order-7'/);
		books.of(RESERVATION).splice(0);

		await expect(later()).resolves.toBeDefined();
	});

	it('stops nothing where another one carries it', async () => {
		const item = await books.create('S-2');
		books.of(RESERVATION).splice(0);
		books.put('S-2', '');
		books.put('S-1');
		expect(await books.settle(item)).toMatchObject({ action: 'created' });

		await expect(later()).resolves.toBeDefined();
	});
});
