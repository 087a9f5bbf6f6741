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

/** What n8n hands over from its form and its expressions. Every other spelling is a case of the unit tests. */
const accepted: Array<[string, unknown, number]> = [
	['a number from the form', 12.5, 12.5],
	['text from the form', '12.50', 12.5],
	['zero', 0, 0],
	['a refund as it is typed', '-3', -3],
	['a difference with the noise of binary fractions', '={{ 0.3 - 0.1 }}', 0.2],
	['a share rounded in the expression', '={{ (19.99 * 0.19).round(2) }}', 3.8],
	['the price of a thousand lines', sumOf(1000, 0.07), 70],
	['a numeric string from an expression', '={{ " 12.50 " }}', 12.5],
	['text put together in an expression', '={{ 12 }}.{{ 5 }}', 12.5],
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

const refused: Array<[string, string, string]> = [
	['letters', 'abc', "'Amount' is 'abc', which is not a number"],
	['nothing', '={{ $json.missing }}', "'Amount' is empty"],
	['NaN from arithmetic', "={{ Number('x') * 2 }}", "'Amount' is NaN"],
	['Infinity', '={{ 1 / 0 }}', "'Amount' is Infinity"],
	['a decimal comma as it is typed', '12,50', "'Amount' is '12,50'"],
	['a decimal comma', "={{ '12,50' }}", "'Amount' is '12,50'"],
	[
		'a number with three decimals',
		12.345 as unknown as string,
		"'Amount' is 12.345, but the currency has 2 decimals",
	],
	['a tax that is not rounded', '={{ 19.99 * 0.19 }}', "'Amount' is 3.7981"],
	['a list', '={{ [12.5] }}', "'Amount' is"],
	['a date', '={{ new Date(0) }}', "'Amount' is"],
];

it.each(refused)('refuses %s by name and sends nothing', async (_, amount, message) => {
	const run = await hotel.run('create', { ...charge, amount });

	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(message);
	expect(hotel.service.log.entries).toEqual([]);
});

it.each(['12,50', '={{ 19.99 * 0.19 }}'])('refuses %s for an update', async (amount) => {
	const run = await hotel.run('update', { serviceId: byId('si-9'), updateFields: { amount } });

	expect(run.error?.message).toContain("'Amount' is");
	expect(hotel.service.log.entries).toEqual([]);
});
