import { meanwhile } from './support/meanwhile';
import { held, spa, untouched, useSpaUpserts } from './support/spaUpserts';

const { hotel, upsert, changes } = useSpaUpserts();

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
		hotel.speak(format);
		hotel.service.books.add('R-1', { ...held, raw });
		const run = await upsert([{ ...spa, amount, date: '2026-11-21T09:30' }], {
			timezone: 'Europe/Berlin',
		});

		expect(run.error).toBeUndefined();
		expect(run.json()).toMatchObject([{ _action: 'unchanged' }]);
		expect(changes()).toEqual([]);
	});
});
