import { sleep } from 'n8n-workflow';
import { SCOPES, type Scope } from '../../service/accounts';
import type { StoredCredential } from '../support/credentialStore';
import { CHARGE, listOf, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

/** For so long a refusal of a new token is the answer. */
const HALF_A_MINUTE_MS = 31_000;

const serviceId = byId('si-1');
const OPERATIONS = [
	['create', 'services:create', CHARGE],
	['delete', 'services:delete', { serviceId }],
	['get', 'services:read', { serviceId }],
	['getAll', 'services:read', { reservationId: 'R-1' }],
	['update', 'services:update', { serviceId, updateFields: { amount: 30 } }],
] as const;

/** A credential whose key may do everything but `scope`. */
function accountWithout(scope: Scope): StoredCredential {
	const scopes = SCOPES.filter((each) => each !== scope);
	return hotel.addAccount('narrow', scopes);
}

function createEach(count: number, credential: StoredCredential, accountConcurrency = 5) {
	credential.edit({ accountConcurrency });
	return hotel.run(
		'create',
		{ ...CHARGE, reservationId: '=R-{{ $json.n }}' },
		{ credential, items: listOf(count, (n) => ({ n })), onError: 'continueRegularOutput' },
	);
}

describe.each([401, 403] as const)('a key without the scope, refused with %d', (missingScope) => {
	beforeEach(() => {
		hotel.service.dialect.missingScope = missingScope;
		hotel.seed('si-1');
	});

	it.each(OPERATIONS)('says that %s needs a new key', async (operation, scope, parameters) => {
		const credential = accountWithout(scope);
		const { error } = await hotel.run(operation, parameters, { credential });

		expect(error?.message).toContain(`The key lacks the scope ${scope}`);
		expect(error?.description).toMatch(/new API key.*fixed when a key is generated/);
		expect(error?.httpCode).toBe(String(missingScope));
		expect(hotel.exchanges).toBe(1);
	});

	it.each([1, 5])('does not fetch token after token for 12 items, %d at a time', async (each) => {
		const run = await createEach(12, accountWithout('services:create'), each);

		expect(run.json()).toHaveLength(12);
		for (const { error } of run.json()) expect(error).toContain('lacks the scope services:create');
		expect(hotel.exchanges).toBe(1);
		expect(hotel.sent).toHaveLength(12);
	});

	it('leaves the operations alone that the key may do', async () => {
		const credential = accountWithout('services:create');
		const read = async () => await hotel.run('get', { serviceId }, { credential });
		await read();
		await createEach(6, credential);
		expect((await read()).status).toBe('success');

		await sleep(HALF_A_MINUTE_MS);
		hotel.service.tokens.expireAll();
		hotel.service.log.clear();
		expect((await read()).status).toBe('success');
		expect(hotel.exchanges).toBe(1);
	});
});
