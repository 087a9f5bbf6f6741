import type { ExecutionResult } from '../e2e/support/execution';
import type { N8nApi } from '../e2e/support/n8nApi';
import type { Booking, Books } from '../service/books';
import { executionsOf } from './executions';

const extra = { amount: 22, date: '2026-12-08', description: 'Sauna, private' };

/**
 * A workflow with the trigger, on one of whose reservations a charge is added, changed and removed again. n8n polls when a workflow is
 * published, with what the trigger remembers: from the polls before, of whichever version of the package they were.
 */
export class Watching {
	private booking: Booking | undefined;

	/** @param trigger the parameters of the trigger */
	constructor(
		private readonly api: N8nApi,
		private readonly books: Books,
		private readonly workflowId: string,
		private readonly trigger: { reservationIds: string[]; events: string[] },
	) {}

	/** Lets the trigger see what is there, and reports nothing. */
	static async begin(api: N8nApi, workflowId: string): Promise<void> {
		await api.activateWorkflow(workflowId);
		await api.deactivateWorkflow(workflowId);
	}

	/** @returns what was reported of each of the three, as far as it is watched */
	async addChangeAndRemove(): Promise<ExecutionResult[]> {
		const added = await this.pollAfter('created', () => {
			const { id } = this.books.add(this.trigger.reservationIds[0] ?? '', extra);
			this.booking = this.books.find(id);
		});
		const changed = await this.pollAfter('updated', () => {
			this.books.update(this.booked, { amount: 24 });
		});
		const removed = await this.pollAfter('deleted', () => this.books.remove(this.booked));
		return [...added, ...changed, ...removed];
	}

	private async pollAfter(event: string, change: () => void): Promise<ExecutionResult[]> {
		change();
		const count = this.trigger.events.includes(event) ? 1 : 0;
		return await executionsOf(this.api, this.workflowId, count, async () => {
			await Watching.begin(this.api, this.workflowId);
		});
	}

	private get booked(): Booking {
		if (!this.booking) throw new Error('Nothing was added yet');
		return this.booking;
	}
}
