import { sleep } from 'n8n-workflow';
import { CHARGE, listOf, TOKEN_IS_OLD_MS, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { panelOf } from '../support/workflowRun';

const hotel = useHotel();

const serviceId = byId('si-1');
const noRetry = { options: { maxRetries: 0 } };
const onError = 'continueRegularOutput';

beforeEach(() => hotel.seed('si-1'));

it('a wrong key costs one login for twenty items, which all name the two fields to look at, on the error output too', async () => {
	hotel.credential.edit({ apiKey: 'mistyped' });
	const items = listOf(20, (n) => ({ n }));
	const run = await hotel.run('get', { serviceId }, { items, onError: 'continueErrorOutput' });

	const words = /the key does not belong to it.*'Account ID' and 'API Key'/;
	const error = expect.stringMatching(words) as string;
	expect(run.json(1)).toEqual(items.map((item) => ({ ...item, error })));
	expect(hotel.traffic).toHaveLength(1);
	expect(run.stored).not.toContain('mistyped');
});

describe('a login that brings no token', () => {
	it.each([
		['a login page', 'html', /No access token.*not JSON.*Check the address/s],
		['nothing', 'emptyBody', /address/],
		['a failure', 'errorBefore', /No access token.*The service is unavailable/],
		['a broken connection', 'resetBefore', /the connection broke off/],
		['a redirect', 'redirect', /No access token.*redirects to .*elsewhere/],
	] as const)('but %s says so and sends nothing else', async (_, kind, says) => {
		hotel.service.faults.add({ kind, path: /^\/token$/ });
		const { error } = await hotel.run('get', { serviceId, ...noRetry });

		expect(panelOf(error)).toMatch(says);
		expect(error?.message).not.toContain('<');
		expect(hotel.traffic).toHaveLength(1);
	});

	it.each(['tooManyRequests', 'resetAfter'] as const)(
		'is tried again after %s, and the charge is made once',
		async (kind) => {
			hotel.service.faults.add({ kind, path: /^\/token$/ });
			const run = await hotel.run('create', { ...CHARGE, options: { maxRetries: 1 } });

			expect(run.status).toBe('success');
			expect(hotel.exchanges).toBe(2);
			expect(hotel.sent).toEqual(['POST /services 201']);
		},
	);

	it('because nothing is there asks to check the address', async () => {
		hotel.credential.edit({ baseUrl: `${hotel.service.url}/wrong/path` });
		const { error } = await hotel.run('get', { serviceId });

		expect(panelOf(error)).toContain('the address in the credential');
		expect(panelOf(error)).not.toContain('API Key');
		for (const reservationId of ['', 'R-1']) {
			const ignoring = { serviceId, reservationId, options: { ignoreMissing: true } };
			expect((await hotel.run('delete', ignoring)).error?.message).toContain('No access token');
		}
		expect(hotel.traffic).toEqual(['POST /wrong/path/token 404']);
	});
});

it('that n8n refuses to ask for, as its Engine 2.0 does, is told in its words: nothing was sent', async () => {
	hotel.credential.isOfEngine2 = true;
	const items = listOf(3, (n) => ({ n }));
	const run = await hotel.run('create', CHARGE, { items, onError });

	const words = /was not created: n8n stopped it: Engine 2\.0 does not support credentials/;
	expect(run.json()).toHaveLength(3);
	for (const { error } of run.json()) expect(error).toMatch(words);
	expect(hotel.sent).toEqual([]);
});

describe('an answer of /token that is JSON but no success', () => {
	it.each([
		[
			200,
			{ success: true, token: ' ', message: 'It expires today' },
			/\(status 200\): It expires today/,
		],
		[200, { token: 'access', message: 'Welcome' }, /\(status 200\): Welcome/],
		[200, { success: 'true', token: 'access' }, /\(status 200\)/],
		[201, null, /\(status 201\)/],
		[200, { success: false, message: 'Key secret-key-7 is old' }, /: Key \*\*\* is old.*'API Key'/],
		[422, { success: false, message: 'Key secret-key-7 is old' }, /: Key \*\*\* is old.*'API Key'/],
	])('is not taken for one, and its message is shown: %d %j', async (status, body, why) => {
		hotel.answer(() => ({ status, body }), /token/);
		hotel.credential.edit({ apiKey: 'secret-key-7' });
		const { error } = await hotel.run('get', { serviceId, ...noRetry });

		expect(error?.message).toMatch(/No access token came/);
		expect(panelOf(error)).toMatch(why);
		expect(hotel.sent).toEqual([]);
	});
});

it('a login that brings the refused token again is made once, and not for the next items either', async () => {
	let status = 200;
	hotel.answer(({ path: asked }) => {
		if (asked === '/token') return { body: { success: true, token: ' T1\n' } };
		// 400 ends what would go on for ever.
		return { status: hotel.sent.length > 20 ? 400 : status, body: { id: 'si-1' } };
	}, /./);
	await hotel.run('get', { serviceId });
	await sleep(TOKEN_IS_OLD_MS);
	status = 401;
	hotel.credential.edit({ accountConcurrency: 1 });
	const items = listOf(3, (n) => ({ n }));
	const run = await hotel.run('get', { serviceId }, { items, onError });

	for (const { error } of run.json()) expect(error).toMatch(/scope does not include/);
	expect(hotel.sent).toHaveLength(4);
});
