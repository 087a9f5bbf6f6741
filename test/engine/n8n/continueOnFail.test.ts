import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

/** Input items, two of which name service items that there are not. */
const items = [
	{ id: 'si-1', note: 'first' },
	{ id: 'lost-1', note: 'second' },
	{ id: 'si-2', note: 'third' },
	{ id: 'lost-2', note: 'fourth' },
];
const readEach = { serviceId: byId('={{ $json.id }}') };
const notFound = (id: string) =>
	expect.stringContaining(`'${id}' could not be read: there is no such`) as string;

beforeEach(() => hotel.seed('si-1', 'si-2'));

it('Continue gives every item an output in its place, a failed one with nothing but its message', async () => {
	const run = await hotel.run('get', readEach, { items, onError: 'continueRegularOutput' });

	expect(run.status).toBe('success');
	expect(run.output()).toEqual([
		{ json: { ...CHARGE, id: 'si-1' }, pairedItem: { item: 0 } },
		expect.objectContaining({ json: { error: notFound('lost-1') }, pairedItem: { item: 1 } }),
		{ json: { ...CHARGE, id: 'si-2' }, pairedItem: { item: 2 } },
		expect.objectContaining({ json: { error: notFound('lost-2') }, pairedItem: { item: 3 } }),
	]);
});

it('Continue pairs every item of a list with the input it comes from', async () => {
	const lists = [{ id: 'R-1' }, { id: '' }, { id: 'R-2' }, { id: 'R-1' }];
	const settings = { items: lists, onError: 'continueRegularOutput' } as const;
	const run = await hotel.run('getAll', { reservationId: '={{ $json.id }}' }, settings);

	expect(run.output().map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
		['si-1', { item: 0 }],
		['si-2', { item: 0 }],
		[expect.stringContaining("'Reservation ID' is empty"), { item: 1 }],
		['si-1', { item: 3 }],
		['si-2', { item: 3 }],
	]);
});

it('what hinders every item is an error of every item, on the error output too', async () => {
	hotel.credential.edit({ apiKey: 'mistyped' });
	const run = await hotel.run('get', readEach, { items, onError: 'continueErrorOutput' });

	expect(hotel.sent).toEqual([]);
	const failed = run.json(1).map(({ error }) => error);
	expect(failed).toEqual(items.map(() => expect.stringMatching(/'API Key'/) as string));
});
