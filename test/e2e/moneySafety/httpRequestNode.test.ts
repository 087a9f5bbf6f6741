import type { PlannedFault } from '../../service/faultPlan';
import type { MiniatureService } from '../../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../../service/miniatureService';
import { logIn } from '../support/instance';
import type { ExecutionResult } from '../support/execution';
import type { N8nApi } from '../support/n8nApi';
import type { WorkflowFile } from '../support/workflowFile';
import { createServiceCredential } from '../support/serviceCredential';
import { chainNodes, credentialType, triggerName } from '../support/workflows';

type Node = WorkflowFile['nodes'][number];

const path = /^\/services$/;
const charge = { reservationId: 'RES-1', amount: 25, date: '2026-12-07', description: 'Transfer' };
const neverError = { response: { response: { neverError: true, responseFormat: 'json' } } };

const refusal: PlannedFault = { kind: 'errorBefore', status: 422, method: 'POST', path };
const lateFailure: PlannedFault = { kind: 'errorAfter', status: 500, method: 'POST', path };
const reset: PlannedFault = { kind: 'resetAfter', method: 'POST', path };
const timeout: PlannedFault = { kind: 'hangAfter', method: 'POST', path };

/** Facts about n8n that the README warns of. Should one of these no longer hold, n8n has changed and the README may. */
describe('n8n’s HTTP Request node', () => {
	let service: MiniatureService;
	let api: N8nApi;
	let credential: { id: string; name: string };
	let accountAndKey: { id: string; name: string };

	beforeAll(async () => {
		service = await startMiniatureService();
		api = await logIn();
		credential = await createServiceCredential(api, service);
		const name = 'Account and key';
		const json = JSON.stringify({ body: DEFAULT_ACCOUNT });
		const login = { name, type: 'httpCustomAuth', data: { json } };
		accountAndKey = { name, id: await api.createCredential(login) };
	});

	beforeEach(() => {
		service.books.clear();
		service.log.clear();
		service.faults.clear();
	});

	afterAll(() => service.stop());

	describe('with the Reservation Service API credential', () => {
		it.each([
			['an answer that does not come in time', timeout],
			['a connection that breaks off', reset],
			['a failure of the service', lateFailure],
		])('charges twice after %s, and reports success', async (_, fault) => {
			service.faults.add(fault);

			const result = await run(withCredential('POST', { timeout: 300 }));

			expect(result.status).toBe('success');
			expect(service.books.all('RES-1')).toHaveLength(2);
		});

		it('sends a refused charge a second time', async () => {
			service.faults.add(refusal);

			await run(withCredential('POST'));

			expect(service.log.count('POST', path)).toBe(2);
			expect(service.books.all('RES-1')).toHaveLength(1);
		});

		it('takes any answer for one, and sends nothing again, with the option Never Error', async () => {
			service.faults.add(lateFailure);

			await run(withCredential('POST', neverError));

			expect(service.books.all('RES-1')).toHaveLength(1);
		});

		it.each([timeout, reset])(
			'charges twice with Never Error, too, where no answer comes',
			async (fault) => {
				service.faults.add(fault);

				await run(withCredential('POST', { ...neverError, timeout: 300 }));

				expect(service.books.all('RES-1')).toHaveLength(2);
			},
		);

		it('reads with it, and no harm is done', async () => {
			service.books.add('RES-1', charge);
			service.faults.add({ ...lateFailure, method: 'GET' });

			const result = await run(withCredential('GET'));

			expect(result.status).toBe('success');
			expect(service.log.count('GET', path)).toBe(2);
			expect(service.books.all('RES-1')).toHaveLength(1);
		});
	});

	describe('with a token fetched by a step of its own', () => {
		it.each([timeout, reset, lateFailure])('sends a charge once and fails', async (fault) => {
			service.faults.add(fault);

			const result = await run(tokenNode(), withToken({ timeout: 300 }));

			expect(result.status).toBe('error');
			expect(service.log.count('POST', path)).toBe(1);
			expect(service.books.all('RES-1')).toHaveLength(1);
		});
	});

	async function run(...nodes: Node[]): Promise<ExecutionResult> {
		const id = await api.createWorkflow(chainNodes('By hand', ...nodes));
		return await api.runWorkflow(id, triggerName);
	}

	function withCredential(method: 'GET' | 'POST', options: object = {}): Node {
		return {
			...requestNode('Charge', '/services', {
				method,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credentialType,
				...(method === 'POST' ? bodyOf(charge) : queryOf({ reservationId: 'RES-1' })),
				options,
			}),
			credentials: { [credentialType]: credential },
		};
	}

	function tokenNode(): Node {
		return {
			...requestNode('Token', '/token', {
				method: 'POST',
				authentication: 'genericCredentialType',
				genericAuthType: 'httpCustomAuth',
			}),
			credentials: { httpCustomAuth: accountAndKey },
		};
	}

	function withToken(options: object): Node {
		return requestNode('Charge', '/services', {
			method: 'POST',
			sendHeaders: true,
			headerParameters: {
				parameters: [{ name: 'Authorization', value: '=Bearer {{ $json.token }}' }],
			},
			...bodyOf(charge),
			options,
		});
	}

	function requestNode(name: string, to: string, parameters: object): Node {
		return {
			name,
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url: `${service.url}${to}`, ...parameters },
		};
	}
});

function bodyOf(json: object): object {
	return { sendBody: true, specifyBody: 'json', jsonBody: JSON.stringify(json) };
}

function queryOf(query: Record<string, string>): object {
	const parameters = Object.entries(query).map(([name, value]) => ({ name, value }));
	return { sendQuery: true, queryParameters: { parameters } };
}
