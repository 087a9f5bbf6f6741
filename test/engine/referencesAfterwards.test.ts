import { useReferences } from './support/referencedCharges';

const { hotel, charge, books } = useReferences();

describe('the look at the reservation after the charges are made', () => {
	const references = Array.from({ length: 12 }, (_, n) => ({
		reservationId: `R-${n % 3}`,
		reference: `order-${n}`,
	}));
	const sent = (method: string) =>
		hotel.requests.filter((request) => request.method === method).length;

	it('is one list per reservation, as is the one before, and the one after the first charge', async () => {
		await charge(references);
		expect([sent('GET'), sent('POST')]).toEqual([9, 12]);
	});

	it('says that the charge was made when the reservation cannot be read any more', async () => {
		for (const after of [1, 2]) {
			hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, after });
		}
		const run = await charge([{}]);

		expect(books()).toHaveLength(1);
		expect(run.json()).toMatchObject([{ _action: 'created' }]);
		expect(run.hints.map(({ message }) => message).join()).toMatch(
			/Item 0 was created, but its reservation could not be read once more/,
		);
	});
});
