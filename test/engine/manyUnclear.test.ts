import { useHotel } from './support/hotel';

const hotel = useHotel();
const COUNT = 200;

it('200 protected charges on one reservation, of which a third go wrong, take few looks', async () => {
	hotel.service.faults.random({
		seed: 5,
		rate: 1 / 3,
		kinds: ['resetBefore', 'resetAfter', 'errorBefore', 'errorAfter'],
		method: 'POST',
		path: /^\/services/,
	});
	const items = Array.from({ length: COUNT }, (_, n) => ({ n }));
	const run = await hotel.run(
		'create',
		{
			reservationId: 'R-1',
			amount: '={{ $json.n }}',
			date: '2026-11-21',
			description: '=Charge {{ $json.n }}',
			preventDuplicates: 'sameFields',
		},
		{ items, onError: 'continueRegularOutput' },
	);

	expect(run.json().filter(({ error }) => error !== undefined).length).toBeLessThan(10);
	// One look for each would take two minutes of pauses: they are looked up ten at a time, three looks in 3.5 seconds.
	const lists = hotel.requests.filter(({ method }) => method === 'GET').length;
	expect(lists).toBeLessThan(50);
	const descriptions = hotel.service.books.all().map(({ description }) => description);
	expect(new Set(descriptions).size).toBe(descriptions.length);
});
