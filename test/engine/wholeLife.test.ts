import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../service/dialect';
import { useHotel } from './support/hotel';

const hotel = useHotel();

const SIZE = 5;
/** More than two pages full. */
const charges = Array.from({ length: 12 }, (_, n) => ({
	reservationId: 'R-1',
	amount: n + 1,
	date: n % 2 === 0 ? '2026-11-21' : '2026-11-22',
	description: `Charge ${n}`,
	reference: `ref-${n}`,
}));
const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	reference: '={{ $json.reference }}',
};

type Both = Pick<Partial<Dialect>, 'pagination' | 'itemsField' | 'nextLinkField' | 'hasMoreField'> &
	Partial<Dialect>;

/** Ways to page, each with its settings under the same names on both sides. */
const dialects: Array<[string, Both]> = [
	['a Link header and a bare list', { pagination: 'nextLink', itemsField: '' }],
	[
		'page number and cursor together',
		{ pagination: 'pageAndCursor', pageParameter: 'p', cursorParameter: 'c', firstPage: 0 },
	],
	[
		'a list of days, with links',
		{ pagination: 'nextLink', itemsField: 'data[].invoice.items', nextLinkField: '' },
	],
];

/** What the books hold of the reservation, by description. */
function booked(): Array<[string, number]> {
	return hotel.service.books
		.all('R-1')
		.map(({ description, amount }): [string, number] => [description, amount])
		.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

describe.each(dialects)('the whole life of charges on a service that pages by %s', (_, dialect) => {
	beforeEach(() => {
		hotel.speak({ ...dialect, maxPageSize: SIZE });
	});

	async function run(
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[] = charges,
	) {
		const done = await hotel.run(operation, parameters, { items });
		expect(done.error?.message).toBeUndefined();
		return done.json();
	}

	it.each(['sameFields', 'reference'])('creates each once (%s), and lists all', async (by) => {
		const create = { ...fromItem, preventDuplicates: by };
		const actions = (await run('create', create)).map(({ _action }) => _action);
		expect(new Set(actions)).toEqual(new Set(['created']));
		const again = (await run('create', create)).map(({ _action }) => _action);
		expect(new Set(again)).toEqual(new Set(['alreadyExisted']));
		expect(booked()).toHaveLength(charges.length);

		const all = { reservationId: 'R-1', returnAll: true };
		const listed = (await run('getAll', all, [{}])).map(({ amount }) => amount);
		expect(listed.sort((a, b) => Number(a) - Number(b))).toEqual(
			charges.map(({ amount }) => amount),
		);
	});

	it('brings them up to date, removes what is missing, and finds the rest by reference', async () => {
		await run('sync', fromItem);
		const wanted = charges.slice(0, 8).map((charge) => ({ ...charge, amount: charge.amount * 2 }));
		await run('sync', { ...fromItem, removeMissing: true, referencePrefix: 'ref-' }, wanted);
		expect(booked()).toEqual(
			wanted.map(({ description, reference, amount }) => [
				`${description} [ref:${reference}]`,
				amount,
			]),
		);
		const unchanged = (await run('sync', fromItem, wanted)).map(({ action }) => action);
		expect(new Set(unchanged)).toEqual(new Set(['unchanged']));

		const located = { __rl: true, mode: 'reference', value: '={{ $json.reference }}' };
		await run('delete', { reservationId: 'R-1', serviceId: located }, wanted);
		expect(booked()).toEqual([]);
	});
});
