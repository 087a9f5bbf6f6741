import type { N8nApi } from '../../e2e/support/n8nApi';
import { hasEnded } from '../../e2e/support/execution';
import { readJson } from '../../e2e/support/workflows';
import { triggerNode } from '../../e2e/support/watching';

interface Listed {
	id: string;
	status: string;
}

/** Collects what the trigger has told, from the executions that n8n has stored. */
export class Told {
	/** In the form of `FrontDesk.made`. */
	readonly events: string[] = [];
	/** Executions that only say that something could not be read. */
	failed = 0;
	executions = 0;
	private readonly known = new Set<string>();
	private lastId = 0;

	has(event: string): boolean {
		return this.known.has(event);
	}

	/** Reads the executions that have ended since it was last asked. */
	async read(api: N8nApi, workflowId: string): Promise<void> {
		for (const { id, status } of await this.listNew(api, workflowId)) {
			this.lastId = Number(id);
			this.executions++;
			if (status === 'error') this.failed++;
			else await this.readExecution(api, id);
		}
	}

	/** Those behind the first that still runs are left to the next time. */
	private async listNew(api: N8nApi, workflowId: string): Promise<Listed[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/executions?filter=${filter}&limit=100`;
		const { results } = await api.send<{ results: Listed[] }>('GET', path);
		const later = results.filter(({ id }) => Number(id) > this.lastId).reverse();
		if (results.length === 100 && later.length === 100) throw new Error('Read them more often');
		const running = later.findIndex((each) => !hasEnded(each));
		return running === -1 ? later : later.slice(0, running);
	}

	private async readExecution(api: N8nApi, id: string): Promise<void> {
		const result = await api.readExecution(id);
		for (const { event, serviceItem } of readJson(result, triggerNode)) {
			const item = serviceItem as { id: string; amount: number };
			const amount = event === 'deleted' ? undefined : item.amount;
			const told = [event, item.id, amount].join(' ').trim();
			this.events.push(told);
			this.known.add(told);
		}
	}
}

/** How what was told differs from what was done: each list should be empty. */
export function reckon(made: string[], told: string[]) {
	const isTold = new Set(told);
	const isMade = new Set(made);
	return {
		lost: made.filter((change) => !isTold.has(change)),
		invented: told.filter((event) => !isMade.has(event)),
		twice: told.filter((event, at) => told.indexOf(event) !== at),
	};
}
