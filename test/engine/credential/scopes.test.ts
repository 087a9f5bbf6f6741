import { SCOPES, type Scope } from '../../service/accounts';
import type { StoredCredential } from '../support/credentialStore';
import { CHARGE, listOf, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');

/** A credential whose key may do everything but `scope`. */
function accountWithout(scope: Scope): StoredCredential {
	const scopes = SCOPES.filter((each) => each !== scope);
	return hotel.addAccount('narrow', scopes);
}

describe.each([401, 403] as const)('a key without the scope, refused with %d', (missingScope) => {
	beforeEach(() => {
		hotel.service.dialect.missingScope = missingScope;
		hotel.seed('si-1');
	});

	it.each([
		['create', 'services:create', CHARGE],
		['delete', 'services:delete', { serviceId }],
		['get', 'services:read', { serviceId }],
		['getAll', 'services:read', { reservationId: 'R-1' }],
		['update', 'services:update', { serviceId, updateFields: { amount: 30 } }],
	] as const)('says that %s needs a new key', async (operation, scope, parameters) => {
		const credential = accountWithout(scope);
		const { error } = await hotel.run(operation, parameters, { credential });

		expect(error?.message).toContain(`The key lacks the scope ${scope}`);
		expect(error?.description).toMatch(/new API key.*fixed when a key is generated/);
		expect(error?.httpCode).toBe(String(missingScope));
		expect(hotel.exchanges).toBe(1);
	});

	it('does not fetch token after token for 12 items, and keeps the one for what the key may do', async () => {
		const credential = accountWithout('services:create');
		const items = listOf(12, (n) => ({ n }));
		const parameters = { ...CHARGE, reservationId: '=R-{{ $json.n }}' };
		const onError = 'continueRegularOutput';
		const run = await hotel.run('create', parameters, { credential, items, onError });

		for (const { error } of run.json()) expect(error).toContain('lacks the scope services:create');
		expect(hotel.sent).toHaveLength(12);
		expect((await hotel.run('get', { serviceId }, { credential })).status).toBe('success');
		expect(hotel.exchanges).toBe(1);
	});
});
