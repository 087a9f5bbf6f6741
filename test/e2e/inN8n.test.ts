import { DEFAULT_ACCOUNT } from '../service/miniatureService';
import { chargeNode, chargesNode, makeCharges } from './support/charges';
import type { ExecutionResult } from './support/execution';
import type { Credential } from './support/n8nApi';
import { credentialFor, useStage } from './support/stage';
import { readEvents, watchingWorkflow } from './support/watching';
import { chainNodes, credentialType, readJson, triggerName } from './support/workflows';

const stage = useStage();

describe('the credential in a running n8n', () => {
	const press = async (apiKey = DEFAULT_ACCOUNT.key) => {
		const credentials = { ...stage.credential, ...credentialFor(stage.service, { apiKey }) };
		const path = '/credentials/test';
		return await stage.api.send<Record<string, string>>('POST', path, { credentials });
	};

	it('turns the Test button green with the right key', async () => {
		expect((await press()).status).toBe('OK');
	});

	it('turns it red with a wrong key, although a token of the right one is kept', async () => {
		const { status, message } = await press('not-the-key');

		expect(status).toBe('Error');
		expect(message).toContain(
			': Account hotel-1 does not exist or the key does not belong to it. Check',
		);
		const exchanges = stage.service.log.entries.filter(({ path }) => path === '/token');
		expect(exchanges.map(({ headers }) => headers.authorization)).toEqual([undefined]);
	});

	it('shows no key to whoever opens it, and stores no token', async () => {
		const path = `/credentials/${stage.credential.id}?includeData=true`;
		const { data } = await stage.api.send<Credential>('GET', path);

		expect(data.accountId).toBe(DEFAULT_ACCOUNT.accountId);
		expect(data.apiKey).toMatch(/BLANK_VALUE/);
		expect(data.accessToken ?? '').toBe('');
	});

	it('works in the HTTP Request node, for endpoints this package does not know', async () => {
		const { service } = stage;
		service.books.add('RES-3', { amount: 24, date: '2026-12-12', description: 'Ski hire' });

		const result = await request('?reservationId=RES-3');

		expect(readJson(result, 'HTTP Request')).toEqual([
			{ items: [expect.objectContaining({ description: 'Ski hire', amount: 24 })] },
		]);
	});

	it.each(['resetAfter', 'errorAfter'] as const)(
		'lets the HTTP Request node send a charge once whose answer is lost (%s)',
		async (kind) => {
			const { books, faults } = stage.service;
			faults.add({ kind, method: 'POST', path: /^\/services$/ });
			const charge = { reservationId: 'RES-4', amount: 35, date: '2026-12-07' };

			await request('', {
				method: 'POST',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: JSON.stringify({ ...charge, description: 'Late checkout' }),
			});

			expect(books.all('RES-4')).toEqual([expect.objectContaining(charge)]);
			expect(stage.service.log.count('POST', /^\/services$/)).toBe(1);
		},
	);

	async function request(path: string, parameters: object = {}): Promise<ExecutionResult> {
		const { api, credential, service } = stage;
		const node = {
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: `${service.url}/services${path}`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credentialType,
				options: {},
				...parameters,
			},
			credentials: { [credentialType]: credential },
		};
		const workflow = await api.createWorkflow(chainNodes('HTTP Request', node));
		return await api.runWorkflow(workflow, triggerName);
	}
});

/** Of one reservation, so that they go one after another. */
const charges = makeCharges('RES', 10, 1);

// What a retry finds of another key, address, operation or environment, the engine tests show.
it.each([
	['original', false],
	['currently saved', true],
])('a retry from n8n’s list goes on where it stopped, with the %s workflow', async (_, isSaved) => {
	const { api, service, credential } = stage;
	const path = /^\/services$/;
	service.faults.add({ kind: 'errorBefore', status: 422, method: 'POST', path, after: 5 });
	const workflowOf = (parameters: Record<string, unknown>) =>
		chainNodes('Charges', chargesNode(charges), chargeNode(credential, parameters));
	const id = await api.createWorkflow(workflowOf({}));
	const failed = await api.runWorkflow(id, triggerName);
	expect(failed.status).toBe('error');
	expect(service.books.all()).toHaveLength(5);
	const { versionId } = await api.send<{ versionId: string }>('GET', `/workflows/${id}`);
	const corrected = { ...workflowOf({ chargeDescription: 'Corrected' }), versionId };
	await api.send('PATCH', `/workflows/${id}`, corrected);

	const retried = await api.retryExecution(failed.id, isSaved);

	const descriptions = charges.map(({ description }, index) =>
		isSaved && index >= 5 ? 'Corrected' : description,
	);
	expect(readJson(retried, 'Charge').map((item) => item.description)).toEqual(descriptions);
	expect(service.books.all().map(({ description }) => description)).toEqual(descriptions);
	expect(service.log.count('POST', path)).toBe(11);
});

/** n8n polls when a workflow is set to work, too, with what the trigger remembers from the polls before. */
it('the trigger reports what came, changed and went since it was set to work, and nothing twice', async () => {
	const { api, credential, service } = stage;
	const { books } = service;
	const hire = books.add('RES-1', { amount: 24, date: '2026-12-12', description: 'Ski hire' });
	const spa = books.add('RES-1', { amount: 89.5, date: '2026-12-05', description: 'Spa' });
	const workflow = await api.createWorkflow(watchingWorkflow(['RES-1'], credential));
	await api.activateWorkflow(workflow);

	books.add('RES-1', { amount: 35, date: '2026-12-07', description: 'Late checkout' });
	books.update(books.find(hire.id)!, { amount: 30 });
	books.remove(books.find(spa.id)!);
	const [id = ''] = await api.waitForExecutions(workflow, 1);
	await api.deactivateWorkflow(workflow);
	await api.activateWorkflow(workflow);
	await api.deactivateWorkflow(workflow);

	expect(await api.waitForExecutions(workflow, 1)).toEqual([id]);
	expect(readEvents(await api.waitForExecution(id))).toEqual([
		'updated Ski hire',
		'created Late checkout',
		'deleted Spa',
	]);
});
