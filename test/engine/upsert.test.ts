import { fromItem, held, spa, untouched, useSpaUpserts } from './support/spaUpserts';

const { hotel, upsert, changes } = useSpaUpserts();

describe('a reference that is not there', () => {
	it('is created', async () => {
		const run = await upsert([{ ...spa, accountCode: '4400', customFields: { vat: 19 } }]);

		const item = {
			reservationId: 'R-1',
			...spa,
			description: held.description,
			accountCode: '4400',
			vat: 19,
		};
		expect(changes()).toEqual([['POST', '/services', item]]);
		expect(run.output()).toEqual([
			{ json: { id: 'si-1', ...item, _action: 'created' }, pairedItem: { item: 0 } },
		]);
	});

	it.each([
		['Amount', { ...spa, amount: undefined }],
		['Date', { ...spa, date: '' }],
		['Description', { ...spa, description: null }],
	])('needs %s', async (field, item) => {
		const run = await upsert([item]);

		expect(run.error?.message).toBe(
			`'${field}' must be filled in, as there is no service item with this reference yet`,
		);
		expect(run.error?.description).toMatch(/^Fill it in to have one created\./);
		expect(changes()).toEqual([]);
	});

	it('is not created with an amount that nobody has entered', async () => {
		const run = await hotel.run('upsert', untouched, {
			items: [{ reservationId: 'R-1', reference: 'spa-1', ...spa }],
		});

		expect(run.error?.message).toContain("'Amount' must be filled in");
		expect(changes()).toEqual([]);
	});
});

describe('two input items with one reference', () => {
	it('are done in order', async () => {
		const run = await upsert([spa, { amount: 90 }, { amount: 90 }]);

		expect(run.json().map(({ id, amount, _action }) => [id, amount, _action])).toEqual([
			['si-1', 80, 'created'],
			['si-1', 90, 'updated'],
			['si-1', 90, 'unchanged'],
		]);
		expect(changes()).toHaveLength(2);
	});

	it('are done in order with a service that answers with nothing', async () => {
		Object.assign(hotel.service.dialect, { createAnswer: 'idOnly', updateAnswer: 'empty204' });
		const run = await upsert([spa, { amount: 90 }, { ...spa, amount: 95 }, { amount: 95 }]);

		expect(run.json().map(({ _action }) => _action)).toEqual([
			'created',
			'updated',
			'updated',
			'unchanged',
		]);
		expect(hotel.service.books.all()).toMatchObject([
			{ id: 'si-1', ...spa, amount: 95, description: held.description },
		]);
	});
});

describe('when something goes wrong', () => {
	it('each item is tried by itself', async () => {
		hotel.service.books.add('R-1', held);
		const run = await upsert([{ amount: 'many' }, { amount: 90 }, { reference: 'new' }], {
			onError: 'continueRegularOutput',
		});

		expect(run.output()).toMatchObject([
			{
				json: { error: expect.stringContaining("'Amount' is 'many'") as string },
				pairedItem: { item: 0 },
			},
			{ json: { id: 'old', _action: 'updated' }, pairedItem: { item: 1 } },
			{
				json: { error: expect.stringContaining('must be filled in') as string },
				pairedItem: { item: 2 },
			},
		]);
	});

	it("n8n's Retry On Fail does nothing twice", async () => {
		hotel.service.books.add('R-1', held);
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'redirect' });
		const run = await upsert([{ amount: 90 }, { ...spa, reference: 'new' }], { retryOnFail: true });

		expect(run.json()).toMatchObject([
			{ id: 'old', _action: 'updated' },
			{ id: 'si-1', _action: 'created' },
		]);
		expect(changes().map((change) => (change as unknown[])[0])).toEqual(['PATCH', 'POST', 'POST']);
	});
});

it('reads each reservation once, and once more where something was created', async () => {
	const items = Array.from({ length: 9 }, (_, n) => ({
		...spa,
		reservationId: `R-${n % 3}`,
		reference: `spa-${n}`,
	}));
	const lists = () => hotel.requests.filter(({ method }) => method === 'GET').length;
	await upsert(items);
	// One after the first charge of each as well.
	expect(lists()).toBe(9);

	hotel.service.log.clear();
	await upsert(items.map((item) => ({ ...item, amount: 90 })));
	expect(lists()).toBe(3);
});

it('gives out simplified items', async () => {
	hotel.service.books.add('R-1', held);
	const parameters = { ...fromItem, options: { simplify: true } };
	const items = [
		{ reservationId: 'R-1', reference: 'spa-1', amount: 90 },
		{ reservationId: 'R-1', reference: 'spa-1', amount: 90 },
	];
	const run = await hotel.run('upsert', parameters, { items });

	const simplified = {
		...held,
		reservationId: 'R-1',
		amount: 90,
		accountCode: null,
		destinationAccount: null,
	};
	expect(run.json()).toEqual([
		{ ...simplified, _action: 'updated' },
		{ ...simplified, _action: 'unchanged' },
	]);
});
