import { DEFAULT_ACCOUNT } from '../service/miniatureService';
import { useChargeStage } from './support/chargeStage';
import {
	chainNodes,
	chooseById,
	credentialType,
	serviceItemNode,
	serviceItemType,
	triggerName,
} from './support/workflows';

describe('the Reservation Service Item node in a running n8n', () => {
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

	it('shows the service’s own words when a step fails, and neither key nor token', async () => {
		const parameters = { operation: 'get', serviceId: chooseById('no-such-item') };
		const node = serviceItemNode('Get', stage.credential, parameters);
		const workflow = await stage.api.createWorkflow(chainNodes('A wrong ID', node));

		const result = await stage.api.runWorkflow(workflow, triggerName);

		expect(result.status).toBe('error');
		expect(result.data.resultData.error?.message).toMatch(/no-such-item/);
		expect(result.data.resultData.error?.description).toMatch(/\S/);
		const { headers } = stage.service.log.entries.at(-1) ?? {};
		const token = headers?.authorization?.replace('Bearer ', '');
		expect(token).toMatch(/^access-/);
		expect(JSON.stringify(result)).not.toContain(token);
		expect(JSON.stringify(result)).not.toContain(`"${DEFAULT_ACCOUNT.key}"`);
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
