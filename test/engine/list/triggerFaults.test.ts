import { sleep, type IDataObject } from 'n8n-workflow';
import { breakfast, useWatchedHotel } from '../support/watch';

/** One a minute; two hours with POLLS=120. */
const POLLS = Number(process.env.POLLS ?? 30);
const RESERVATIONS = ['R-1', 'R-2', 'R-3'];
const kinds = [
	'errorBefore',
	'resetBefore',
	'cutBody',
	'html',
	'htmlError',
	'tooManyRequests',
	'truncatedJson',
] as const;

const { hotel, watch, add } = useWatchedHotel(...RESERVATIONS);

/** The same numbers each time. */
let state = 7;
const below = (most: number): number => (state = (state * 48271) % 2147483647) % most;

/** What a bill shows, by item. */
function bills(): Map<string, string> {
	return new Map(
		hotel.service.books
			.all()
			.map(({ id, reservationId, amount }) => [`${reservationId} ${id}`, `${amount}`]),
	);
}

function changesSince(
	before: Map<string, string>,
	isRead: (reservationId: string) => boolean,
): string[] {
	const now = bills();
	const changes = [...new Set([...before.keys(), ...now.keys()])].flatMap((item) => {
		const [reservationId = ''] = item.split(' ');
		if (!isRead(reservationId) || before.get(item) === now.get(item)) return [];
		const amount = now.get(item) ?? before.get(item) ?? '';
		const event = before.has(item) ? (now.has(item) ? 'updated' : 'deleted') : 'created';
		if (now.has(item)) before.set(item, amount);
		else before.delete(item);
		return [`${event} ${item} ${amount}`];
	});
	return changes.sort();
}

function toldIn(items: Array<{ json: IDataObject }> | null): string[] {
	const events = (items ?? []).map(({ json }) => {
		const { id, reservationId, amount } = json.serviceItem as IDataObject;
		return `${json.event as string} ${reservationId as string} ${id as string} ${amount as number}`;
	});
	return events.sort();
}

function changeSomething(): void {
	const ids = hotel.service.books.all().map(({ id }) => id);
	const id = ids[below(ids.length)] as string;
	const change = below(4);
	if (change === 0) hotel.edit(id, { amount: below(1000) });
	if (change === 1 && ids.length > 20) hotel.remove(id);
	if (change >= 2 && ids.length < 80) add(RESERVATIONS[below(3)] as string);
}

it(`${POLLS} polls with faults and restarts tell every change once`, async () => {
	for (let n = 0; n < 60; n++) hotel.book({ ...breakfast }, RESERVATIONS[n % 3]);
	const watching = watch();
	await watching.activate();
	const known = bills();
	hotel.service.faults.random({ seed: 11, rate: 0.4, kinds, path: /^\/services/ });
	const count = { told: 0, failed: 0 };
	for (let n = 1; n <= POLLS; n++) {
		for (let changes = below(6); changes > 0; changes--) changeSomething();
		await sleep(60_000);
		const { items, error, reported } =
			n % 15 === 0 ? await watching.restart() : await watching.tick();
		const words = [error, ...reported].map((each) => each?.message ?? '').join();
		const isRead = (reservationId: string): boolean =>
			!error && !words.includes(`'${reservationId}'`);
		if (words) count.failed++;
		const told = toldIn(items);
		expect(told).toEqual(changesSince(known, isRead));
		count.told += told.length;
	}
	if (process.env.POLLS) console.log(count);
	expect(count.told).toBeGreaterThan(POLLS);
}, 600_000);
