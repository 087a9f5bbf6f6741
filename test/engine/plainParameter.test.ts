import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

/** The same field twice: read by the node from the item, and, in brackets, evaluated by n8n. */
const READERS = [
	(path: string) => `={{ $json${path} }}`,
	(path: string) => `={{ ($json${path}) }}`,
];

it.each([
	['text', 'Late checkout'],
	['text that looks like an expression', '={{ $json.amount }}'],
	['text with quotes and line breaks', 'A "late"\ncheckout\\'],
	['other alphabets', 'Späte Abreise · 延長'],
	['blank text', '   '],
	['a number', 1207],
	['a switch', true],
	['nothing', null],
	['a list', ['Late', 'checkout']],
	['an object', { text: 'Late checkout' }],
])('%s in a field becomes the same charge as when n8n evaluates it', async (_, value) => {
	const outcomes = [];
	for (const read of READERS) {
		const run = await hotel.run(
			'create',
			{
				reservationId: read('.guest.reservation'),
				amount: read('["the amount"]'),
				date: read('.day'),
				description: read('.what'),
				additionalFields: { accountCode: read('.what') },
			},
			{
				items: [
					{
						guest: { reservation: 'R-1' },
						'the amount': 12.5,
						day: '2026-11-21',
						what: value,
					},
				],
			},
		);
		outcomes.push({ sent: hotel.bodies.slice(outcomes.length), error: run.error?.message });
	}
	const [own, evaluated] = outcomes;
	expect(own?.error).toBe(evaluated?.error);
	expect(own?.sent[0]).toEqual(evaluated?.sent[0]);
	expect(own?.sent.length === 1 || own?.error !== undefined).toBe(true);
});

it('takes each item its own values', async () => {
	const items = [1, 2, 3].map((n) => ({ id: hotel.service.books.add('R-1', charge(n)).id, n }));
	await hotel.run(
		'update',
		{
			serviceId: byId('={{ $json.id }}'),
			updateFields: { amount: '={{ $json.n }}' },
		},
		{ items },
	);

	expect(hotel.service.books.all().map(({ amount }) => amount)).toEqual([1, 2, 3]);
});

function charge(n: number) {
	return { amount: n * 100, date: '2026-11-21', description: `Charge ${n}` };
}
