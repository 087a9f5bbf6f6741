import { UserError } from 'n8n-workflow';

/** What is the matter; what to do: without their last full stop. */
export interface Told {
	what: string;
	advice: string;
	/** Whole sentences. */
	more?: string;
}

/** n8n's error for what the user can mend. */
export class ToldError extends UserError {
	constructor(readonly told: Told) {
		super(joined(told), { description: told.more });
	}
}

/** A request that failed. */
export abstract class ApiError extends Error {
	abstract readonly told: Told;
	/** Of the answer, if there was one. */
	abstract readonly status: number | undefined;
}

/** Stopped: not a failed item, whatever the Continue setting. */
export class CanceledError extends Error {
	/** @param underWay of a request that may have been carried out */
	constructor(readonly underWay?: Error) {
		super('The execution was canceled');
	}
}

export function userError(told: Told): ToldError {
	return new ToldError(told);
}

export function joined({ what, advice }: Told): string {
	return advice === '' ? what : `${what}. ${advice}`;
}

export function toldBy(error: Error & { description?: string | null }): Told {
	if (error instanceof ToldError || error instanceof ApiError) {
		return error.told;
	}
	const more = error.description ?? undefined;
	return { what: error.message, advice: '', more };
}

/** @param subject what a ToldError is about: `'Amount'`, quotes included */
export function prefixErrors<R>(subject: string, action: () => R): R {
	try {
		return action();
	} catch (error) {
		throw error instanceof ToldError ? prefixed(subject, error.told) : error;
	}
}

function prefixed(subject: string, told: Told): ToldError {
	return userError({ ...told, what: `${subject} ${told.what}` });
}
