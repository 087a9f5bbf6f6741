import type { MiniatureService } from '../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../service/miniatureService';
import { readInstance } from './support/instance';
import { N8nCli } from './support/n8nCli';
import { createUserFolder, removeUserFolder } from './support/n8nFolder';
import {
	chainNodes,
	chooseById,
	credentialType,
	readJson,
	serviceItemNode,
} from './support/workflows';

const credential = { id: 'credential-1', name: 'Seaside Hotel' };

const lifeOfAnItem = chainNodes(
	'Life of a service item',
	serviceItemNode('Create', credential, {
		operation: 'create',
		reservationId: 'RES-7',
		amount: 35,
		date: '2026-12-07',
		description: 'Late checkout',
	}),
	serviceItemNode('Update', credential, {
		operation: 'update',
		serviceId: chooseById('={{ $json.id }}'),
		updateFields: { amount: 28 },
	}),
	serviceItemNode('Get', credential, {
		operation: 'get',
		serviceId: chooseById('={{ $json.id }}'),
	}),
	serviceItemNode('Delete', credential, {
		operation: 'delete',
		serviceId: chooseById('={{ $json.id }}'),
	}),
	serviceItemNode('Get Many', credential, {
		operation: 'getAll',
		reservationId: 'RES-7',
		returnAll: true,
	}),
);

describe('the packed package, installed as a community package and run from n8n’s command line', () => {
	let service: MiniatureService;
	let userFolder: string;
	let cli: N8nCli;

	beforeAll(async () => {
		const { host, packageFolder } = readInstance();
		service = await startMiniatureService();
		userFolder = createUserFolder(packageFolder);
		cli = new N8nCli(host, userFolder);
		await cli.importCredentials([
			{
				...credential,
				type: credentialType,
				data: {
					baseUrl: service.url,
					accountId: DEFAULT_ACCOUNT.accountId,
					apiKey: DEFAULT_ACCOUNT.key,
				},
			},
		]);
		await cli.importWorkflow({ id: 'workflow-1', ...lifeOfAnItem });
	});

	afterAll(async () => {
		await service.stop();
		removeUserFolder(userFolder);
	});

	it('creates, changes, reads, deletes and lists service items', async () => {
		service.books.add('RES-7', { amount: 60, date: '2026-12-06', description: 'Guided tour' });

		const result = await cli.execute('workflow-1');

		const created = { reservationId: 'RES-7', date: '2026-12-07', description: 'Late checkout' };
		expect(readJson(result, 'Create')).toEqual([
			expect.objectContaining({ ...created, amount: 35 }),
		]);
		expect(readJson(result, 'Get')).toEqual([expect.objectContaining({ ...created, amount: 28 })]);
		expect(readJson(result, 'Delete')).toEqual([{ deleted: true }]);
		expect(readJson(result, 'Get Many')).toEqual([
			expect.objectContaining({ description: 'Guided tour', amount: 60 }),
		]);
		expect(service.books.changes).toEqual({ created: 1, updated: 1, deleted: 1 });
		expect(service.log.tokenExchanges()).toBe(1);
	});

	it('keeps the token, so that a restarted n8n makes no token call', async () => {
		service.log.clear();

		await cli.execute('workflow-1');

		expect(service.log.count()).toBe(5);
		expect(service.log.tokenExchanges()).toBe(0);
	});
});
