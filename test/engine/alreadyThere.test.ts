import { breakfast, lateCheckout, useSameFields } from './support/sameFieldCharges';

const { hotel, charge, actions } = useSameFields();

describe('a charge that is there already', () => {
	it('is given out as the service holds it, and nothing is sent', async () => {
		const raw = { currency: 'EUR' };
		hotel.service.books.add('R-1', { id: 'old', ...lateCheckout, raw });
		const run = await charge(lateCheckout);

		expect(hotel.requests.map(({ method }) => method)).toEqual(['GET']);
		expect(run.output()).toEqual([
			{
				json: {
					id: 'old',
					reservationId: 'R-1',
					...lateCheckout,
					...raw,
					_action: 'alreadyExisted',
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('is not made again when the service has filled in the accounts that were left blank', async () => {
		await charge(lateCheckout, lateCheckout);
		for (const booking of hotel.service.books.ofReservation('R-1')) {
			booking.raw = { ...booking.raw, accountCode: '4400', destinationAccount: 'GUEST' };
		}

		expect(await actions(charge(lateCheckout, lateCheckout))).toEqual([
			'alreadyExisted',
			'alreadyExisted',
		]);
	});

	it.each([
		['the item', `  ${lateCheckout.description}\n`, lateCheckout.description],
		['the service', lateCheckout.description, ` ${lateCheckout.description} `],
	])('is recognized when %s has white space around the description', async (_, given, kept) => {
		hotel.service.books.add('R-1', { ...lateCheckout, description: kept });

		expect(await actions(charge({ ...lateCheckout, description: given }))).toEqual([
			'alreadyExisted',
		]);
	});

	it('is recognized when its description ends like one with a reference', async () => {
		const item = { ...lateCheckout, description: 'Late checkout [ref:mine]' };
		await charge(item);

		expect(await actions(charge(item))).toEqual(['alreadyExisted']);
		expect(hotel.service.books.all('R-1')).toHaveLength(1);
	});

	it.each([0, 1] as const)(
		'is found on the last page of a long list that begins with page %i',
		async (firstPage) => {
			const dialect = { pagination: 'page', firstPage } as const;
			hotel.speak({ ...dialect, maxPageSize: 2 });
			for (const amount of [1, 2, 3, 4]) hotel.service.books.add('R-1', { ...breakfast, amount });
			hotel.service.books.add('R-1', lateCheckout);

			expect(await actions(charge(lateCheckout))).toEqual(['alreadyExisted']);
		},
	);
});

describe('identical charges', () => {
	it('are all made, and none is added when the workflow is run again', async () => {
		const items = [lateCheckout, breakfast, lateCheckout, lateCheckout];
		expect(await actions(charge(...items))).toEqual(Array(4).fill('created'));

		expect(await actions(charge(...items))).toEqual(Array(4).fill('alreadyExisted'));
		expect(hotel.service.books.all('R-1')).toHaveLength(4);
	});

	it('are as many as a hundred input items say, among others', async () => {
		for (let n = 0; n < 10; n++) hotel.service.books.add('R-1', lateCheckout);
		for (let n = 0; n < 10; n++) {
			hotel.service.books.add('R-1', { ...breakfast, amount: n, accountCode: '4400' });
		}
		// As the input has them: 50 late checkouts, and 50 breakfasts of which each is another one.
		const items = Array.from({ length: 100 }, (_, n) =>
			n % 2 === 0 ? lateCheckout : { ...breakfast, amount: (n - 1) / 2 },
		);
		const done = await actions(charge(...items));
		expect(done.filter((action) => action === 'created')).toHaveLength(80);
		expect(done.filter((action) => action === 'alreadyExisted')).toHaveLength(20);

		expect(await actions(charge(...items))).toEqual(Array(100).fill('alreadyExisted'));
		const booked = hotel.service.books.all('R-1');
		expect(booked.filter(({ description }) => description === 'Breakfast')).toHaveLength(50);
		expect(booked).toHaveLength(100);
	});

	it.each([
		['before', [{}, { accountCode: '4400' }]],
		['after', [{ accountCode: '4400' }, {}]],
	])(
		'but for a blank account code are not taken for one another, the blank one %s',
		async (_, kinds) => {
			hotel.service.books.add('R-1', { ...lateCheckout, accountCode: '4400' });
			const run = await charge(...kinds.map((kind) => ({ ...lateCheckout, ...kind })));

			expect(run.json().map(({ accountCode, _action }) => [accountCode, _action])).toEqual(
				kinds.map(({ accountCode }) => [accountCode, accountCode ? 'alreadyExisted' : 'created']),
			);
		},
	);
});
