import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useCannedService } from './support/cannedService';
import { useFreshService } from './support/freshService';
import { byId, runServiceItem } from './support/serviceItemNode';
import { panelOf } from './support/workflowRun';

const fresh = useFreshService();
const canned = useCannedService();

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

it('a token with blanks around it is sent without them, and renewed like any other', async () => {
	const sent: Array<string | undefined> = [];
	let valid = 'T1';
	canned.answer = ({ authorization }) => {
		sent.push(authorization);
		return authorization === `Bearer ${valid}` ? { body: { id: 'si-1' } } : { status: 401 };
	};
	const credential = canned.credential();
	for (valid of ['T1', 'T2']) {
		canned.token = ` ${valid}\n`;
		const run = await runServiceItem(credential, 'get', { serviceId: byId('si-1') });
		expect(run.json()).toEqual([{ id: 'si-1' }]);
	}
	expect(sent).toEqual(['Bearer T1', 'Bearer T1', 'Bearer T2']);
});
