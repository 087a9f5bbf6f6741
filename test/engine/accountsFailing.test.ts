import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { StoredCredential } from './support/credentialStore';
import { chargeOfRow, rows, useTwoHotels } from './support/twoHotels';

const hotels = useTwoHotels();

const path = /^\/services/;
const onContinue = { onError: 'continueRegularOutput' } as const;

const noRetries = { ...chargeOfRow, options: { maxRetries: 0 } };

/** A credential of one hotel, with other values for some fields. */
function ofHotelA(changes: ICredentialDataDecryptedObject = {}): StoredCredential {
	return hotels.save({ ...hotels.dataOf('a'), ...changes });
}

describe('when one account', () => {
	it('is asked to wait, the other does not wait', async () => {
		const fault = { kind: 'tooManyRequests', path, retryAfter: 60, times: Infinity } as const;
		hotels.of('a').faults.add(fault);
		hotels.credential.edit({ accountConcurrency: 1 });
		const run = hotels.run('create', chargeOfRow, rows('ab'.repeat(10)), onContinue);
		while (hotels.booked('b').length < 10) await new Promise((resolve) => setTimeout(resolve, 5));

		expect(hotels.booked('a')).toEqual([]);
		run.cancel();
		await run;
	});

	it('refuses the login, the items of the other are done', async () => {
		hotels.of('a').accounts.remove(hotels.dataOf('a').accountId);
		const run = await hotels.run('create', chargeOfRow, rows('abab'), onContinue);

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
		hotels.credential.edit({ accountConcurrency: 1 });
		const failed = await hotels.run('create', noRetries, rows('ab'));
		expect(failed.error).toBeDefined();
		hotels.credential.edit(hotels.dataOf('b'));
		await hotels.run('create', noRetries, rows('ab'), { retryOf: failed });

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
		const run = await hotels.run('create', chargeOfRow, items, { credential });

		expect(run.error?.message).toContain(field);
		expect(run.error?.message).toContain('[item 1]');
		expect(run.error?.description).toContain('Look in the input');
		expect([hotels.traffic('a'), hotels.traffic('b')]).toEqual([[], []]);
	});

	it('is the only one that fails when the node continues', async () => {
		const items = [...rows('a'), { text: 'x' }, ...rows('b')];
		const run = await hotels.run('create', chargeOfRow, items, onContinue);
		expect(run.json().map(({ error }) => error !== undefined)).toEqual([false, true, false]);
		expect([hotels.booked('a'), hotels.booked('b')]).toEqual([['Charge 0'], ['Charge 0']]);
	});

	it('says which expression n8n could not work out', async () => {
		const credential = hotels.save({ accountId: `={{ $('Nowhere').item.json.id }}` });
		const run = await hotels.run('create', chargeOfRow, rows('ab'), { credential });
		expect(run.error?.message).toMatch(
			/expression in the Reservation Service credential could not be worked out: .*node/,
		);
		expect([hotels.traffic('a'), hotels.traffic('b')]).toEqual([[], []]);
	});
});

it('refuses other settings for an account that the run uses already', async () => {
	const credential = ofHotelA({
		customApiFormat: true,
		listQuery: '={{ JSON.stringify({ reservationId: "{reservationId}", of: $json.text }) }}',
	});
	const run = await hotels.run('create', chargeOfRow, rows('aa'), { credential });

	expect(run.error?.message).toContain(`'List Query'`);
	expect(run.error?.description).toContain(`'Custom Fields'`);
	expect(hotels.traffic('a')).toEqual([]);
});
