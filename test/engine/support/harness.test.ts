import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CredentialStore } from './credentialStore';
import { LOOP, START } from './engineNodeTypes';
import { runWorkflow } from './runWorkflow';
import { serialize } from './serialize';
import { connect, defineNode } from './workflow';

describe('the credential store', () => {
	const original = { key: 'key-1', token: '' };

	it('counts what n8n reads and writes, not what the user does', async () => {
		const store = new CredentialStore();
		const credential = store.add('someApi', original);
		credential.edit({ key: 'key-2' });
		await store.read(credential.id, 'someApi');
		await store.write(credential.id, { key: 'key-2', token: 'kept' });

		expect(credential.data).toEqual({ key: 'key-2', token: 'kept' });
		expect([store.reads, store.writes]).toEqual([1, 1]);
	});

	it('finds a record by id and type only', async () => {
		const store = new CredentialStore();
		const { id } = store.add('someApi', original);

		expect(await store.read(id, 'otherApi')).toBeUndefined();
		expect(await store.read('unknown', 'someApi')).toBeUndefined();
	});

	it('keeps its data apart from what it gives and takes', async () => {
		const store = new CredentialStore();
		const credential = store.add('someApi', original);
		const record = await store.read(credential.id, 'someApi');
		if (record) record.data.key = 'changed';
		credential.data.key = 'changed';

		expect(credential.data).toEqual(original);
	});
});

describe('a workflow of the nodes that only tests use', () => {
	const packageRoot = mkdtempSync(path.join(tmpdir(), 'empty-package-'));
	const empty = { name: 'n8n-nodes-empty', version: '1.0.0', n8n: { nodes: [], credentials: [] } };
	writeFileSync(path.join(packageRoot, 'package.json'), JSON.stringify(empty));
	afterAll(() => rmSync(packageRoot, { recursive: true }));

	const loop = {
		nodes: [defineNode('Start', START), defineNode('Loop', LOOP, { batchSize: 2 })],
		connections: connect({ from: 'Start', to: 'Loop' }, { from: 'Loop', to: 'Loop', output: 1 }),
		items: [{ n: 1 }, { n: 2 }, { n: 3 }],
		packageRoot,
	};

	it('loops over items in batches', async () => {
		const run = await runWorkflow(loop);

		expect(run.error).toBeUndefined();
		expect(run.status).toBe('success');
		expect(run.runsOf().map((_, index) => run.itemsOf('Loop', index)[1]?.length)).toEqual([
			2, 1, 0,
		]);
		expect(run.json()).toEqual(loop.items);
	});

	it('can be stopped before it has begun', async () => {
		const running = runWorkflow(loop);
		running.cancel();
		const run = await running;

		expect(run.status).toBe('canceled');
		expect(run.items).toEqual([]);
	});
});

it('finds a text anywhere in a value that refers to itself', () => {
	const value: Record<string, unknown> = { list: [{ deep: 'needle' }] };
	value.self = value;

	expect(serialize(value)).toContain('needle');
});
