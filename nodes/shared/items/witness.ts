import type { IExecuteFunctions } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { RequestFailure } from '../client/requestFailure';
import { noteInDatabase, withdrawNotes } from '../n8n/databaseNotes';
import { sha256Of } from '../n8n/digest';
import { isToolExecution, lineageOf } from '../n8n/offers';
import { Turns } from '../reservation/turns';
import type { Journal } from './journal';

/** A note stands for so many inputs, so that long runs do not write more than they send. */
const BLOCK_SIZE = 100;

/** What is noted of a run as a whole. */
const RUN = 'run';

/** n8n has no lock around its notes, so that in one process one is made after another. */
const noteTurns = new Turns();

/**
 * What is about to be sent is noted in n8n's database first, in blocks of inputs: of an execution that was cut off n8n keeps
 * no journal, and without a note its retry would make charges again without a word. A run of one block has no note but that of
 * the run, which tells nothing of the inputs, so that it can be made while the account is being opened.
 *
 * A note has a number, which the journal counts: whoever finds the next one taken knows that somebody has gone on from where
 * the journal stands. The next try of Retry On Fail finds it free.
 */
export class Witness {
	private readonly blocks = new Map<number, Promise<boolean>>();
	private readonly lineage: string | undefined;
	private readonly hasOneBlock: boolean;
	private digestOfInputs?: string;
	private isRunNoted = false;
	/** True when another execution has begun this run with other inputs: nothing is known of any single one of these. */
	private isBegunOtherwise = false;
	/** True once a charge was about to be made. */
	private isUsed = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly journal: Journal,
		private readonly signal: AbortSignal | undefined,
	) {
		// An AI agent means what it says each time it calls a tool, and a retry of it calls as it sees fit.
		this.lineage = isToolExecution(context) ? undefined : lineageOf(context);
		this.hasOneBlock = context.getInputData().length <= BLOCK_SIZE;
	}

	/** Begins to take note of a short run, which is waited for when its first charge is about to be made. */
	noteAhead(): void {
		if (this.hasOneBlock && this.lineage !== undefined) this.noting(0).catch(() => undefined);
	}

	/**
	 * Takes note that the charge of an input is about to be made.
	 *
	 * @returns the failure of a charge that may have been made before, and of which the journal knows nothing
	 * @throws UserError when the note cannot be made
	 */
	async noteCharge(itemIndex: number, reservationId: string): Promise<RequestFailure | undefined> {
		if (this.lineage === undefined) return undefined;
		this.isUsed = true;
		const isTaken = await this.noting(Math.floor(itemIndex / BLOCK_SIZE));
		return isTaken ? cutOff(reservationId) : undefined;
	}

	/** Takes back the note of a short run in which no charge was about to be made; if that cannot be done, it stays. */
	async withdrawUnused(): Promise<void> {
		const noting = this.blocks.get(0);
		if (!noting || this.isUsed || (await noting.catch(() => true))) return;
		const withdraw = async (): Promise<void> => {
			this.journal.uncountBegin(RUN);
			const isGone = await withdrawNotes(this.context, [this.noteOf(RUN)]);
			if (!isGone) this.journal.countBegin(RUN);
		};
		await this.inTurn(withdraw).catch(() => undefined);
	}

	private async noting(block: number): Promise<boolean> {
		const noting = this.blocks.get(block) ?? this.noteBlock(block);
		this.blocks.set(block, noting);
		return await noting;
	}

	/** @returns true when somebody has begun with the block, of whom the journal does not know */
	private async noteBlock(block: number): Promise<boolean> {
		return await this.inTurn(async () => {
			const parts = [
				...(this.isRunNoted ? [] : [RUN]),
				...(this.hasOneBlock ? [] : [String(block)]),
			];
			const known = await this.note(parts.map((part) => this.noteOf(part)));
			const isTaken = known.includes(this.noteOf(parts[parts.length - 1] ?? RUN));
			// Whoever began the run has noted this block with it, unless it had other inputs.
			if (!this.isRunNoted && known.length > 0 && !isTaken) this.isBegunOtherwise = true;
			this.isRunNoted = true;
			if (isTaken || this.isBegunOtherwise) return true;
			this.journal.countBegin(...parts);
			return false;
		});
	}

	private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
		const place = `${this.context.getWorkflow().id} ${this.context.getNode().id}`;
		return await noteTurns.take(place, this.signal, work);
	}

	/** @returns those of the notes that were there before */
	private async note(notes: string[]): Promise<unknown[]> {
		const noted = await noteInDatabase(this.context, notes);
		if ('earlier' in noted) return noted.earlier;
		throw userError(
			`n8n could not write down that this charge is about to be made: ${noted.refusal}`,
			"It does so in its database, so that nobody is charged twice when an execution is cut off and retried. Nothing was sent to the service for this item. Run it again when n8n's database is in order.",
		);
	}

	/** Says nothing of guests or charges, and the same in each retry. */
	private noteOf(name: string): string {
		const inputs = name === RUN ? '' : (this.digestOfInputs ??= this.journal.digestOfInputs());
		const parts = [this.lineage, this.journal.runIndex, name, this.journal.beginsOf(name), inputs];
		return sha256Of(JSON.stringify(parts), 'base64');
	}
}

function cutOff(reservationId: string): RequestFailure {
	return new RequestFailure(
		{
			request: { method: 'POST' },
			purpose: { reservationId },
			outcome: {
				kind: 'noAnswer',
				isUnsent: false,
				isPassing: false,
				isTimeout: false,
				happened: 'an execution that was cut off had begun with it',
				remedy: 'Look at the reservation',
			},
			judgement: { kind: 'connectionLost', verdict: 'unclear', mayResend: false },
			isUnclear: true,
		},
		[],
	);
}
