import type { IDataObject } from 'n8n-workflow';
import { CredentialStore, type StoredCredential } from '../engine/support/credentialStore';
import { START } from '../engine/support/engineNodeTypes';
import { poll } from '../engine/support/poll';
import { runWorkflow } from '../engine/support/runWorkflow';
import { startMiniatureService, type MiniatureService } from '../service/miniatureService';
import { addressTo, type Saved, type SavedCredential, type SavedWorkflow } from './saved';

/** What a saved workflow does, as its user and the service see it. */
export interface Replay {
	/** What every node gave out. */
	outputs: Record<string, unknown[]>;
	/** What the service was asked to change, in order. */
	changes: unknown[];
	/** With which query parameters it was asked for lists, each once. */
	lists: string[];
	/** What the service holds afterwards. */
	books: unknown[];
}

const manualTrigger = 'n8n-nodes-base.manualTrigger';

/** Runs every saved workflow with every saved credential. @returns by workflow and credential */
export async function replayAll(
	{ workflows, credentials }: Saved,
	packageRoot?: string,
): Promise<Record<string, Replay>> {
	const replays: Record<string, Replay> = {};
	for (const [name, workflow] of Object.entries(workflows)) {
		for (const credential of credentials) {
			const title = `${name}, ${credential.name}`;
			replays[title] = await replay(workflow, credential, packageRoot);
		}
	}
	return replays;
}

/**
 * Runs a saved workflow with a saved credential on n8n's engine, against a service that the credential was made for.
 *
 * @param packageRoot the built package to run it with
 * @throws Error when a node fails
 */
export async function replay(
	workflow: SavedWorkflow,
	saved: SavedCredential,
	packageRoot?: string,
): Promise<Replay> {
	const service = await startMiniatureService({ dialect: saved.dialect });
	try {
		const data = addressTo(service.url, saved);
		const credential = new CredentialStore().add('reservationServiceApi', data);
		const isPolled = workflow.nodes.some(
			({ type }) => type.endsWith('Trigger') && type !== manualTrigger,
		);
		const outputs = isPolled
			? await pollThrice(workflow, credential, service, packageRoot)
			: await runOnce(workflow, credential, packageRoot);
		return { outputs, ...seenBy(service) };
	} finally {
		await service.stop();
	}
}

async function runOnce(
	{ name, nodes, connections, settings, pinData }: SavedWorkflow,
	credential: StoredCredential,
	packageRoot?: string,
): Promise<Replay['outputs']> {
	const run = await runWorkflow({
		nodes: nodes.map((node) => ({
			...node,
			type: node.type === manualTrigger ? START : node.type,
			...(node.credentials && {
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			}),
		})),
		connections,
		timezone: settings?.timezone,
		credentials: credential.store,
		items: Object.values(pinData)[0]?.map(({ json }) => json) ?? [{}],
		packageRoot,
	});
	if (run.error) throw new Error(`${name}: ${run.error.message} ${run.error.description ?? ''}`);
	const named = nodes.map((node) => [
		node.name,
		run.itemsOf(node.name)[0]?.map(({ json }) => json),
	]);
	return Object.fromEntries(named) as Replay['outputs'];
}

/** Activates a trigger, books, changes and removes, and polls after each; a restart lies between. */
async function pollThrice(
	{ nodes: [node] }: SavedWorkflow,
	credential: StoredCredential,
	{ books }: MiniatureService,
	packageRoot?: string,
): Promise<Replay['outputs']> {
	if (node === undefined) throw new Error('The workflow has no trigger');
	const charge = { amount: 12.5, date: '2026-11-21', description: 'Breakfast' };
	const steps: Array<[string, () => void]> = [
		['activated', () => books.add('RES-1', charge)],
		['created', () => books.add('RES-1', { ...charge, description: 'Spa' })],
		[
			'changed and removed',
			() => {
				const [first, second] = books.ofReservation('RES-1');
				if (!first || !second) throw new Error('There is nothing to change');
				books.update(first, { note: 'later' });
				books.remove(second);
			},
		],
	];
	const outputs: Replay['outputs'] = {};
	let staticData: IDataObject = {};
	for (const [index, [name, change]] of steps.entries()) {
		change();
		const polled = await poll(node.type, node.parameters, {
			occasion: index === 0 ? 'activation' : 'schedule',
			credential,
			staticData,
			packageRoot,
		});
		if (polled.error) throw polled.error;
		outputs[name] = polled.items?.map(({ json }) => json) ?? [];
		staticData = polled.items === null && index > 0 ? polled.memory : polled.saved;
	}
	return outputs;
}

function seenBy({ log, books }: MiniatureService): Omit<Replay, 'outputs'> {
	const requests = log.entries.filter(({ path }) => path !== '/token');
	const changes = requests.filter(({ method }) => method !== 'GET');
	const lists = requests.filter(({ method, path }) => method === 'GET' && path === '/services');
	return {
		changes: changes.map(({ method, path, body }) => ({
			method,
			path,
			...(body !== undefined && { body }),
		})),
		lists: [...new Set(lists.map(({ query }) => new URLSearchParams(query).toString()))].sort(),
		books: books.all().map(({ raw }) => raw),
	};
}
