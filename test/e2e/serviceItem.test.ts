import type { MiniatureService } from '../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../service/miniatureService';
import { logIn } from './support/instance';
import type { ListSearchResult, N8nApi } from './support/n8nApi';
import {
	chainNodes,
	chooseById,
	credentialType,
	readOutput,
	serviceItemNode,
	serviceItemType,
	triggerName,
} from './support/workflows';

describe('the Reservation Service Item node in a running n8n', () => {
	let service: MiniatureService;
	let api: N8nApi;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		service = await startMiniatureService();
		api = await logIn();
		const name = 'Harbour Inn';
		const id = await api.createCredential({
			name,
			type: credentialType,
			data: {
				baseUrl: service.url,
				accountId: DEFAULT_ACCOUNT.accountId,
				apiKey: DEFAULT_ACCOUNT.key,
			},
		});
		credential = { id, name };
	});

	beforeEach(() => {
		service.books.clear();
		service.log.clear();
	});

	afterAll(() => service.stop());

	it('offers the service items of a reservation in the picker and filters them', async () => {
		service.books.add('RES-1', { amount: 45, date: '2026-12-04', description: 'Airport transfer' });
		const spa = service.books.add('RES-1', {
			amount: 89.5,
			date: '2026-12-05',
			description: 'Spa treatment',
		});
		service.books.add('RES-2', { amount: 60, date: '2026-12-06', description: 'Guided tour' });

		const all = await search();
		const filtered = await search('SPA');

		expect(all.results).toHaveLength(2);
		expect(filtered.results).toEqual([expect.objectContaining({ value: spa.id })]);
		expect(filtered.results[0]?.name).toMatch(/Spa treatment.*89\.5/);
	});

	it('shows the service’s own words when a step fails, and neither key nor token', async () => {
		const workflow = await api.createWorkflow(chainNodes('A wrong ID', getNode('no-such-item')));

		const result = await api.runWorkflow(workflow, triggerName);

		expect(result.status).toBe('error');
		expect(result.data.resultData.error?.message).toMatch(/no-such-item/);
		expect(result.data.resultData.error?.description).toMatch(/\S/);
		const token = service.log.entries.at(-1)?.headers.authorization?.replace('Bearer ', '');
		expect(token).toMatch(/^access-/);
		expect(JSON.stringify(result)).not.toContain(token);
		expect(JSON.stringify(result)).not.toContain(`"${DEFAULT_ACCOUNT.key}"`);
	});

	it.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	])('gives failed items their own output item under %s', async (onError, output) => {
		const item = { amount: 24, date: '2026-12-12', description: 'Ski hire' };
		const { id } = service.books.add('RES-3', item);
		const workflow = await api.createWorkflow(
			chainNodes(
				'One of two fails',
				{
					name: 'Two IDs',
					type: 'n8n-nodes-base.code',
					typeVersion: 2,
					parameters: {
						jsCode: `return [{ json: { id: 'no-such-item' } }, { json: { id: '${id}' } }];`,
					},
				},
				{ ...getNode('={{ $json.id }}'), onError },
			),
		);

		const result = await api.runWorkflow(workflow, triggerName);

		expect(result.status).toBe('success');
		expect(readOutput(result, 'Get', output)[0]?.json.error).toMatch(/no-such-item/);
		expect(readOutput(result, 'Get').at(-1)?.json).toMatchObject(item);
		expect(service.log.count('GET')).toBe(2);
	});

	function getNode(serviceId: string) {
		const parameters = { operation: 'get', serviceId: chooseById(serviceId) };
		return serviceItemNode('Get', credential, parameters);
	}

	async function search(filter?: string): Promise<ListSearchResult> {
		return await api.searchList({
			nodeType: serviceItemType,
			method: 'searchServiceItems',
			parameters: { resource: 'serviceItem', operation: 'get', reservationId: 'RES-1' },
			credentials: { [credentialType]: credential },
			filter,
		});
	}
});
