import { meanwhile } from './support/meanwhile';
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

	it('is left out where nothing was made', async () => {
		await charge(references);
		hotel.service.log.clear();
		await charge(references);

		expect([sent('GET'), sent('POST')]).toEqual([3, 0]);
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

describe('a service that does not keep the reference', () => {
	const told = ({ error, hints }: Awaited<ReturnType<typeof charge>>) =>
		JSON.stringify([error?.message, error?.description, hints.map(({ message }) => message)]);

	it.each([
		['as it shortens descriptions', '', { description: 'Late checkout [ref:ord' }],
		['as the field does not exist', 'externalId', { externalId: null }],
	])('is noticed, %s', async (_, referenceField, kept) => {
		hotel.speak({ referenceField });
		// What is remembered of the case before may be asked for by its ID.
		meanwhile(hotel.service, { method: 'GET', path: /^\/services$/, after: 1 }, () => {
			for (const booking of hotel.service.books.ofReservation('R-1')) {
				booking.raw = { ...booking.raw, ...kept };
			}
		});
		const run = await charge([{}]);

		// Otherwise every further run would charge the guest once more, and nobody would know.
		expect(told(run)).toMatch(/reference/i);
	});
});
