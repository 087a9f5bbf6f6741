import { UserError } from 'n8n-workflow';

/** What to show of an error, in sentences without their last full stop but in `more`. */
export interface Told {
	/** What is the matter. */
	what: string;
	/** What to do. */
	advice: string;
	/** More about it, as whole sentences. */
	more?: string;
}

/** n8n's error for what the user can mend. */
export class ToldError extends UserError {
	constructor(readonly told: Told) {
		super(joined(told), { description: told.more });
	}
}

/** In one line: for an AI agent, for what continues behind a failed item, and for the log. */
export function joined({ what, advice }: Told): string {
	return advice === '' ? what : `${what}. ${advice}`;
}

export function toldBy(error: Error & { description?: string | null }): Told {
	if (error instanceof ToldError) return error.told;
	return partsOf(error.message, error.description);
}

/**
 * n8n's error for what the user can mend.
 *
 * @param message what is the matter and, in the sentence after it, what to do; without the last full stop
 * @param description more about it, as sentences
 */
export function userError(told: Told | string, description?: string | null): ToldError {
	return new ToldError(typeof told === 'string' ? partsOf(told, description) : told);
}

function partsOf(message: string, description?: string | null): Told {
	const [, what = message, advice = ''] = /^(.+)\. (\p{Lu}.*?)\.?$/su.exec(message) ?? [];
	return { what, advice, more: description ?? undefined };
}

/**
 * Puts what a UserError is about in front of its message.
 *
 * @param subject a setting or field by its label, quotes included
 */
export function prefixErrors<Result>(subject: string, action: () => Result): Result {
	try {
		return action();
	} catch (error) {
		throw error instanceof ToldError ? withSubject(subject, error.told) : error;
	}
}

function withSubject(subject: string, { what, ...others }: Told): ToldError {
	return new ToldError({ what: `${subject} ${what}`, ...others });
}

/** The message of a mistake of the user's; other errors are thrown on. */
export function userMessageOf(error: unknown): string {
	if (error instanceof UserError) return error.message;
	throw error;
}
