import { SCOPES, type Scope } from '../service/accounts';
import type { StoredCredential } from './support/credentialStore';
import { CHARGE, listOf, useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';

const fresh = useFreshService();

const serviceId = byId('si-1');
const OPERATIONS = [
	{ operation: 'create', scope: 'services:create', parameters: CHARGE },
	{ operation: 'delete', scope: 'services:delete', parameters: { serviceId } },
	{ operation: 'get', scope: 'services:read', parameters: { serviceId } },
	{ operation: 'getAll', scope: 'services:read', parameters: { reservationId: 'R-1' } },
	{
		operation: 'update',
		scope: 'services:update',
		parameters: { serviceId, updateFields: { amount: 30 } },
	},
] as const;

/** A credential whose key may do everything but `scope`. */
function accountWithout(scope: Scope): StoredCredential {
	const scopes = SCOPES.filter((each) => each !== scope);
	return fresh.addAccount('narrow', scopes);
}

function createEach(count: number, credential: StoredCredential, accountConcurrency = 5) {
	credential.edit({ accountConcurrency });
	return fresh.run(
		'create',
		{ ...CHARGE, reservationId: '=R-{{ $json.n }}' },
		{ credential, items: listOf(count, (n) => ({ n })), onError: 'continueRegularOutput' },
	);
}

describe.each([401, 403] as const)('a key without the scope, refused with %d', (missingScope) => {
	const exchanges = missingScope === 401 ? 2 : 1;
	beforeEach(() => {
		fresh.service.dialect.missingScope = missingScope;
		fresh.seed('si-1');
	});

	it.each(OPERATIONS)('says that $operation needs a new key', async (each) => {
		const credential = accountWithout(each.scope);
		const { error } = await fresh.run(each.operation, each.parameters, { credential });

		expect(error?.message).toContain(`The key lacks the scope ${each.scope}`);
		expect(error?.description).toMatch(/fixed when it is generated.*new API key/);
		expect(error?.httpCode).toBe(String(missingScope));
		expect(fresh.exchanges).toBe(exchanges);
	});

	it.each([
		[20, 1],
		[20, 5],
		[20, 20],
		[40, 5],
	])('does not fetch token after token for %d items, %d at a time', async (count, concurrency) => {
		const run = await createEach(count, accountWithout('services:create'), concurrency);

		expect(run.json()).toHaveLength(count);
		for (const { error } of run.json()) expect(error).toContain('lacks the scope services:create');
		expect(fresh.exchanges).toBeLessThanOrEqual(exchanges);
		// Every item is tried once; those under way as the first refusal comes are sent again with the new token.
		expect(fresh.requests.length).toBeLessThanOrEqual(count + concurrency);
	});

	it('does not fetch another one in executions beside it', async () => {
		const credential = accountWithout('services:create');
		await Promise.all(listOf(5, () => createEach(20, credential)));

		expect(fresh.exchanges).toBeLessThanOrEqual(exchanges);
	});

	it('leaves the operations alone that the key may do', async () => {
		const credential = accountWithout('services:create');
		const read = async () => await fresh.run('get', { serviceId }, { credential });
		await read();
		await createEach(20, credential);
		expect((await read()).status).toBe('success');

		fresh.service.tokens.expireAll();
		fresh.service.log.clear();
		expect((await read()).status).toBe('success');
		expect(fresh.exchanges).toBe(1);
	});

	it('holds a new key to nothing that the old one lacked', async () => {
		const credential = accountWithout('services:create');
		await createEach(5, credential);
		fresh.service.log.clear();
		credential.edit({ apiKey: fresh.issueKey('narrow') });
		const run = await createEach(5, credential);

		expect(run.json().map(({ amount }) => amount)).toEqual([25, 25, 25, 25, 25]);
		expect(fresh.exchanges).toBe(1);
	});
});
