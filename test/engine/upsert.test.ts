import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { meanwhile } from './support/meanwhile';

const hotel = useHotel();

const spa = { amount: 80, date: '2026-11-21', description: 'Spa treatment' };
/** A spa treatment as the service holds it. */
const held = { id: 'old', ...spa, description: 'Spa treatment [ref:spa-1]' };

const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	reference: '={{ $json.reference }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	additionalFields: {
		accountCode: '={{ $json.accountCode }}',
		destinationAccount: '={{ $json.destinationAccount }}',
		customFields: '={{ $json.customFields }}',
	},
};

/** As the form is when nobody has touched its Amount. */
const untouched = { ...fromItem };
delete untouched.amount;

/** Items are about reference spa-1 on reservation R-1 unless they say otherwise; fields they leave out stay blank. */
function upsert(items: IDataObject[], settings: Parameters<typeof hotel.run>[2] = {}) {
	const about = { reservationId: 'R-1', reference: 'spa-1' };
	return hotel.run('upsert', fromItem, {
		items: items.map((item) => ({ ...about, ...item })),
		...settings,
	});
}

/** Changes sent, lists left out. */
function changes(): unknown[] {
	return hotel.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, body }) => [method, path, body]);
}

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

describe('a reference that is there', () => {
	beforeEach(() => void hotel.service.books.add('R-1', held));

	it('gets the fields that differ, and no others', async () => {
		const run = await upsert([{ ...spa, amount: 90, destinationAccount: 'GUEST' }]);

		expect(changes()).toEqual([
			['PATCH', '/services/old', { amount: 90, destinationAccount: 'GUEST' }],
		]);
		expect(run.output()).toEqual([
			{
				json: {
					reservationId: 'R-1',
					...held,
					amount: 90,
					destinationAccount: 'GUEST',
					_action: 'updated',
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('is sent nothing when nothing differs', async () => {
		const run = await upsert([spa]);

		expect(changes()).toEqual([]);
		expect(run.json()).toEqual([{ reservationId: 'R-1', ...held, _action: 'unchanged' }]);
	});

	it('keeps the fields that are left blank', async () => {
		const run = await upsert([{ date: '2026-11-23' }]);

		expect(changes()).toEqual([['PATCH', '/services/old', { date: '2026-11-23' }]]);
		expect(run.json()).toMatchObject([{ amount: 80, description: held.description }]);
	});

	it('keeps an amount that nobody has entered', async () => {
		await hotel.run('upsert', untouched, {
			items: [{ reservationId: 'R-1', reference: 'spa-1', ...spa }],
		});

		expect(hotel.service.books.all()).toMatchObject([{ amount: 80 }]);
	});

	it('can be set to zero', async () => {
		const run = await upsert([{ amount: 0 }]);

		expect(run.json()).toMatchObject([{ amount: 0, _action: 'updated' }]);
	});

	it('keeps its reference when the description changes', async () => {
		await upsert([{ description: 'Massage' }]);
		const run = await upsert([{ description: 'Massage' }]);

		expect(hotel.service.books.all()).toMatchObject([{ description: 'Massage [ref:spa-1]' }]);
		expect(run.json()).toMatchObject([{ _action: 'unchanged' }]);
	});

	it('may have a description that ends like a reference', async () => {
		const description = 'Spa [ref:other]';
		await upsert([{ description }]);
		const run = await upsert([{ description }]);

		expect(run.json()).toMatchObject([
			{ description: 'Spa [ref:other] [ref:spa-1]', _action: 'unchanged' },
		]);
	});

	it('gets the custom fields that differ', async () => {
		hotel.service.books.add('R-2', {
			...held,
			id: 'b',
			raw: { vat: { rate: 19, code: 'A' }, tags: ['x'] },
		});
		const customFields = { vat: { rate: 7, code: 'A' }, tags: ['x'], note: 'VIP' };
		await upsert([{ reservationId: 'R-2', customFields }]);
		expect(changes()).toEqual([['PATCH', '/services/b', { vat: { rate: 7 }, note: 'VIP' }]]);

		const run = await upsert([{ reservationId: 'R-2', customFields }]);
		expect(run.json()).toMatchObject([{ _action: 'unchanged' }]);
	});

	it('is not compared with custom fields in another order', async () => {
		hotel.service.books.add('R-2', { ...held, id: 'b', raw: { tax: [{ a: 1, b: 2 }] } });
		const run = await upsert([{ reservationId: 'R-2', customFields: { tax: [{ b: 2, a: 1 }] } }]);

		expect(run.json()).toMatchObject([{ _action: 'unchanged' }]);
	});

	it('is compared with custom fields whose names have dots', async () => {
		hotel.service.books.add('R-2', { ...held, id: 'b', raw: { 'tax.rate': 19 } });
		const run = await upsert([{ reservationId: 'R-2', customFields: { 'tax.rate': 19 } }]);

		expect(run.json()).toMatchObject([{ _action: 'unchanged' }]);
	});

	it('is found in a field of its own', async () => {
		hotel.speak({ referenceField: 'externalId' }, { referenceField: 'externalId' });
		await upsert([{ ...spa, reference: 'new' }]);
		const run = await upsert([{ description: 'Massage', reference: 'new' }]);

		expect(changes().at(-1)).toEqual(['PATCH', '/services/si-1', { description: 'Massage' }]);
		expect(run.json()).toMatchObject([
			{ externalId: 'new', description: 'Massage', _action: 'updated' },
		]);
	});

	it('carried by several service items is reported', async () => {
		hotel.service.books.add('R-1', { ...held, id: 'copy' });
		const run = await upsert([{ amount: 90 }]);

		expect(run.error?.message).toContain("carry the reference 'spa-1': 'old' and 'copy'");
		expect(changes()).toEqual([]);
	});

	it('says what to do when its service item was deleted in between', async () => {
		meanwhile(hotel.service, { method: 'PATCH' }, () => {
			const booking = hotel.service.books.find('old');
			if (booking) hotel.service.books.remove(booking);
		});
		const run = await upsert([{ ...spa, amount: 90 }]);

		expect(run.error?.message).toContain("Service item 'old' was not found");
		// There is no such field in this operation.
		expect(run.error?.message).not.toContain("Check 'Service Item'");
	});
});

describe('differences are judged by what is meant', () => {
	it.each([
		['amounts as text', { amountFormat: 'string' }, { amount: '80' }, '80.00'],
		['amounts in minor units', { amountFormat: 'minorUnits' }, {}, 80],
		['dates with time', { dateFormat: 'dateTime' }, { date: '2026-11-20T23:00:00.000Z' }, 80],
		[
			'dates with time and offset',
			{ dateFormat: 'dateTime' },
			{ date: '2026-11-21T15:00:00+01:00' },
			80,
		],
		['names in depth', { amountField: 'price.amount', dateField: 'price.day' }, {}, ' 80 '],
	] as const)('in %s', async (_, format, raw, amount) => {
		hotel.speak(format, format);
		hotel.service.books.add('R-1', { ...held, raw });
		const run = await upsert([{ ...spa, amount, date: '2026-11-21T09:30' }], {
			timezone: 'Europe/Berlin',
		});

		expect(run.error).toBeUndefined();
		expect(run.json()).toMatchObject([{ _action: 'unchanged' }]);
		expect(changes()).toEqual([]);
	});

	it.each([
		['amounts as text', { amountFormat: 'string' }, { amount: '80.50' }],
		['amounts in minor units', { amountFormat: 'minorUnits' }, { amount: 8050 }],
		['names in depth', { amountField: 'price.amount' }, { price: { amount: 80.5 } }],
	] as const)('and written in %s', async (_, format, body) => {
		hotel.speak(format, format);
		hotel.service.books.add('R-1', held);
		await upsert([{ ...spa, amount: 80.5 }]);

		expect(changes()).toEqual([['PATCH', '/services/old', body]]);
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
	it('an unclear create and an unclear update both end as wanted', async () => {
		hotel.service.books.add('R-2', { ...held, id: 'b' });
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'resetAfter' });
		hotel.service.faults.add({ method: 'PATCH', kind: 'resetAfter' });
		const run = await upsert([spa, { reservationId: 'R-2', amount: 90 }]);

		expect(run.json()).toMatchObject([
			{ id: 'si-1', amount: 80, _action: 'created' },
			{ id: 'b', amount: 90, _action: 'updated' },
		]);
		expect(hotel.service.books.all()).toHaveLength(2);
	});

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

	it('a reference that another workflow creates in the same instant ends as wanted', async () => {
		const theirs = { amount: 70, date: spa.date, description: held.description };
		meanwhile(hotel.service, { method: 'POST', path: /services/ }, () =>
			hotel.service.books.add('R-1', { id: 'a', ...theirs }),
		);
		const run = await upsert([spa]);

		expect(hotel.service.books.all()).toMatchObject([{ id: 'a', amount: 80 }]);
		expect(run.json()).toMatchObject([{ id: 'a', amount: 80, _action: 'updated' }]);
	});

	it('two runs at once end with one service item as wanted', async () => {
		hotel.service.latencyMs = 5;
		const runs = await Promise.all([upsert([spa]), upsert([spa])]);
		hotel.service.latencyMs = 0;

		expect(hotel.service.books.all()).toHaveLength(1);
		expect(runs.map((run) => run.json()[0]?._action).sort()).toEqual(['created', 'unchanged']);
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
