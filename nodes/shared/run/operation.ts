import type { IDataObject } from 'n8n-workflow';

import type { Session } from '../http/session';
import type { Parameters } from '../n8n/parameters';
import type { Sent } from './memory';
import type { Report } from './report';

export type { Report };

export interface Input {
	index: number;
	parameters: Parameters;
	session: Session;
	report: Report;
}

/** What is to be done for an input. */
export interface Job {
	/** Of what is changed: inputs with one key are one line. */
	orderKey?: string;
	/** What an earlier create has to have carried, to be found again. */
	sign?: string;
	/** By itself, in its turn. */
	act?(earlier?: Sent): Promise<IDataObject[]>;
}

export interface Placed<Own extends Job = Job> extends Input {
	job: Own;
	/** What an earlier try of this execution has sent, or done. */
	earlier?: Sent;
	isDone: boolean;
}

export interface Operation<Own extends Job = Job> {
	adaptSettings?(settings: Session['settings']): Session['settings'];
	/** Sends nothing, and throws what is wrong. */
	prepare(input: Input): Own;
	/** Of jobs that do not act. */
	carryOut?(jobs: Placed<Own>[], report: Report): Promise<void>;
}
