import type { IDataObject } from 'n8n-workflow';

import type { Session } from '../http/session';
import type { Input } from './input';
import type { Report } from './report';

export type { Input, Report };

/** What is to be done for an input. */
export interface Job {
	/** Of what is changed: inputs with one key are one line. */
	orderKey?: string;
	/** What an earlier create has to have carried, to be found again. */
	sign?: string;
	/** By itself, in its turn. */
	act?: () => Promise<IDataObject[]>;
}

export type Placed<Own extends Job = Job> = Input & { job: Own };

export interface Operation<Own extends Job = Job> {
	/** In place of the credential's. */
	examples?: Session['settings'];
	/** Sends nothing, and throws what is wrong. */
	prepare(input: Input): Own;
	/** Of jobs that do not act. */
	carryOut?(jobs: Placed<Own>[], report: Report): Promise<void>;
}
