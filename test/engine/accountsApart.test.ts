import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { StoredCredential } from './support/credentialStore';
import { chargeOfRow, rows, useTwoHotels } from './support/twoHotels';

const hotels = useTwoHotels();

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

afterEach(() => jest.restoreAllMocks());

/** How often n8n reads a credential for a run. */
async function readsFor(credential: StoredCredential, items: IDataObject[]): Promise<number> {
	const { store } = credential;
	await hotels.run('create', chargeOfRow, items.slice(0, 1), { credential });
	// In the first seconds after a login, it is looked what other processes have stored, for the first time behind the answer.
	await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
	const { now } = Date;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + MINUTE_MS);
	const before = store.reads;
	const run = await hotels.run('create', chargeOfRow, items, { credential });
	expect(run.error).toBeUndefined();
	return store.reads - before;
}

/** A credential of one hotel, with other values for some fields. */
function ofHotelA(changes: ICredentialDataDecryptedObject = {}): StoredCredential {
	return hotels.save({ ...hotels.dataOf('a'), ...changes });
}

/** Logs in everywhere, so that what follows begins with a token. */
async function logIn(): Promise<void> {
	await hotels.run('create', chargeOfRow, rows('ab'));
	for (const name of ['a', 'b'] as const) hotels.of(name).log.clear();
}

describe('the credential is read', () => {
	it('once where there are no expressions', async () => {
		expect(await readsFor(ofHotelA(), rows('a'.repeat(50)))).toBe(1);
	});

	it('for each input item where there are', async () => {
		expect(await readsFor(hotels.credential, rows('ab'.repeat(25)))).toBe(50);
	});

	it('also where they come out alike', async () => {
		const { accountId } = hotels.dataOf('a');
		const credential = ofHotelA({ accountId: `=${accountId}{{ "" }}` });
		expect(await readsFor(credential, rows('a'.repeat(50)))).toBe(50);
	});

	it.each([
		'={{ $input.item?.json?.hotel === "b" ? B : A }}',
		'={{ $itemIndex === 1 ? B : A }}',
		`={{ $('Start').item.json.hotel === "b" ? B : A }}`,
		'={{ $json["hotel"] === "b" ? B : A }}',
	])('for each, whichever way an expression takes to the item (%s)', async (template) => {
		const fields = ['baseUrl', 'accountId', 'apiKey'] as const;
		const [a, b] = [hotels.dataOf('a'), hotels.dataOf('b')];
		const data = fields.map((field): [string, string] => {
			const expression = template.replace('B', `"${b[field]}"`).replace('A', `"${a[field]}"`);
			return [field, expression];
		});
		const credential = hotels.save(Object.fromEntries(data));
		const run = await hotels.run('create', chargeOfRow, rows('aba'), { credential });

		expect(run.error).toBeUndefined();
		expect(hotels.booked('a')).toEqual(['Charge 0', 'Charge 2']);
		expect(hotels.booked('b')).toEqual(['Charge 1']);
	});
});

describe('the tokens', () => {
	it('stay in the process, so that n8n writes nothing over the expressions', async () => {
		const { data, store } = hotels.credential;
		await hotels.run('create', chargeOfRow, rows('abab'));
		await hotels.run('create', chargeOfRow, rows('ba'));

		expect(store.writes).toBe(0);
		expect(hotels.credential.data).toEqual(data);
		for (const name of ['a', 'b'] as const) {
			expect(hotels.of(name).log.tokenExchanges()).toBe(1);
			expect(hotels.traffic(name).filter((line) => line.endsWith('401'))).toEqual([]);
		}
	});

	it('of one account are never sent for another, also where n8n has kept one', async () => {
		const own = ofHotelA();
		await hotels.run('create', chargeOfRow, rows('a'), { credential: own });
		expect(own.data.accessToken).toMatch(/^access-/);
		own.edit(hotels.credential.data);
		await hotels.run('create', chargeOfRow, rows('ab'), { credential: own });

		expect(hotels.booked('b')).toEqual(['Charge 1']);
		expect(hotels.traffic('b')).toEqual(['POST /token 200', 'POST /services 201']);
	});

	it('of one account may expire without a word of the other', async () => {
		await logIn();
		hotels.of('b').tokens.expireAll();
		const run = await hotels.run('create', chargeOfRow, rows('abab'));

		expect(run.error).toBeUndefined();
		expect([hotels.of('a').log.tokenExchanges(), hotels.of('b').log.tokenExchanges()]).toEqual([
			0, 1,
		]);
	});

	it('are told apart for two accounts of one service', async () => {
		const service = hotels.of('a');
		service.accounts.add({ accountId: 'north', key: 'key-n' });
		service.accounts.add({ accountId: 'south', key: 'key-s' });
		const credential = hotels.save({
			baseUrl: service.url,
			accountId: '={{ $json.side }}',
			apiKey: '={{ "key-" + $json.side[0] }}',
		});
		const items = ['north', 'south', 'north'].map((side, n) => ({
			side,
			text: side,
			reservation: n,
		}));
		const run = await hotels.run('create', chargeOfRow, items, { credential });

		expect(run.error).toBeUndefined();
		const charges = service.log.entries.filter((entry) => entry.path === '/services');
		expect(
			charges.map(({ account, body }) => [account, (body as IDataObject).description]),
		).toEqual(
			expect.arrayContaining([
				['north', 'north'],
				['south', 'south'],
			]),
		);
		expect(
			charges.every(({ account, body }) => account === (body as IDataObject).description),
		).toBe(true);
	});
});
