import { useChargeStage } from './support/chargeStage';
import { credentialType, serviceItemType } from './support/workflows';

describe('the picker in a running n8n', () => {
	const stage = useChargeStage();

	it('offers the service items of a reservation in the picker and filters them', async () => {
		const { books } = stage.service;
		books.add('RES-1', { amount: 45, date: '2026-12-04', description: 'Airport transfer' });
		const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };
		const { id } = books.add('RES-1', spa);
		books.add('RES-2', { amount: 60, date: '2026-12-06', description: 'Guided tour' });

		expect(await search()).toHaveLength(2);
		const name = expect.stringMatching(/Spa treatment.*89\.5/) as string;
		expect(await search('SPA')).toEqual([expect.objectContaining({ value: id, name })]);
	});

	async function search(filter?: string) {
		const { results } = await stage.api.searchList({
			nodeType: serviceItemType,
			method: 'searchServiceItems',
			parameters: { resource: 'serviceItem', operation: 'get', reservationId: 'RES-1' },
			credentials: { [credentialType]: stage.credential },
			filter,
		});
		return results;
	}
});
