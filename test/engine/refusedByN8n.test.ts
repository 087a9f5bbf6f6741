import { CHARGE, listOf, useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

describe('a request that n8n itself refuses to send, as its Engine 2.0 does', () => {
	beforeEach(() => {
		hotel.seed('si-1');
		hotel.store.isOfEngine2 = true;
	});

	it.each([
		['create', CHARGE],
		['update', { serviceId: byId('si-1'), updateFields: { amount: 30 } }],
		['delete', { serviceId: byId('si-1') }],
		['get', { serviceId: byId('si-1') }],
	] as const)(
		"%s says so in n8n's words, and that nothing was sent",
		async (operation, parameters) => {
			const { error } = await hotel.run(operation, parameters);

			expect(error?.message).toMatch(
				/^n8n did not send the request: Engine 2\.0 does not support credentials with an expirable property yet/,
			);
			expect(error?.description).toContain('Nothing was sent');
			expect(`${error?.message} ${error?.description}`).not.toMatch(/may or may not|broke off/);
			expect(hotel.traffic).toEqual([]);
		},
	);

	it('says it of every item', async () => {
		const run = await hotel.run('create', CHARGE, {
			items: listOf(3, (n) => ({ n })),
			onError: 'continueRegularOutput',
		});

		expect(run.json()).toHaveLength(3);
		for (const { error } of run.json()) expect(error).toContain('n8n did not send the request');
		expect(hotel.traffic).toEqual([]);
	});
});
