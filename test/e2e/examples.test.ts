import path from 'node:path';
import { demoBookings } from '../service/demoBookings';
import type { MiniatureService } from '../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../service/miniatureService';
import { readExample } from './support/exampleWorkflow';
import { logIn } from './support/instance';
import type { N8nApi } from './support/n8nApi';
import { credentialType } from './support/workflows';

const examples = path.join(__dirname, '..', '..', 'examples');
const manualTrigger = 'When clicking ‘Execute workflow’';

describe('the example workflows, imported and run', () => {
	let service: MiniatureService;
	let api: N8nApi;
	let credential: { id: string; name: string };

	beforeAll(async () => {
		service = await startMiniatureService();
		api = await logIn();
		const { accountId, key } = DEFAULT_ACCOUNT;
		const data = { baseUrl: service.url, accountId, apiKey: key };
		const name = 'Examples';
		credential = { name, id: await api.createCredential({ name, type: credentialType, data }) };
	});

	beforeEach(() => {
		service.books.clear();
		for (const { reservationId, ...item } of demoBookings) service.books.add(reservationId, item);
	});

	afterAll(() => service.stop());

	it('add-late-checkout charges the late checkout at the member rate and leaves the rest alone', async () => {
		const before = service.books.all();
		const workflow = await importExample('add-late-checkout.json');

		const result = await api.runWorkflow(workflow, manualTrigger);

		expect(result.data.resultData.error).toBeUndefined();
		const after = service.books.all();
		expect(after.slice(0, before.length)).toEqual(before);
		expect(after.slice(before.length)).toEqual([
			expect.objectContaining({
				reservationId: 'RES-1002',
				amount: 28,
				date: '2026-12-07',
				description: 'Late checkout until 14:00 (member rate)',
			}),
		]);
	});

	async function importExample(file: string): Promise<string> {
		return await api.createWorkflow(readExample(path.join(examples, file), credential));
	}
});
