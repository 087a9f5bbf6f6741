import { SCOPES } from '../../service/accounts';
import { CHARGE, listOf, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

it.each([401, 403] as const)(
	'a key without a scope, refused with %d, asks for a new one, fetches no token after token, and does what it may',
	async (missingScope) => {
		hotel.service.dialect.missingScope = missingScope;
		hotel.seed('si-1');
		const scopes = SCOPES.filter((each) => each !== 'services:create');
		const credential = hotel.addAccount('narrow', scopes);
		const items = listOf(12, (n) => ({ n }));
		const parameters = { ...CHARGE, reservationId: '=R-{{ $json.n }}' };
		const onError = 'continueRegularOutput';
		const run = await hotel.run('create', parameters, { credential, items, onError });
		const { error: shown } = await hotel.run('create', CHARGE, { credential });

		for (const { error } of run.json()) expect(error).toContain('lacks the scope services:create');
		expect(shown?.description).toMatch(/new API key.*fixed when a key is generated/);
		expect(shown?.httpCode).toBe(String(missingScope));
		expect(hotel.sent).toHaveLength(12 + 1);
		const get = await hotel.run('get', { serviceId: byId('si-1') }, { credential });
		expect(get.status).toBe('success');
		expect(hotel.exchanges).toBe(1);
	},
);
