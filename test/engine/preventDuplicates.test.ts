import { breakfast, bySameFields, lateCheckout, useSameFields } from './support/sameFieldCharges';

const { hotel, charge, actions } = useSameFields();

function sent(method: string): number {
	return hotel.requests.filter((request) => request.method === method).length;
}

describe('a charge that is not there yet', () => {
	it('is made after a look at the reservation, and looked for afterwards', async () => {
		const run = await charge(lateCheckout);

		const body = { reservationId: 'R-1', ...lateCheckout };
		expect(hotel.requests).toEqual([
			{ method: 'GET', path: '/services', query: { reservationId: 'R-1' } },
			{ method: 'POST', path: '/services', body },
			{ method: 'GET', path: '/services', query: { reservationId: 'R-1' } },
		]);
		expect(run.output()).toEqual([
			{ json: { id: 'si-1', ...body, _action: 'created' }, pairedItem: { item: 0 } },
		]);
	});

	it.each([
		['amount', { amount: 25.01 }],
		['date', { date: '2026-11-22' }],
		['description', { description: 'Late checkout' }],
		['account code', { accountCode: '4400' }],
		['destination account', { destinationAccount: 'GUEST' }],
	])('is one that differs in its %s', async (_, difference) => {
		hotel.service.books.add('R-1', lateCheckout);

		expect(await actions(charge({ ...lateCheckout, ...difference }))).toEqual(['created']);
		expect(hotel.service.books.all('R-1')).toHaveLength(2);
	});
});

describe('in other formats of the service', () => {
	it.each([
		['amounts as text', { amountFormat: 'string' }, { amount: '12.5' }],
		['amounts in minor units', { amountFormat: 'minorUnits' }, {}],
		['dates with time', { dateFormat: 'dateTime' }, { date: '2026-11-21T23:00:00.000Z' }],
		['nested names', { amountField: 'price.amount', descriptionField: 'text.guest' }, {}],
	] as const)('%s are compared by what they mean', async (_, format, raw) => {
		hotel.speak(format);
		hotel.service.books.add('R-1', { ...breakfast, raw });
		const run = await hotel.run('create', bySameFields, {
			items: [
				{ reservationId: 'R-1', ...breakfast },
				{ reservationId: 'R-1', ...lateCheckout },
			],
			timezone: 'Europe/Berlin',
		});

		expect(run.json().map(({ _action }) => _action)).toEqual(['alreadyExisted', 'created']);
	});
});

describe('a choice that there is not', () => {
	it.each(['Same Fields', 'samefields', 'by reference', '', null, true])(
		'such as %j is refused before anything is sent',
		async (mode) => {
			const run = await hotel.run(
				'create',
				{ ...bySameFields, preventDuplicates: '={{ $json.mode }}', reference: 'order-1' },
				{
					items: ['off', mode].map((each) => ({
						reservationId: 'R-1',
						...lateCheckout,
						mode: each,
					})),
				},
			);

			expect(run.error?.message).toMatch(/^'Prevent Duplicates' has no such choice.*\[item 1\]$/);
			expect(hotel.service.log.entries).toEqual([]);
		},
	);
});

describe('requests', () => {
	const items = Array.from({ length: 20 }, (_, n) => ({
		...breakfast,
		reservationId: `R-${n % 3}`,
		amount: n,
	}));

	it('are one create per charge, and per reservation one list before, one after the first and one at the end', async () => {
		await charge(...items);
		expect(sent('POST')).toBe(20);
		expect(sent('GET')).toBe(3 * 3);

		hotel.service.log.clear();
		await charge(...items);
		expect([sent('GET'), sent('POST')]).toEqual([3, 0]);
	});

	it('are no lists when Prevent Duplicates is off', async () => {
		const parameters = { ...bySameFields, preventDuplicates: 'off' };
		const run = await hotel.run('create', parameters, { items: items.slice(0, 2) });

		expect(hotel.requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
		expect(run.json().map((json) => '_action' in json)).toEqual([false, false]);
	});
});

describe('a reservation that cannot be read', () => {
	it('gets no charge, and the others do', async () => {
		hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500 });
		hotel.credential.edit({ accountConcurrency: 1 });
		const run = await hotel.run('create', bySameFields, {
			items: [
				{ reservationId: 'R-1', ...lateCheckout },
				{ reservationId: 'R-2', ...lateCheckout },
				{ reservationId: 'R-1', ...breakfast },
			],
			onError: 'continueRegularOutput',
		});

		expect(run.json()).toMatchObject([
			{ error: expect.stringContaining('could not be read') as string },
			{ _action: 'created' },
			{ error: expect.stringContaining('could not be read') as string },
		]);
		expect(hotel.service.books.all()).toMatchObject([{ reservationId: 'R-2', ...lateCheckout }]);
	});
});
