import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Session } from '../http/session';
import type { Parameters } from '../n8n/parameters';
import type { Told } from '../n8n/userError';

export interface Input {
	index: number;
	parameters: Parameters;
	session: Session;
	hint(text: string): void;
	/** The same in every try of the execution, and that of no other input. */
	chargeKey(content: unknown): string;
}

/** A change that went out. */
export interface Sent {
	told: Told;
	isAnswered: boolean;
	reference?: string;
}

export interface Placed<Job> {
	input: Input;
	job: Job;
	/** By an earlier try of this execution. */
	earlier?: Sent;
	/** By an earlier try, whose results are given out again. */
	isDone?: boolean;
}

export interface Operation<Job> {
	adaptSettings?(settings: Session['settings']): Session['settings'];
	/** Sends nothing, and throws what is wrong with the input. */
	prepare(input: Input): Job;
	/** Looks at inputs beside each other. */
	checkTogether?(
		jobs: Placed<Job>[],
		refuse: (job: Placed<Job>, error: Error) => void,
		run: RunInfo,
	): void;
	/** Inputs with one key are one line; undefined: alone. */
	orderKey(job: Job, session: Session): string | undefined;
	/** What is thrown is that of all inputs with which nothing became. */
	carryOut(line: Placed<Job>[], report: Report): Promise<void>;
	/** After all lines, also where some failed. */
	finish?(report: Report): Promise<void>;
}

export interface RunInfo {
	context: IExecuteFunctions;
	runIndex: number;
}

export interface Rule {
	hint?: string;
	/** False for what changes nothing. */
	isRemembered?: boolean;
}

/** What an operation tells of its inputs; one object a run. */
export interface Report {
	readonly shouldStop: () => boolean;
	readonly stopsAtFailure: boolean;
	/** Also where the execution was stopped. */
	readonly hasFailed: boolean;
	/** Before a change goes out: what to say of it until more is known. */
	sending(index: number, told: Told, reference?: string): void;
	/** It was carried out, and is not seen yet. */
	answered(index: number): void;
	/** It was clearly not carried out. */
	refused(index: number): void;
	done(index: number, results: IDataObject[], rule?: Rule): void;
	/** @param isUnclear it may have been carried out, as the error says */
	failed(index: number, error: Error, isUnclear?: boolean): void;
	/** Rows of several inputs. */
	extra(results: IDataObject[], inputs: number[], rule?: Rule): void;
	extraFailed(error: Error, inputs: number[]): void;
	hint(text: string): void;
}
