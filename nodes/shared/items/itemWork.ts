import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import type { Session } from '../reservation/session';
import type { ItemJob } from './itemJob';
import type { Journal } from './journal';
import type { Progress } from './progress';
import type { RunRecord } from './runRecord';

/** The work of one input item, its place, and the account it uses. */
export type NumberedJob = ItemJob & { itemIndex: number; session: Session };

/** Does the work of single items, and keeps what became of it: for n8n in the record, for a later try in the journal. */
export class ItemWork {
	constructor(
		private readonly record: RunRecord,
		private readonly journal: Journal,
		private readonly progress: Progress,
	) {}

	/** True when an earlier try of the run has finished the item or left it unclear. */
	isBegun({ kind, itemIndex }: NumberedJob): boolean {
		return kind !== 'read' && this.journal.has(itemIndex);
	}

	/** Does what an item needs. */
	async run(job: NumberedJob): Promise<void> {
		const { itemIndex } = job;
		try {
			if (job.kind === 'read') this.record.results.set(itemIndex, await job.run());
			else this.noteDone(itemIndex, await this.change(job));
		} catch (error) {
			this.noteFailure(itemIndex, this.tellingError(error, job));
		}
		this.progress.noteItem();
	}

	/** Looks once more at what was done for an item, while its reservation is still in our hands. */
	async recheck(job: NumberedJob): Promise<void> {
		const { itemIndex } = job;
		if (job.kind !== 'changeOnce' || !this.record.results.has(itemIndex)) return;
		await this.lookAgain(itemIndex, async () => {
			const results = await job.recheck();
			if (results) this.noteDone(itemIndex, results);
		});
	}

	/** Makes sure, when all lists are read, that none of them shows what belongs to another reservation. */
	async assertApart(job: NumberedJob): Promise<void> {
		if (job.kind !== 'changeOnce' || !this.record.results.has(job.itemIndex)) return;
		const { reservations } = job.session;
		await this.lookAgain(job.itemIndex, () => reservations.assertApart(job.reservationId));
	}

	private async change(job: Exclude<NumberedJob, { kind: 'read' }>): Promise<IDataObject[]> {
		const { itemIndex } = job;
		const unclear = this.journal.unclearOf(itemIndex);
		const earlier = this.journal.resultsOf(itemIndex);
		if (!earlier) return await job.run(unclear);
		if (job.kind === 'change') return earlier;
		return await job.replay(earlier, this.journal.needsRecheck(itemIndex));
	}

	/** A read that did not succeed tells nothing new about what an earlier try has left unclear. */
	private tellingError(error: unknown, { kind, itemIndex }: NumberedJob): unknown {
		const isRead = error instanceof RequestFailure && error.request.method === 'GET';
		return (isRead && kind !== 'read' && this.journal.unclearOf(itemIndex)) || error;
	}

	private async lookAgain(itemIndex: number, look: () => Promise<void> | void): Promise<void> {
		try {
			await look();
		} catch (error) {
			// The charge is made, and its result stands; only the second look could not be had.
			if (error instanceof RequestFailure && error.request.method === 'GET') {
				this.progress.warn(
					`Item ${itemIndex} was created, but its reservation could not be read once more to look for a second one`,
				);
				return;
			}
			this.journal.noteNeedsRecheck(itemIndex);
			this.record.noteError(error, itemIndex);
		}
	}

	private noteDone(itemIndex: number, results: IDataObject[]): void {
		this.record.results.set(itemIndex, results);
		this.journal.noteDone(itemIndex, results);
	}

	private noteFailure(itemIndex: number, error: unknown): void {
		// An execution that ran out of time can be retried, too.
		const failure = error instanceof CanceledError ? error.underWay : error;
		if (
			failure instanceof RequestFailure &&
			failure.isUnclear &&
			failure.request.method !== 'GET'
		) {
			this.journal.noteUnclear(itemIndex, failure);
			if (failure.request.method === 'POST') this.record.unclear.add(itemIndex);
		}
		this.record.noteError(error, itemIndex);
	}
}
