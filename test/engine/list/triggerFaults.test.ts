import { sleep, type IDataObject } from 'n8n-workflow';
import { breakfast, eventsOf, useWatchedHotel } from '../support/watch';

/** One a minute. */
const POLLS = 30;
const RESERVATIONS = ['R-1', 'R-2', 'R-3'];
const kinds = [
	...(['errorBefore', 'resetBefore', 'cutBody', 'html', 'htmlError'] as const),
	...(['tooManyRequests', 'truncatedJson'] as const),
];

const { hotel, watch, add } = useWatchedHotel(...RESERVATIONS);

/** The same numbers each time. */
let state = 7;
const below = (most: number): number => (state = (state * 48271) % 2147483647) % most;

/** The amounts on the bills, by item. */
const bills = () =>
	new Map(
		hotel.service.books.all().map((item) => [`${item.reservationId} ${item.id}`, item.amount]),
	);

function changeSomething(): void {
	const ids = hotel.ids();
	const id = ids[below(ids.length)] as string;
	const change = below(4);
	if (change === 0) hotel.edit(id, { amount: below(1000) });
	if (change === 1 && ids.length > 20) hotel.remove(id);
	if (change >= 2 && ids.length < 80) add(RESERVATIONS[below(3)] as string);
}

it(`whoever hears of nothing but the events of ${POLLS} polls with faults and restarts knows the bills, and hears nothing twice`, async () => {
	for (let n = 0; n < 60; n++) hotel.book({ ...breakfast }, RESERVATIONS[n % 3]);
	const watching = watch();
	await watching.activate();
	const known = bills();
	const stale: unknown[] = [];
	const hear = ({ event, reservationId, serviceItem }: IDataObject) => {
		const { id, amount } = serviceItem as { id: string; amount: number };
		const key = `${reservationId as string} ${id}`;
		const isNew = event === 'created';
		if (known.has(key) === isNew || (event === 'updated' && known.get(key) === amount)) {
			stale.push([event, key, amount]);
		}
		if (event === 'deleted') known.delete(key);
		else known.set(key, amount);
	};
	hotel.service.faults.random({ seed: 11, rate: 0.4, kinds, path: /^\/services/ });
	let failures = 0;
	for (let n = 1; n <= POLLS; n++) {
		if (n === POLLS) hotel.service.faults.clear();
		else for (let changes = below(6); changes > 0; changes--) changeSomething();
		await sleep(60_000);
		const poll = n % 15 === 0 ? await watching.restart() : await watching.tick();
		if (poll.error || poll.reported.length > 0) failures++;
		eventsOf({ ...poll, error: undefined }).forEach(hear);
	}

	expect(stale).toEqual([]);
	expect(known).toEqual(bills());
	expect(failures).toBeGreaterThan(0);
});
