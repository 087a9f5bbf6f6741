import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { StoredCredential } from './support/credentialStore';
import { chargeOfRow, rows, useTwoHotels } from './support/twoHotels';

const hotels = useTwoHotels();

afterEach(() => jest.restoreAllMocks());

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
