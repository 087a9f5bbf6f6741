import { eventsBetween, knownAfter } from '../../../nodes/ServiceItemTrigger/events';
import type {
	KnownItem,
	KnownReservation,
	SeenReservation,
} from '../../../nodes/ServiceItemTrigger/events';

const item = (digest: string): KnownItem => ({ fields: { description: digest }, digest });

/** `a1 b2`: item a as 1, item b as 2. */
function itemsOf(text: string): Array<[string, KnownItem]> {
	const entries = text.split(' ').filter(Boolean);
	return entries.map(([id = '', digest = '']) => [id, item(digest)]);
}

/** What is known of an item whose fields are not. */
const emptyItem = { id: null, reservationId: 'R-1', amount: null, description: null };

function known(text: string, idPlace: string | undefined = 'id'): KnownReservation {
	return { idPlace, items: Object.fromEntries(itemsOf(text)) };
}

function seen(text: string, { unlisted = '', idPlace = 'id' } = {}): SeenReservation {
	const listed = new Map(
		itemsOf(text).map(([id, each]) => [id, { ...each, serviceItem: { id, ...each.fields } }]),
	);
	return {
		idPlace: listed.size > 0 ? idPlace : undefined,
		listed,
		unlisted: new Set(unlisted),
		emptyItem,
	};
}

const inShort = (before: KnownReservation | undefined, now: SeenReservation) =>
	eventsBetween(before, now, 'R-1').map(
		({ event, serviceItem }) => `${event} ${serviceItem.id as string}`,
	);

const rows: Array<[string, KnownReservation | undefined, SeenReservation, string[]]> = [
	['nothing is known yet', undefined, seen('a1 b1'), []],
	['nothing has changed', known('a1 b1'), seen('b1 a1'), []],
	['one came', known('a1'), seen('a1 b1'), ['created b']],
	['the first came', known('', undefined), seen('a1'), ['created a']],
	['one has changed', known('a1 b1'), seen('a1 b2'), ['updated b']],
	['one is gone', known('a1 b1'), seen('b1'), ['deleted a']],
	['all are gone', known('a1 b1'), seen(''), ['deleted a', 'deleted b']],
	['one is there, but not listed', known('a1 b1'), seen('b1', { unlisted: 'a' }), []],
	['all at once', known('a1 b1'), seen('b2 c1'), ['updated b', 'created c', 'deleted a']],
	['the IDs stand elsewhere', known('a1 b1'), seen('x1 y1', { idPlace: 'number' }), []],
];

it.each(rows)('%s', (_, before, now, events) => {
	expect(inShort(before, now)).toEqual(events);
	// Whatever is told once is not told again.
	expect(inShort(knownAfter(before, now), now)).toEqual([]);
});

it('what is not listed for once is compared with the list before, not with the single answer', () => {
	const between = knownAfter(known('a1 b1'), seen('b1', { unlisted: 'a' }));

	expect(inShort(between, seen('a1 b1'))).toEqual([]);
	expect(inShort(between, seen('a2 b1'))).toEqual(['updated a']);
	expect(inShort(between, seen('b1'))).toEqual(['deleted a']);
});

it('an empty list does not forget where the IDs stand', () => {
	const empty = knownAfter(known('a1'), seen(''));

	expect(inShort(empty, seen('a1'))).toEqual(['created a']);
	expect(inShort(empty, seen('x1', { idPlace: 'number' }))).toEqual([]);
});

it('an update tells how the item was, under its ID', () => {
	const [event] = eventsBetween(known('a1'), seen('a2'), 'R-1');

	expect(event).toEqual({
		event: 'updated',
		reservationId: 'R-1',
		serviceItem: { id: 'a', description: '2' },
		previous: { id: 'a', reservationId: 'R-1', amount: null, description: '1' },
	});
});
