import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import { logIn } from './support/instance';
import type { Credential, N8nApi } from './support/n8nApi';
import {
	chainNodes,
	credentialType,
	readJson,
	serviceItemNode,
	triggerName,
} from './support/workflows';

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

	beforeEach(() => {
		for (const { books, log } of Object.values(services)) {
			books.clear();
			log.clear();
		}
	});

	afterAll(async () => {
		for (const service of Object.values(services)) await service.stop();
	});

	/** A credential whose fields an expression chooses, by the words for "the item is of hotel B". */
	async function save(isB: string) {
		const choose = (b: string, a: string): string => `={{ ${isB} ? '${b}' : '${a}' }}`;
		const credential: Credential = {
			name: `By ${isB}`,
			type: credentialType,
			data: {
				baseUrl: choose(services.b.url, services.a.url),
				accountId: choose('hotel-b', 'hotel-a'),
				apiKey: choose('key-b', 'key-a'),
			},
		};
		return { credential, id: await api.createCredential(credential) };
	}

	const rows = {
		name: 'Rows',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			jsCode: `return [...'abab'].map((hotel, n) => ({ json: { hotel, n }, pairedItem: 0 }));`,
		},
	};

	/** Charges four input items, of A, B, A and B. */
	async function charge({ id, credential }: { id: string; credential: Credential }) {
		const parameters = {
			operation: 'create',
			reservationId: 'RES-1',
			amount: 12,
			date: '2026-12-04',
			description: '=Charge {{ $json.n }}',
		};
		const node = serviceItemNode('Charge', { id, name: credential.name }, parameters);
		const workflow = await api.createWorkflow(chainNodes(credential.name, rows, node));
		return await api.runWorkflow(workflow, triggerName);
	}

	function booked(name: 'a' | 'b'): string[] {
		return services[name].books
			.all()
			.map(({ description }) => String(description))
			.sort();
	}

	it.each([`$json.hotel === 'b'`, `$('Rows').item.json.hotel === 'b'`])(
		'charges each to its own account, and leaves the expressions alone (%s)',
		async (isB) => {
			const saved = await save(isB);
			const first = await charge(saved);
			const order = [0, 1, 2, 3].map((n) => `Charge ${n}`);
			expect(readJson(first, 'Charge').map(({ description }) => description)).toEqual(order);
			await charge(saved);

			expect(booked('a')).toEqual(['Charge 0', 'Charge 0', 'Charge 2', 'Charge 2']);
			expect(booked('b')).toEqual(['Charge 1', 'Charge 1', 'Charge 3', 'Charge 3']);
			for (const { log } of Object.values(services)) {
				expect(log.entries.filter(({ status }) => status === 401)).toEqual([]);
			}
			const { data } = await api.readCredential(saved.id);
			const { baseUrl, accountId } = saved.credential.data;
			expect(data).toMatchObject({ baseUrl, accountId });
		},
	);
});
