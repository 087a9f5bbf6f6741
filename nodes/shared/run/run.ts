import type { IExecuteFunctions } from 'n8n-workflow';

import { cancelSignalOf } from '../n8n/n8nCompat';
import { SavedParameters } from '../n8n/savedParameters';
import type { Session } from '../session/session';
import { openSessions } from '../session/session';
import type { InputJob, InputOperation } from './job';
import { Journal } from './journal';
import { RunOutput } from './output';

/** One run of the node, with all its inputs. */
export class Run {
	readonly saved: SavedParameters;
	readonly journal: Journal;
	readonly output: RunOutput;

	constructor(
		readonly context: IExecuteFunctions,
		readonly operation: InputOperation,
		/** By input, or why it has none. */
		readonly sessions: Array<Session | Error>,
		private readonly signal: AbortSignal | undefined,
	) {
		this.saved = new SavedParameters(context);
		this.journal = new Journal(context, sessions);
		this.output = new RunOutput(context, sessions.length, this.journal);
	}

	get isCanceled(): boolean {
		return this.signal?.aborted === true;
	}

	readonly shouldStop = (): boolean =>
		this.isCanceled ||
		(this.output.hasFailed && !this.context.continueOnFail());

	/** Of several refusals of an input, the last is told. */
	refuse(jobs: InputJob[], error: unknown): void {
		for (const job of jobs) this.output.errors.set(job.input.itemIndex, error);
	}
}

export async function openRun(
	context: IExecuteFunctions,
	operation: InputOperation,
): Promise<Run> {
	const signal = cancelSignalOf(context);
	const how = { signal, ignoresExamples: operation.ignoresExamples };
	const sessions = await openSessions(context, how).catch((error: Error) =>
		context.getInputData().map(() => error),
	);
	return new Run(context, operation, sessions, signal);
}
