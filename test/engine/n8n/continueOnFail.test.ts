import { useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

beforeEach(() => hotel.seed('si-1', 'si-2'));

it('Continue pairs every item with the input it comes from, a failed one with nothing but its message', async () => {
	const items = [{ id: 'R-1' }, { id: '' }, { id: 'R-2' }, { id: 'R-1' }];
	const settings = { items, onError: 'continueRegularOutput' } as const;
	const run = await hotel.run('getAll', { reservationId: '={{ $json.id }}' }, settings);

	expect(run.status).toBe('success');
	const error = expect.stringContaining("'Reservation ID' is empty") as string;
	expect(run.output()[2]?.json).toEqual({ error });
	expect(run.output().map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
		['si-1', { item: 0 }],
		['si-2', { item: 0 }],
		[error, { item: 1 }],
		['si-1', { item: 3 }],
		['si-2', { item: 3 }],
	]);
});

it('what hinders every item is an error of every item, on the error output too', async () => {
	hotel.credential.edit({ apiKey: 'mistyped' });
	const items = [{ id: 'si-1' }, { id: 'si-2' }, { id: 'lost' }];
	const serviceId = byId('={{ $json.id }}');
	const run = await hotel.run('get', { serviceId }, { items, onError: 'continueErrorOutput' });

	expect(hotel.sent).toEqual([]);
	const failed = run.json(1).map(({ error }) => error);
	expect(failed).toEqual(items.map(() => expect.stringMatching(/'API Key'/) as string));
});
