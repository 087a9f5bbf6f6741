import type { IExecuteFunctions } from 'n8n-workflow';

import type { Session } from '../http/session';
import type { Parameters } from '../n8n/parameters';
import type { Sent } from './memory';
import type { Report } from './report';

export type { Report };

export interface Input {
	index: number;
	parameters: Parameters;
	session: Session;
	hint(text: string): void;
	/** The same in every try, and for no other input. */
	chargeKey(): string;
}

export interface Placed<Job> {
	input: Input;
	job: Job;
	/** What an earlier try of this execution has sent, or done. */
	earlier?: Sent;
	isDone?: boolean;
}

export interface Operation<Job> {
	adaptSettings?(settings: Session['settings']): Session['settings'];
	/** Sends nothing, and throws what is wrong. */
	prepare(input: Input): Job;
	checkTogether?(
		jobs: Placed<Job>[],
		refuse: (job: Placed<Job>, error: Error) => void,
		run: RunInfo,
	): void;
	/** Inputs with one key are one line. */
	orderKey(job: Job, session: Session): string | undefined;
	/** Throws for all that are neither done nor failed. */
	carryOut(line: Placed<Job>[], report: Report): Promise<void>;
	/** After all lines, always. */
	finish?(report: Report): Promise<void>;
}

export interface RunInfo {
	context: IExecuteFunctions;
}
