import type { Dialect } from './dialect';
import { useService } from './useService';

const { service, client } = useService();

const speak = (dialect: Partial<Dialect>) => Object.assign(service.dialect, dialect);
const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa', accountCode: '4200' };

describe('formats', () => {
	const create = (change: object) =>
		client.post<unknown>('/services', { reservationId: 'r1', ...spa, ...change });

	it.each([
		['number', 12.5],
		['number', -0.01],
		['string', '12.50'],
		['string', '-0.50'],
		['string', '12.345'],
		['minorUnits', 1250],
		['minorUnits', -50],
	] as const)('%s takes the amount %j', async (amountFormat, amount) => {
		speak({ amountFormat });
		const { status, data } = await create({ amount });
		expect(status).toBe(201);
		expect(data).toMatchObject({ amount });
		const factor = amountFormat === 'minorUnits' ? 0.01 : 1;
		expect(service.books.all()[0]?.amount).toBeCloseTo(Number(amount) * factor, 10);
	});

	it.each([
		['number', '12.5', 'amount must be a number'],
		['number', true, 'amount must be a number'],
		['string', 12.5, 'amount must be a decimal text such as "12.50"'],
		['string', '12.5', 'amount must be a decimal text such as "12.50"'],
		['string', '12,50', 'amount must be a decimal text such as "12.50"'],
		['string', '012.50', 'amount must be a decimal text such as "12.50"'],
		['string', '1e2', 'amount must be a decimal text such as "12.50"'],
		['string', '', 'amount is required'],
		['minorUnits', 12.5, 'amount must be a whole number of minor units'],
		['minorUnits', '1250', 'amount must be a whole number of minor units'],
	] as const)('%s refuses the amount %j', async (amountFormat, amount, message) => {
		speak({ amountFormat });
		expect(await create({ amount })).toMatchObject({ status: 400, data: { message } });
	});

	it.each([
		'2026-11-21T00:00:00.000Z',
		'2026-11-21T00:00:00.000+01:00',
		'2026-11-21T23:59:59-08:00',
	])('dateTime takes %s and keeps the day as written', async (date) => {
		speak({ dateFormat: 'dateTime' });
		const { status, data } = await create({ date });
		expect(status).toBe(201);
		expect(data).toMatchObject({ date });
		expect(service.books.all()[0]?.date).toBe('2026-11-21');
	});

	it.each([
		'2026-11-21',
		'2026-11-21T00:00:00',
		'2026-11-21T24:00:00Z',
		'2026-11-21 00:00:00Z',
		'2026-02-29T00:00:00Z',
		1795219200000,
	])('dateTime refuses %j', async (date) => {
		speak({ dateFormat: 'dateTime' });
		expect((await create({ date })).status).toBe(400);
	});

	it('are those of seeded items as well', () => {
		speak({ amountFormat: 'string', dateFormat: 'dateTime' });
		const seeded = service.books.add('r1', { ...spa, raw: { room: 7 } });
		expect(seeded).toMatchObject({ ...spa, raw: { amount: '89.50', room: 7 } });
		expect(seeded.raw.date).toBe('2026-11-22T00:00:00.000Z');
		const date = '2026-11-22T10:00:00+05:00';
		expect(service.books.add('r1', { ...spa, raw: { date } })).toMatchObject({
			date: '2026-11-22',
		});
	});
});
