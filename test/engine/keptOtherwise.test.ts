import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { keepOtherwise, writeCapitals, type Alteration } from './support/keepOtherwise';

const hotel = useHotel();

const spa = { reservationId: 'R-1', amount: 79.4, date: '2026-11-21', description: 'Spa for two' };
const items = [
	spa,
	{ ...spa, description: 'Spa & sauna for one, with Frühstück' },
	{ ...spa, reservationId: 'R-2', amount: 12.2 },
];

const sameFields: INodeParameters = {
	preventDuplicates: 'sameFields',
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
};

/** Charges all items twice, and gives out how many charges there are then. */
async function chargesAfterTwoRuns(): Promise<number> {
	for (let run = 0; run < 2; run++) {
		const { error } = await hotel.run('create', sameFields, { items });
		expect(error).toBeUndefined();
	}
	return hotel.service.books.all().length;
}

describe('a charge is known again by the same fields where the service', () => {
	it.each<[string, Alteration]>([
		['keeps it as it was sent', () => ({})],
		['fills in accounts', () => ({ accountCode: '4400', destinationAccount: 'GUEST' })],
		['adds properties', () => ({ vat: 7.7, createdAt: '2026-11-21T10:00:00Z' })],
		['puts blanks around', ({ description }) => ({ description: ` ${description}\n` })],
		[
			'joins and breaks lines',
			({ description }) => ({ description: description.replace(' ', '\n') }),
		],
		['writes capitals', writeCapitals],
		[
			'writes accents in two characters',
			({ description }) => ({ description: description.normalize('NFD') }),
		],
		['escapes HTML', ({ description }) => ({ description: description.replace('&', '&amp;') })],
		['writes amounts as text', ({ amount }) => ({ amount: amount.toFixed(2) })],
		['writes days as midnight', ({ date }) => ({ date: `${date}T00:00:00Z` })],
	])('%s', async (_, change) => {
		keepOtherwise(hotel.service, change);

		expect(await chargesAfterTwoRuns()).toBe(3);
	});

	it.each(['idOnly', 'empty204'] as const)('answers a create with %s', async (createAnswer) => {
		hotel.service.dialect.createAnswer = createAnswer;

		expect(await chargesAfterTwoRuns()).toBe(3);
	});
});

describe('a plain date that is given back as a midnight', () => {
	it.each(['Z', '+00:00', '+14:00', '-11:00', '.000+05:30'])(
		'with %s at its end is the same day, wherever n8n is',
		async (end) => {
			const time = end.startsWith('.') ? `T00:00:00${end}` : `T00:00${end}`;
			keepOtherwise(hotel.service, ({ date }) => ({ date: `${date}${time}` }));
			const run = () => hotel.run('create', sameFields, { items: [spa] });
			const actions = [await run(), await run()].map((done) => done.json()[0]?._action);

			expect(actions).toEqual(['created', 'alreadyExisted']);
			expect(hotel.service.books.all()).toHaveLength(1);
		},
	);
});
