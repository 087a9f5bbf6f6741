import { spa, usePicker } from './support/picker';
import { loadPackage } from './support/loadedPackage';
import { useCannedService } from './support/cannedService';
import { fromList } from './support/serviceItemNode';

const { hotel, search, names } = usePicker();
const canned = useCannedService();

const tour = { id: 'si-8', amount: 60, date: '2026-12-06', description: 'Old town tour' };
const discount = { id: 'si-9', amount: -20, date: '2026-12-06', description: 'Goodwill (tour)' };

describe('the list', () => {
	beforeEach(() => {
		for (const item of [spa, tour, discount]) hotel.service.books.add('R-1', item);
		hotel.service.books.add('R-2', { ...spa, id: 'si-99' });
	});

	it('shows description, date and amount of the service items of the reservation', async () => {
		expect(await search()).toEqual({
			results: [
				{ name: 'Spa treatment · 2026-12-05 · 89.50', value: 'si-7' },
				{ name: 'Old town tour · 2026-12-06 · 60.00', value: 'si-8' },
				{ name: 'Goodwill (tour) · 2026-12-06 · -20.00', value: 'si-9' },
			],
		});
		expect(hotel.requests).toEqual([
			{ method: 'GET', path: '/services', query: { reservationId: 'R-1' } },
		]);
	});

	it.each([
		['by description', 'spa', ['si-7']],
		['in any case', 'TOUR', ['si-8', 'si-9']],
		['by date', '2026-12-06', ['si-8', 'si-9']],
		['by amount', '89.5', ['si-7']],
		['by amount as it is shown', '-20.00', ['si-9']],
		['by ID', 'si-9', ['si-9']],
		['by signs, taken literally', '(tour)', ['si-9']],
		['by what looks like a pattern', '.*', []],
		['by what stands side by side', 'treatment · 2026', ['si-7']],
		['with blanks around', '  goodwill ', ['si-9']],
		['by nothing', '', ['si-7', 'si-8', 'si-9']],
		['by white space', '  ', ['si-7', 'si-8', 'si-9']],
		['by what is not there', 'massage', []],
	])('filters %s', async (_, filter, values) => {
		const { results, paginationToken } = await search({ filter });

		expect(results.map(({ value }) => value)).toEqual(values);
		expect(paginationToken).toBeUndefined();
		expect(hotel.requests).toHaveLength(1);
	});

	it('gives an ID that the node takes', async () => {
		const id = 'a/b ?ä';
		hotel.service.books.add('R-3', { ...spa, id });
		const { results } = await search({ parameters: { reservationId: 'R-3' } });
		const run = await hotel.run('get', {
			reservationId: 'R-3',
			serviceId: fromList(String(results[0]?.value)),
		});

		expect(run.json()).toMatchObject([{ id }]);
	});

	it.each(['R 1', 'R/1', 'R&1=2', 'ä?', '={{ "R" + " 1" }}'])(
		'is of the reservation %j',
		async (reservationId) => {
			const id = reservationId.startsWith('=') ? 'R 1' : reservationId;
			hotel.service.books.add(id, { ...spa, id: 'si-50' });
			const { results } = await search({ parameters: { reservationId } });

			expect(results.map(({ value }) => value)).toEqual(['si-50']);
			expect(hotel.requests[0]?.query).toEqual({ reservationId: id });
		},
	);
});

describe('what is shown', () => {
	it.each([
		['a third digit', 'number(3)', 12.345, '12.345'],
		['yen', 'number(0)', 3500, '3500'],
		['cents', 'minorUnits', 1250, '12.50'],
	])('is the whole amount: %s', async (_, format, amount, shown) => {
		canned.answer = { body: [{ id: 'si-7', amount, description: 'Spa' }] };
		const createBody = `{ "reservationId": "{reservationId}", "amount": "{amount as ${format}}", "description": "{description}" }`;

		expect(await names({ credential: canned.credential({ createBody }) })).toEqual([
			`Spa · ${shown}`,
		]);
	});

	it("is in the main unit and on the day in the workflow's time zone, whatever the format", async () => {
		const format = {
			idField: 'meta.no',
			amountField: 'price.cents',
			amountFormat: 'minorUnits',
			dateField: 'when',
			dateFormat: 'dateTime',
			descriptionField: 'texts.en',
		} as const;
		hotel.speak({ ...format, idType: 'number' });
		hotel.service.books.add('R-1', {
			...spa,
			id: '7',
			date: '',
			// In n8n's own time zone, New York, it is still the day before.
			raw: { when: '2026-12-05T02:00:00.000Z' },
		});

		expect((await search()).results).toEqual([
			{ name: 'Spa treatment · 2026-12-04 · 89.50', value: '7' },
		]);
	});

	it.each([
		[{ id: 7 }, ['Service item 7']],
		[{ id: 'si-7', description: 'Spa' }, ['Spa']],
		[{ id: 'si-7', description: 'Spa', date: 'soon', amount: 'free' }, ['Spa · soon · free']],
		[{ id: 'si-7', description: 'Spa', amount: 0 }, ['Spa · 0.00']],
		[{ description: 'Without an ID' }, []],
	])('of %j is %j', async (item, shown) => {
		canned.answer = { body: [item] };

		expect(await names({ credential: canned.credential() })).toEqual(shown);
	});
});

it('is offered wherever a service item is chosen, and follows the reservation', async () => {
	const { description } = (await loadPackage()).getByNameAndVersion('serviceItem');
	const pickers = description.properties.filter(({ type }) => type === 'resourceLocator');

	expect(pickers.flatMap(({ displayOptions }) => displayOptions?.show?.operation).sort()).toEqual([
		'delete',
		'get',
		'update',
	]);
	for (const { name, modes, typeOptions } of pickers) {
		expect(name).toBe('serviceId');
		expect(modes?.map((mode) => mode.name)).toEqual(['list', 'id', 'reference']);
		expect(modes?.[0]?.typeOptions).toMatchObject({
			searchListMethod: 'searchServiceItems',
			searchable: true,
		});
		expect(typeOptions?.loadOptionsDependsOn).toEqual(['reservationId']);
	}
});
