import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from './support/credentialStore';
import { useTwoHotels } from './support/twoHotels';

const hotels = useTwoHotels();

const path = /^\/services/;
const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservation }}',
	amount: 25,
	date: '2026-11-21',
	description: '={{ $json.text }}',
};
const onContinue = { onError: 'continueRegularOutput' } as const;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const noRetries = { ...fromItem, options: { maxRetries: 0 } };

/** Input items that name their hotel, one after another, each for a reservation of its own. */
function rows(names: string): IDataObject[] {
	return [...names].map((hotel, n) => ({ hotel, text: `Charge ${n}`, reservation: `R-${n}` }));
}

afterEach(() => jest.restoreAllMocks());

/** How often n8n reads a credential for a run. */
async function readsFor(credential: StoredCredential, items: IDataObject[]): Promise<number> {
	const { store } = credential;
	await hotels.run('create', fromItem, items.slice(0, 1), { credential });
	// In the first seconds after a login, it is looked what other processes have stored, for the first time behind the answer.
	await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
	const { now } = Date;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + MINUTE_MS);
	const before = store.reads;
	const run = await hotels.run('create', fromItem, items, { credential });
	expect(run.error).toBeUndefined();
	return store.reads - before;
}

/** A credential of one hotel, with other values for some fields. */
function ofHotelA(changes: ICredentialDataDecryptedObject = {}): StoredCredential {
	return hotels.save({ ...hotels.dataOf('a'), ...changes });
}

/** Logs in everywhere, so that what follows begins with a token. */
async function logIn(): Promise<void> {
	await hotels.run('create', fromItem, rows('ab'));
	for (const name of ['a', 'b'] as const) hotels.of(name).log.clear();
}

describe('the credential is read', () => {
	it('once where there are no expressions', async () => {
		expect(await readsFor(ofHotelA(), rows('a'.repeat(50)))).toBe(1);
	});

	it.each([
		'{{ "" }}',
		'{{ $now.year ? "" : "x" }}',
		`{{ $('Start').first().json.missing ?? "" }}`,
	])('once where its expressions are the same for all input items (%s)', async (nothing) => {
		const { accountId } = hotels.dataOf('a');
		const credential = ofHotelA({ accountId: `=${accountId}${nothing}` });
		expect(await readsFor(credential, rows('a'.repeat(50)))).toBe(1);
	});

	it('for each input item where they may differ', async () => {
		expect(await readsFor(hotels.credential, rows('ab'.repeat(25)))).toBe(50);
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
		const run = await hotels.run('create', fromItem, rows('aba'), { credential });

		expect(run.error).toBeUndefined();
		expect(hotels.booked('a')).toEqual(['Charge 0', 'Charge 2']);
		expect(hotels.booked('b')).toEqual(['Charge 1']);
	});
});

