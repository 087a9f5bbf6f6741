import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const charge = {
	reservationId: 'R-1',
	date: '2026-11-21',
	description: 'Minibar',
};

/** The amount that reached the service. */
function sentAmount(): unknown {
	expect(hotel.bodies).toHaveLength(1);
	return (hotel.bodies[0] as { amount?: unknown }).amount;
}

/** An expression that adds a price up line by line, in words every n8n understands. */
function sumOf(lines: number, price: number): string {
	return `={{ '.'.repeat(${lines}).split('').map(() => ${price}).sum() }}`;
}

const accepted: Array<[string, unknown, number]> = [
	['a number from the form', 12.5, 12.5],
	['text from the form', '12.50', 12.5],
	['zero', 0, 0],
	['a refund', -12.5, -12.5],
	['minus zero', '={{ -0 }}', 0],
	['a sum with the noise of binary fractions', '={{ 0.1 + 0.2 }}', 0.3],
	['a difference with noise', '={{ 0.3 - 0.1 }}', 0.2],
	['a product with noise', '={{ 19.99 * 3 }}', 59.97],
	['a percentage', '={{ 1.1 * 1.1 }}', 1.21],
	['a share rounded in the expression', '={{ (19.99 * 0.19).round(2) }}', 3.8],
	['ten cents ten times', sumOf(10, 0.1), 1],
	['ten cents a hundred times', sumOf(100, 0.1), 10],
	['the price of a thousand lines', sumOf(1000, 0.07), 70],
	['a numeric string from an expression', '={{ "12.50" }}', 12.5],
	['a numeric string with blanks around it', '={{ " 12.50 " }}', 12.5],
	['a numeric string with a plus sign', '={{ "+12.5" }}', 12.5],
	['a negative numeric string', '={{ "-0.05" }}', -0.05],
	['a numeric string without a leading zero', '={{ ".5" }}', 0.5],
	['a numeric string in scientific notation', '={{ "1.25e2" }}', 125],
	['text put together in an expression', '={{ 12 }}.{{ 5 }}', 12.5],
	['text as it is typed', ' 25 ', 25],
	['one decimal', '12.5', 12.5],
	['a refund as it is typed', '-3', -3],
	['a large amount to the cent', '={{ 123456789.12 }}', 123456789.12],
	['the price in the input item', '={{ $json.price }}', 25],
];

it.each(accepted)('takes %s', async (_, amount, sent) => {
	const run = await hotel.run(
		'create',
		{ ...charge, amount: amount as number },
		{ items: [{ price: 25 }] },
	);

	expect(run.error).toBeUndefined();
	expect(sentAmount()).toBe(sent);
	expect(hotel.service.books.all()).toMatchObject([{ amount: sent }]);
});

it.each(accepted)('takes %s for an update', async (_, amount, sent) => {
	hotel.service.books.add('R-1', { id: 'si-9', ...charge, amount: 99 });
	await hotel.run(
		'update',
		{ serviceId: byId('si-9'), updateFields: { amount: amount as number } },
		{ items: [{ price: 25 }] },
	);

	expect(hotel.bodies).toEqual([{ amount: sent }]);
});

const refused: Array<[string, string, string]> = [
	['letters', 'abc', "'Amount' is 'abc', which is not a number"],
	['nothing', '={{ $json.missing }}', "'Amount' is empty"],
	['null', '={{ null }}', "'Amount' is empty"],
	['an empty text', "={{ '' }}", "'Amount' is empty"],
	['white space', "={{ ' ' }}", "'Amount' is empty"],
	['NaN', '={{ NaN }}', "'Amount' is NaN"],
	['NaN from arithmetic', "={{ Number('x') * 2 }}", "'Amount' is NaN"],
	['Infinity', '={{ 1 / 0 }}', "'Amount' is Infinity"],
	['minus Infinity', '={{ -1 / 0 }}', "'Amount' is -Infinity"],
	['the word Infinity', "={{ 'Infinity' }}", "'Amount' is 'Infinity'"],
	['a decimal comma as it is typed', '12,50', "'Amount' is '12,50'"],
	['a currency as it is typed', '€ 25', "'Amount' is '€ 25'"],
	[
		'three decimals as they are typed',
		'12.345',
		"'Amount' is '12.345', but the currency has 2 decimals",
	],
	[
		'a number with three decimals',
		12.345 as unknown as string,
		"'Amount' is 12.345, but the currency has 2 decimals",
	],
	['a tax that is not rounded', '={{ 19.99 * 0.19 }}', "'Amount' is 3.7981"],
	['a decimal comma', "={{ '12,50' }}", "'Amount' is '12,50'"],
	['a thousands separator', "={{ '1,250.00' }}", "'Amount' is '1,250.00'"],
	['both separators', "={{ '1.250,00' }}", "'Amount' is '1.250,00'"],
	['a currency', "={{ '12.50 EUR' }}", "'Amount' is '12.50 EUR'"],
	['a currency sign', "={{ '€12.50' }}", "'Amount' is '€12.50'"],
	['blanks between digits', "={{ '1 250' }}", "'Amount' is '1 250'"],
	['a hexadecimal number', "={{ '0x10' }}", "'Amount' is '0x10'"],
	['a truth value', '={{ true }}', "'Amount' is"],
	['a list', '={{ [12.5] }}', "'Amount' is"],
	['an object', '={{ ({ value: 12.5 }) }}', "'Amount' is"],
	['a date', '={{ new Date(0) }}', "'Amount' is"],
	['more than money can be', '={{ 1e21 }}', "'Amount' is 1e+21, which is too large"],
];

it.each(refused)('refuses %s by name and sends nothing', async (_, amount, message) => {
	const run = await hotel.run('create', { ...charge, amount });

	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(message);
	expect(hotel.service.log.entries).toEqual([]);
});

const refusedInUpdate = refused.filter(([, , message]) => message !== "'Amount' is empty");

it.each(refusedInUpdate)('refuses %s for an update', async (_, amount, message) => {
	const run = await hotel.run('update', { serviceId: byId('si-9'), updateFields: { amount } });

	expect(run.error?.message).toContain(message);
	expect(hotel.service.log.entries).toEqual([]);
});

it.each([
	['a decimal comma', '12,50', 'Write 12.50'],
	['a currency', '25 EUR', 'Write 25'],
	['both separators', '1.250,00', 'Write 1250.00'],
	['the other way round', '1,250.00', 'Write 1250.00'],
	['too many decimals', '={{ 19.99 * 0.19 }}', 'round(2)'],
	['letters', 'abc', 'Give a number such as 12.5'],
])('says with %s how to write it', async (_, amount, remedy) => {
	const run = await hotel.run('create', { ...charge, amount });

	expect(run.error?.description).toContain(remedy);
});

describe('a workflow saved with version 0.1.0, when the amount was a number', () => {
	const saved = { ...charge, date: '2026-11-21T00:00:00' };

	it.each([
		['a number', 12.5],
		['an expression that gives a number', '={{ $json.price / 2 }}'],
		['an expression with text around', '=12.{{ $json.price * 2 }}'],
	])('creates from %s', async (_, amount) => {
		await hotel.run('create', { ...saved, amount }, { items: [{ price: 25 }] });

		expect(hotel.bodies).toEqual([{ ...charge, amount: 12.5 }]);
	});

	it.each(['upsert', 'sync'])('does the same with %s', async (operation) => {
		await hotel.run(operation, { ...saved, amount: 12.5, reference: 'order-1' });

		expect(hotel.bodies).toMatchObject([{ amount: 12.5, date: '2026-11-21' }]);
	});
});
