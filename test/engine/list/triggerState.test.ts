import { useHotel } from '../support/hotel';
import { since } from '../support/n8nVersion';
import { breakfast, inShort, useWatchedHotel, type Watch } from '../support/watch';

const { hotel, watch, add } = useWatchedHotel('R-1', 'R-2');
const other = useHotel();

/** Watches reservations on which there are the items `a` and `b`. */
async function watchTwo(...[parameters, options]: Parameters<typeof watch>): Promise<Watch> {
	for (const id of ['a', 'b']) add('R-1', id);
	const watching = watch(parameters, options);
	await watching.activate();
	return watching;
}

since('2.41').it(
	'durable poll cursors lose nothing between activation and the first poll',
	async () => {
		const watching = await watchTwo({ events: ['created'] }, { durableCursors: true });
		add('R-1', 'c');

		expect(inShort(await watching.events())).toEqual(['created R-1 c']);
		expect(await watching.events()).toEqual([]);
	},
);

/** Opens an account, or gives it another key, and puts it into the credential. */
function logInAs(accountId: string, key: string): void {
	hotel.service.accounts.add({ accountId, key });
	hotel.credential.edit({ accountId, apiKey: key });
}

function pasteFormat(setting: string, example: object): void {
	hotel.credential.edit({ customApiFormat: true, [setting]: JSON.stringify(example) });
}

const item = { amount: '{amount}', description: '{description}' };
/** The service shows two IDs of every item. */
const byNumber = { items: [{ number: '{id}', ...item }] };

it.each<[string, () => void]>([
	['account', () => logInAs('villa', 'key-of-villa')],
	[
		'environment',
		() => {
			const { accountId, apiKey: key } = hotel.saved;
			other.service.accounts.add({ accountId, key });
			hotel.credential.edit({ environment: 'test', testBaseUrl: other.service.url });
		},
	],
	[
		'API format, of which a wrong one has read other IDs',
		() => pasteFormat('listResponse', byNumber),
	],
])('with another %s it begins anew, without events, and then tells as usual', async (_, move) => {
	const watching = await watchTwo();
	move();
	const both = [hotel, other].map(({ service }) => service.books);
	hotel.service.books.clear();
	for (const books of both) {
		for (const id of ['b', 'z'])
			books.add('R-1', { ...breakfast, id, amount: 9, raw: { number: id } });
	}
	const tick = await watching.tick();
	expect([tick.items, tick.error, tick.reported]).toEqual([null, undefined, []]);

	for (const books of both) books.add('R-1', { ...breakfast, id: 'y', raw: { number: 'y' } });
	expect(inShort(await watching.events())).toEqual(['created R-1 y']);
	expect(await watching.events()).toEqual([]);
});
