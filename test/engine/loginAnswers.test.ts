import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';
import { panelOf } from './support/workflowRun';

const fresh = useFreshService();

const serviceId = byId('si-1');
const noRetry = { options: { maxRetries: 0 } };

describe('an answer of /token that is JSON but no success', () => {
	let server: Server | undefined;
	afterEach(() => server?.close());

	/** Runs against a service whose every answer is this one, and returns the error. */
	async function loginAnsweredWith(status: number, body: unknown) {
		const answering = createServer((request, response) => {
			request.resume();
			response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
			response.end(JSON.stringify(body));
		});
		server = answering;
		await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
		const { port } = answering.address() as AddressInfo;
		fresh.credential.edit({ baseUrl: `http://127.0.0.1:${port}` });
		return (await fresh.run('get', { serviceId, ...noRetry })).error;
	}

	it.each([
		[200, { success: true, token_type: 'Bearer', message: 'Authentication was successful' }],
		[200, { success: true, token: '' }],
		[200, { success: true, token: null }],
		[200, { token: 'access' }],
		[200, { success: 'true', token: 'access' }],
		[200, []],
		[201, null],
	])('is not taken for one: %d %j', async (status, body) => {
		const error = await loginAnsweredWith(status, body);

		expect(error?.message).toMatch(/^No access token came back/);
		expect(error?.message).not.toContain('successful');
		expect(fresh.requests).toEqual([]);
	});

	it('shows the words of a refusal whatever the status', async () => {
		for (const status of [200, 400, 401, 403, 422]) {
			const error = await loginAnsweredWith(status, { success: false, message: 'Key withdrawn' });
			expect(panelOf(error)).toMatch(/Key withdrawn.*'Account ID' and 'API Key'/);
			server?.close();
		}
	});

	it('repeats no secret that the service repeats', async () => {
		const { apiKey } = fresh.saved;
		const error = await loginAnsweredWith(401, {
			success: false,
			message: `Key ${apiKey} is unknown`,
		});

		expect(error?.message).toContain('Key *** is unknown');
	});
});
