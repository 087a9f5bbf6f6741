import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import { chargeNode, codeNode } from './support/charges';
import { clear, logIn } from './support/stage';
import type { N8nApi } from './support/n8nApi';
import { chainNodes, credentialType, readJson, triggerName } from './support/workflows';

describe('a credential whose expressions tell the account of each input item, in a running n8n', () => {
	let services: Record<'a' | 'b', MiniatureService>;
	let api: N8nApi;

	beforeAll(async () => {
		services = { a: await startMiniatureService(), b: await startMiniatureService() };
		for (const [name, { accounts }] of Object.entries(services)) {
			accounts.add({ accountId: `hotel-${name}`, key: `key-${name}` });
		}
		api = await logIn();
	});

	beforeEach(() => Object.values(services).forEach(clear));

	afterAll(async () => {
		for (const service of Object.values(services)) await service.stop();
	});

	it.each([`$json.hotel === 'b'`, `$('Rows').item.json.hotel === 'b'`])(
		'charges each to its own account, and leaves the expressions alone (%s)',
		async (isB) => {
			const choose = (b: string, a: string) => `={{ ${isB} ? '${b}' : '${a}' }}`;
			const name = `By ${isB}`;
			const data = {
				baseUrl: choose(services.b.url, services.a.url),
				accountId: choose('hotel-b', 'hotel-a'),
				apiKey: choose('key-b', 'key-a'),
			};
			const id = await api.createCredential({ name, type: credentialType, data });
			const charge = { reservationId: 'RES-1', amount: 12, date: '2026-12-04' };
			const chargeDescription = '=Charge {{ $json.n }}';
			const rows = `return [...'abab'].map((hotel, n) => ({ json: { hotel, n }, pairedItem: 0 }));`;
			const node = chargeNode({ id, name }, { ...charge, chargeDescription });
			const workflow = await api.createWorkflow(chainNodes(name, codeNode('Rows', rows), node));

			const result = await api.runWorkflow(workflow, triggerName);
			await api.runWorkflow(workflow, triggerName);

			const order = [0, 1, 2, 3].map((n) => `Charge ${n}`);
			expect(readJson(result, 'Charge').map((item) => item.description)).toEqual(order);
			expect(booked('a')).toEqual(['Charge 0', 'Charge 0', 'Charge 2', 'Charge 2']);
			expect(booked('b')).toEqual(['Charge 1', 'Charge 1', 'Charge 3', 'Charge 3']);
			for (const { log } of Object.values(services)) {
				expect(log.entries.filter(({ status }) => status === 401)).toEqual([]);
			}
			const { baseUrl, accountId } = data;
			expect((await api.readCredential(id)).data).toMatchObject({ baseUrl, accountId });
		},
	);

	function booked(name: 'a' | 'b'): string[] {
		const items = services[name].books.all();
		return items.map(({ description }) => description).sort();
	}
});
