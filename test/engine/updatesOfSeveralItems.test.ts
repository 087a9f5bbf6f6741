import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';
import { spaTreatment } from './support/spaTreatment';

const hotel = useHotel();

beforeEach(() => {
	hotel.service.books.add('R-1', { id: 'si-7', ...spaTreatment });
});

describe('several items', () => {
	const parameters = {
		serviceId: byId('={{ $json.id }}'),
		updateFields: { amount: '={{ $json.price }}' },
	};
	const amountOf = (id: string): unknown =>
		hotel.service.books.all().find((item) => item.id === id)?.amount;

	beforeEach(() => {
		hotel.service.books.add('R-1', { id: 'si-8', ...spaTreatment });
	});

	it('change one service item in the order of the input: the last one holds', async () => {
		hotel.service.faults.add({ kind: 'delay', method: 'PATCH', delayMs: 60 });
		hotel.service.faults.add({ kind: 'delay', method: 'PATCH', delayMs: 30 });
		const run = await hotel.run('update', parameters, {
			items: [1, 2, 3].map((price) => ({ id: 'si-7', price })),
		});

		expect(run.json().map(({ amount }) => amount)).toEqual([1, 2, 3]);
		expect(hotel.bodies).toEqual([{ amount: 1 }, { amount: 2 }, { amount: 3 }]);
		expect(amountOf('si-7')).toBe(3);
	});
});
