import { UserError } from 'n8n-workflow';

/** `what` and `advice` without their last full stop. */
export interface Told {
	what: string;
	advice: string;
	more?: string;
}

export class ToldError extends UserError {
	constructor(readonly told: Told) {
		super(joined(told));
	}
}

/** No failed item, even with Continue. */
export class CanceledError extends Error {
	/** @param underWay what has become of a request */
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

export function toldBy(
	error: Error & { told?: Told; description?: string | null },
): Told {
	const { message, told, description } = error;
	return told ?? { what: message, advice: '', more: description ?? '' };
}

export function prefixErrors<R>(label: string, action: () => R): R {
	try {
		return action();
	} catch (error) {
		if (!(error instanceof ToldError)) throw error as Error;
		const { told } = error;
		throw userError({ ...told, what: `'${label}' ${told.what}` });
	}
}
