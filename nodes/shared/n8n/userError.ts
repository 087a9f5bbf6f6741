import { UserError } from 'n8n-workflow';

/**
 * What to show of an error, in sentences without their last full stop but in
 * `more`.
 */
export interface Told {
	/** What is the matter. */
	what: string;
	/** What to do. */
	advice?: string;
	/** More about it, as whole sentences. */
	more?: string;
}

/** n8n's error for what the user can mend. */
export class ToldError extends UserError {
	constructor(readonly told: Told) {
		super(joined(told), { description: told.more });
	}
}

/** Why something failed, as far as n8n acts on it (2.41). */
export type Failure =
	| { cause: 'rate-limited'; retryAfterMs?: number }
	| { cause: 'temporarily-unavailable' | 'credential-invalid' };

/** A request that failed, as n8n is told of it. */
export abstract class ApiError extends Error {
	abstract readonly told: Told;
	/** The status of the answer, if there was one. */
	abstract readonly status: number | undefined;
	/** Why, as far as n8n acts on it. */
	abstract readonly failure: Failure | undefined;
}

/**
 * In one line: for an AI agent, for what continues behind a failed item, and
 * for the log.
 */
export function joined({ what, advice }: Told): string {
	return advice ? `${what}. ${advice}` : what;
}

export function toldBy(error: Error & { description?: string | null }): Told {
	if (error instanceof ToldError || error instanceof ApiError) {
		return error.told;
	}
	return { what: error.message, more: error.description ?? undefined };
}

export function userError(told: Told): ToldError {
	return new ToldError(told);
}

/**
 * Puts what a UserError is about in front of its message.
 *
 * @param subject a setting or field by its label, quotes included
 */
export function prefixErrors<Result>(
	subject: string,
	action: () => Result,
): Result {
	try {
		return action();
	} catch (error) {
		throw error instanceof ToldError ? withSubject(subject, error.told) : error;
	}
}

function withSubject(subject: string, told: Told): ToldError {
	return userError({ ...told, what: `${subject} ${told.what}` });
}

/** The message of a mistake of the user's; other errors are thrown on. */
export function userMessageOf(error: unknown): string {
	if (error instanceof UserError) return error.message;
	throw error;
}

/**
 * The execution was stopped: not a failed item, whatever the Continue setting.
 */
export class CanceledError extends Error {
	constructor(
		/**
		 * What became of the request that was under way, and may have been carried
		 * out.
		 */
		readonly underWay?: Error,
	) {
		super('The execution was canceled');
	}
}