describe('the tokens', () => {
	it('stay in the process, so that n8n writes nothing over the expressions', async () => {
		const { data, store } = hotels.credential;
		await hotels.run('create', fromItem, rows('abab'));
		await hotels.run('create', fromItem, rows('ba'));

		expect(store.writes).toBe(0);
		expect(hotels.credential.data).toEqual(data);
		for (const name of ['a', 'b'] as const) {
			expect(hotels.of(name).log.tokenExchanges()).toBe(1);
			expect(hotels.traffic(name).filter((line) => line.endsWith('401'))).toEqual([]);
		}
	});

	it('of one account are never sent for another, also where n8n has kept one', async () => {
		const own = ofHotelA();
		await hotels.run('create', fromItem, rows('a'), { credential: own });
		expect(own.data.accessToken).toMatch(/^access-/);
		own.edit(hotels.credential.data);
		await hotels.run('create', fromItem, rows('ab'), { credential: own });

		expect(hotels.booked('b')).toEqual(['Charge 1']);
		expect(hotels.traffic('b')).toEqual(['POST /token 200', 'POST /services 201']);
	});

	it('of one account may expire without a word of the other', async () => {
		await logIn();
		hotels.of('b').tokens.expireAll();
		const run = await hotels.run('create', fromItem, rows('abab'));

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
		const run = await hotels.run('create', fromItem, items, { credential });

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

describe('when one account', () => {
	it('is asked to wait, the other does not wait', async () => {
		const fault = { kind: 'tooManyRequests', path, retryAfter: 60, times: Infinity } as const;
		hotels.of('a').faults.add(fault);
		const run = hotels.run(
			'create',
			{ ...fromItem, options: { maxConcurrency: 1 } },
			rows('ab'.repeat(10)),
			{
				...onContinue,
			},
		);
		while (hotels.booked('b').length < 10) await new Promise((resolve) => setTimeout(resolve, 5));

		expect(hotels.booked('a')).toEqual([]);
		run.cancel();
		await run;
	});

	it('refuses the login, the items of the other are done', async () => {
		hotels.of('a').accounts.remove(hotels.dataOf('a').accountId);
		const run = await hotels.run('create', fromItem, rows('abab'), onContinue);

		expect(run.json().map(({ error }) => error ?? 'done')).toEqual([
			expect.stringContaining(`Check 'Account ID' and 'API Key'`),
			'done',
			expect.stringContaining(`Check 'Account ID' and 'API Key'`),
			'done',
		]);
		expect(hotels.of('a').log.tokenExchanges()).toBe(1);
		expect(run.stored).not.toContain('key-of-');
	});

	it('has an unclear charge, only that one is not tried again', async () => {
		hotels.of('b').faults.add({ kind: 'resetAfter', method: 'POST', path });
		const run = await hotels.run('create', noRetries, rows('abab'), {
			retryOnFail: true,
			maxTries: 3,
		});
		expect(run.error?.message).toContain('may or may not have been created');
		expect(hotels.booked('b')).toContain('Charge 1');
		for (const name of ['a', 'b'] as const) {
			expect(new Set(hotels.booked(name)).size).toBe(hotels.booked(name).length);
		}
	});
});

describe('tried again', () => {
	it.each(['retryOnFail', 'retried execution'])('nothing is charged twice (%s)', async (way) => {
		hotels.of('b').faults.add({ kind: 'errorBefore', status: 400, method: 'POST', path, after: 1 });
		const tries = way === 'retryOnFail' ? { retryOnFail: true, maxTries: 2 } : {};
		const first = await hotels.run('create', noRetries, rows('ababab'), tries);
		const run = first.error
			? await hotels.run('create', noRetries, rows('ababab'), { retryOf: first })
			: first;

		expect(run.error).toBeUndefined();
		expect(hotels.booked('a')).toEqual(['Charge 0', 'Charge 2', 'Charge 4']);
		expect(hotels.booked('b')).toEqual(['Charge 1', 'Charge 3', 'Charge 5']);
		expect(run.json().map(({ description }) => description)).toEqual(
			rows('ababab').map(({ text }) => text),
		);
	});

	it('an item that has moved to another account is charged there', async () => {
		hotels.of('b').faults.add({ kind: 'errorBefore', status: 400, method: 'POST', path });
		const options = { maxRetries: 0, maxConcurrency: 1 };
		const failed = await hotels.run('create', { ...fromItem, options }, rows('ab'));
		expect(failed.error).toBeDefined();
		hotels.credential.edit(hotels.dataOf('b'));
		await hotels.run('create', { ...fromItem, options }, rows('ab'), { retryOf: failed });

		expect(hotels.booked('b')).toEqual(['Charge 0', 'Charge 1']);
	});
});

describe('an input item whose account cannot be told', () => {
	it.each([
		['names no hotel', {}, `'Account ID' and 'API Key'`],
		['lacks the key', { apiKey: '={{ $json.hotel === "a" ? "key-of-a" : "" }}' }, `'API Key'`],
	])('that %s is refused by name before anything is sent', async (_, changes, field) => {
		const items = rows('ab');
		if (field !== `'API Key'`) items[1] = { ...items[1], hotel: 'c' };
		const credential = hotels.save(changes);
		const run = await hotels.run('create', fromItem, items, { credential });

		expect(run.error?.message).toContain(field);
		expect(run.error?.message).toContain('[item 1]');
		expect(run.error?.description).toContain('Look in the input');
		expect([hotels.traffic('a'), hotels.traffic('b')]).toEqual([[], []]);
	});

	it('is the only one that fails when the node continues', async () => {
		const items = [...rows('a'), { text: 'x' }, ...rows('b')];
		const run = await hotels.run('create', fromItem, items, onContinue);
		expect(run.json().map(({ error }) => error !== undefined)).toEqual([false, true, false]);
		expect([hotels.booked('a'), hotels.booked('b')]).toEqual([['Charge 0'], ['Charge 0']]);
	});

	it('says which expression n8n could not work out', async () => {
		const credential = hotels.save({ accountId: `={{ $('Nowhere').item.json.id }}` });
		const run = await hotels.run('create', fromItem, rows('ab'), { credential });
		expect(run.error?.message).toMatch(
			/expression in the Reservation Service credential could not be worked out: .*node/,
		);
		expect([hotels.traffic('a'), hotels.traffic('b')]).toEqual([[], []]);
	});
});

it('refuses other settings for an account that the run uses already', async () => {
	const credential = ofHotelA({
		customApiFormat: true,
		requestHeaders: '={{ JSON.stringify({ "X-Property": $json.text }) }}',
	});
	const run = await hotels.run('create', fromItem, rows('aa'), { credential });

	expect(run.error?.message).toContain(`'Request Headers'`);
	expect(run.error?.description).toContain(`'Custom Fields'`);
	expect(hotels.traffic('a')).toEqual([]);
});
