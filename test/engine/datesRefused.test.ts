import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const charge = { reservationId: 'R-1', amount: 25, description: 'Late checkout' };

const refused: Array<[string, string, string]> = [
	['a day that does not exist', '2026-02-30', "'Date' is '2026-02-30'"],
	['a number', '={{ 1795219200000 }}', "'Date' is"],
	['an object', '={{ ({ day: 21 }) }}', "'Date' is"],
	['a Date that is none', "={{ new Date('x') }}", "'Date' is"],
	['a DateTime that is none', "={{ DateTime.fromISO('x') }}", "'Date' is"],
];

it.each(refused)('refuses %s by name and sends nothing', async (_, date, message) => {
	const run = await hotel.run('create', { ...charge, date });

	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(message);
	expect(run.error?.message).toMatch(/which is not a date$/);
	expect(run.error?.description).toMatch(/\d{4}-\d{2}-\d{2}/);
	expect(hotel.service.log.entries).toEqual([]);
});

it('refuses for an update what is not a date', async () => {
	const parameters = { serviceId: byId('si-9'), updateFields: { date: 'tomorrow' } };
	const run = await hotel.run('update', parameters);

	expect(run.error?.message).toContain("'Date' is 'tomorrow'");
	expect(hotel.service.log.entries).toEqual([]);
});

it.each([
	['2026-02-30', 'That month ends with 2026-02-28. Give a day that there is.'],
	['07.12.2026', 'Give 2026-12-07.'],
])(
	'says of %p, which was typed, what it most likely means, and nothing of expressions',
	async (date, remedy) => {
		const nothingSent = 'Nothing was sent to the service for this item.';
		const run = await hotel.run('create', { ...charge, date });

		expect(run.error?.description).toBe(`${remedy} ${nothingSent}`);
	},
);

it('gives the expression that converts the date of an update', async () => {
	const updateFields = { date: '={{ $json.date }}' };
	const items = [{ date: '07.12.2026' }];
	const run = await hotel.run('update', { serviceId: byId('si-9'), updateFields }, { items });

	expect(run.error?.description).toContain(`DateTime.fromFormat($json.date, 'd.M.yyyy')`);
});

describe('a date as it is written in a country', () => {
	it.each([
		['21.11.2026', ['2026-11-21']],
		['1.2.2026', ['2026-02-01']],
		['11/21/2026', ['2026-11-21']],
		['21/11/2026', ['2026-11-21']],
		['5/6/2026', ['2026-05-06', '2026-06-05']],
		['21-11-2026', ['2026-11-21']],
	])('comes with the expression that converts it: %s', async (date, days) => {
		const parameters = { ...charge, date: '={{ $json.date }}' };
		const refused = await hotel.run('create', parameters, { items: [{ date }] });
		const expressions = refused.error?.description?.match(/\{\{.*?\}\}/g) ?? [];

		expect(refused.error?.description).toContain(`Give ${days.join(' or ')}.`);
		expect(hotel.service.log.entries).toEqual([]);
		for (const expression of expressions) {
			await hotel.run('create', { ...parameters, date: `=${expression}` }, { items: [{ date }] });
		}
		expect(hotel.bodies).toMatchObject(days.map((day) => ({ date: day })));
	});
});
