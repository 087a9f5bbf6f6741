import { CHARGE, listOf, useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';

const fresh = useFreshService();

describe('several executions at once', () => {
	beforeEach(() => fresh.seed('si-1', 'si-2'));

	it.each(['missing', 'expired'])('share one exchange when the token is %s', async (state) => {
		if (state === 'expired') {
			await fresh.run('get', { serviceId: byId('si-1') });
			fresh.service.tokens.expireAll();
			fresh.service.log.clear();
		}
		const runs = await Promise.all(listOf(10, () => fresh.run('get', { serviceId: byId('si-1') })));

		expect(runs.map(({ status }) => status)).toEqual(listOf(10, () => 'success'));
		expect(fresh.exchanges).toBe(1);
	});

	it('of two credentials do not mix them up', async () => {
		const villa = fresh.addAccount('villa');
		const items = listOf(20, (n) => ({ n }));
		const runBoth = async () =>
			await Promise.all([
				fresh.run('create', { ...CHARGE, reservationId: 'of-hotel' }, { items }),
				fresh.run('create', { ...CHARGE, reservationId: 'of-villa' }, { items, credential: villa }),
			]);
		await runBoth();
		fresh.service.tokens.expireAll();
		await runBoth();

		const made = fresh.service.log.entries.filter(({ status }) => status === 201);
		expect(made).toHaveLength(80);
		for (const { account, body } of made) {
			expect(body).toHaveProperty('reservationId', `of-${account}`);
		}
		expect(fresh.exchanges).toBe(4);
	});
});
