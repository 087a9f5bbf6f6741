import type { MiniatureService } from '../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../service/miniatureService';
import { logIn } from './support/instance';
import type { Credential, N8nApi } from './support/n8nApi';
import {
	chainNodes,
	credentialType,
	readJson,
	serviceItemNode,
	triggerName,
} from './support/workflows';

describe('the credential in a running n8n', () => {
	let service: MiniatureService;
	let api: N8nApi;
	let right: Credential;
	let wrong: Credential;
	let id: string;

	beforeAll(async () => {
		service = await startMiniatureService();
		api = await logIn();
		const { accountId, key } = DEFAULT_ACCOUNT;
		right = {
			name: 'Lakeside Lodge',
			type: credentialType,
			data: { baseUrl: service.url, accountId, apiKey: key },
		};
		wrong = { ...right, data: { ...right.data, apiKey: 'not-the-key' } };
		id = await api.createCredential(right);
	});

	beforeEach(() => service.log.clear());

	afterAll(() => service.stop());

	it('turns the Test button green with the right key', async () => {
		const result = await api.testCredential(id, right);

		expect(result.status).toBe('OK');
	});

	it('turns it red with a wrong key, although a token of the right one is stored', async () => {
		const result = await api.testCredential(id, wrong);

		expect(result).toEqual({
			status: 'Error',
			message:
				"The service refused the login: Account hotel-1 does not exist or the key does not belong to it. Check 'Account ID' and 'API Key' in the credential",
		});
		const exchanges = service.log.entries.filter(({ path }) => path === '/token');
		expect(exchanges.map(({ headers }) => headers.authorization)).toEqual([undefined]);
	});

	it('shows neither key nor token to whoever opens it', async () => {
		const { data } = await api.readCredential(id);

		expect(data.accountId).toBe(DEFAULT_ACCOUNT.accountId);
		expect(data.apiKey).toMatch(/BLANK_VALUE/);
		expect(data.accessToken).toMatch(/BLANK_VALUE/);
		expect(data.accessTokenFingerprint).toMatch(/BLANK_VALUE/);
	});

	it('acts for another account from the moment it is saved, although the old token is kept', async () => {
		service.accounts.add({ accountId: 'hotel-2', key: 'key-2' });
		const own = { id: await api.createCredential(right), name: right.name };
		const workflow = await api.createWorkflow(
			chainNodes(
				'Whose items?',
				serviceItemNode('Get Many', own, { operation: 'getAll', reservationId: 'RES-3' }),
			),
		);
		await api.runWorkflow(workflow, triggerName);
		const opened = await api.readCredential(own.id);

		await api.updateCredential(own.id, {
			...right,
			data: { ...opened.data, accountId: 'hotel-2', apiKey: 'key-2' },
		});
		await api.runWorkflow(workflow, triggerName);

		const lists = service.log.entries.filter(({ method }) => method === 'GET');
		expect(lists.map(({ account }) => account).filter(Boolean)).toEqual(['hotel-1', 'hotel-2']);
	});

	it('works in the HTTP Request node, for endpoints this package does not know', async () => {
		service.books.add('RES-3', { amount: 24, date: '2026-12-12', description: 'Ski hire' });
		const workflow = await api.createWorkflow(
			chainNodes('HTTP Request with our credential', {
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					url: `${service.url}/services?reservationId=RES-3`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: credentialType,
					options: {},
				},
				credentials: { [credentialType]: { id, name: right.name } },
			}),
		);

		const result = await api.runWorkflow(workflow, triggerName);

		expect(readJson(result, 'HTTP Request')).toEqual([
			{ items: [expect.objectContaining({ description: 'Ski hire', amount: 24 })] },
		]);
	});
});
