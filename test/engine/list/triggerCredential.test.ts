import { useHotel } from '../support/hotel';
import { breakfast, inShort, useWatchedHotel, type Watch } from '../support/watch';

const { hotel, watch, add } = useWatchedHotel('R-1');
const other = useHotel();

/** Watches reservation R-1, on which there are the items `a` and `b`. */
async function watchTwo(): Promise<Watch> {
	for (const id of ['a', 'b']) add('R-1', id);
	const watching = watch();
	await watching.activate();
	return watching;
}

/** Opens an account, or gives it another key, and puts it into the credential. */
function logInAs(accountId: string, key: string): void {
	hotel.service.accounts.add({ accountId, key });
	hotel.credential.edit({ accountId, apiKey: key });
}

const moves: Array<[string, () => void]> = [
	['account', () => logInAs('villa', 'key-of-villa')],
	[
		'environment',
		() => hotel.credential.edit({ environment: 'test', testBaseUrl: other.service.url }),
	],
];

describe.each(moves)('a credential that moves to another %s', (_, move) => {
	/** The same reservation ID is another reservation there. */
	function moveOn(): void {
		const { accountId, apiKey: key } = hotel.saved;
		other.service.accounts.add({ accountId, key });
		move();
		hotel.service.books.clear();
		for (const { service } of [hotel, other]) {
			service.books.add('R-1', { ...breakfast, id: 'b', amount: 99 });
			service.books.add('R-1', { ...breakfast, id: 'z' });
		}
	}
	function addThere(id: string): void {
		for (const { service } of [hotel, other]) service.books.add('R-1', { ...breakfast, id });
	}

	it('makes no events of the difference, and then all events as usual', async () => {
		const watching = await watchTwo();
		moveOn();
		const tick = await watching.tick();
		expect([tick.items, tick.error, tick.reported]).toEqual([null, undefined, []]);

		addThere('y');
		expect(inShort(await watching.events())).toEqual(['created R-1 y']);
		expect(await watching.events()).toEqual([]);
	});
});

const gatewayKey = (key: string): void =>
	hotel.credential.edit({
		customApiFormat: true,
		requestHeaders: JSON.stringify({ 'X-Gateway-Key': key }),
	});

describe('a credential that stays with its account misses nothing and tells nothing twice', () => {
	it.each<[string, () => void, () => void]>([
		[
			'with a new API key',
			() => logInAs('villa', 'old-key-of-villa'),
			() => logInAs('villa', 'new-key-of-villa'),
		],
		[
			'with a new key of a gateway in its headers',
			() => gatewayKey('old-key-1'),
			() => gatewayKey('new-key-2'),
		],
		[
			'with another spelling of the address',
			() => undefined,
			() =>
				hotel.credential.edit({ baseUrl: hotel.saved.baseUrl.replace('127.0.0.1', 'localhost') }),
		],
		[
			'with a query added to the address',
			() => undefined,
			() => hotel.credential.edit({ baseUrl: `${hotel.saved.baseUrl}/?version=2` }),
		],
	])('%s', async (_, before, change) => {
		before();
		const watching = await watchTwo();
		change();
		hotel.remove('a');
		add('R-1', 'c');

		expect(inShort(await watching.events())).toEqual(['created R-1 c', 'deleted R-1 a']);
		expect(await watching.events()).toEqual([]);
	});
});

/** The service shows two IDs of every item. */
function bookNumbered(id: string, number: string): void {
	hotel.service.books.add('R-1', { ...breakfast, id, raw: { number } });
}

/** Says in which property of an item the ID stands. */
function showIdAt(property: string): void {
	const item = { [property]: '{id}', amount: '{amount}', description: '{description}' };
	hotel.credential.edit({
		customApiFormat: true,
		listResponse: JSON.stringify({ items: [item] }),
	});
}

describe('List Response put right after publishing', () => {
	it.each([
		['', () => undefined],
		[', also behind an empty list', () => hotel.service.books.clear()],
	])('begins anew, without events, where the IDs come from another place%s', async (_, empty) => {
		bookNumbered('a', 'N-1');
		bookNumbered('b', 'N-2');
		const watching = watch();
		await watching.activate();
		empty();
		await watching.tick();
		showIdAt('number');
		if (hotel.ids().length === 0) bookNumbered('a', 'N-1');
		const tick = await watching.tick();
		expect([tick.items, tick.error, tick.reported]).toEqual([null, undefined, []]);

		bookNumbered('c', 'N-3');
		hotel.remove('a');
		expect(inShort(await watching.events())).toEqual(['created R-1 N-3', 'deleted R-1 N-1']);
	});

	it('goes on where it shows them at the place at which they were found', async () => {
		bookNumbered('a', 'N-1');
		const watching = watch();
		await watching.activate();
		showIdAt('id');
		bookNumbered('b', 'N-2');

		expect(inShort(await watching.events())).toEqual(['created R-1 b']);
	});
});

it('keeps neither the address nor the account nor the key of a credential readable', async () => {
	logInAs('villa-rosa', 'key-of-villa-rosa');
	const { saved } = await watchTwo();

	expect(JSON.stringify(saved)).toContain('Breakfast');
	for (const text of ['villa-rosa', hotel.service.url, 'access-']) {
		expect(JSON.stringify(saved)).not.toContain(text);
	}
});
