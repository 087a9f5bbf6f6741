import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';

/** What all executions of this process together may do with an account; 0: no limit. */
export interface AccountLimits {
	/** Requests started per second. */
	requestsPerSecond: number;
	/** Requests under way at the same time. */
	concurrency: number;
}

/**
 * Reads the limits that a credential sets for its account.
 *
 * @throws UserError naming the field when a value is out of range
 */
export function accountLimitsOf(data: ICredentialDataDecryptedObject): AccountLimits {
	const read = (value: unknown, label: string, isWhole: boolean): number => {
		const isText = typeof value === 'string';
		const isBlank = value === undefined || value === null || (isText && value.trim() === '');
		if (isBlank) return 0;
		const limit = isText || typeof value === 'number' ? Number(value) : NaN;
		if (limit >= 0 && Number.isFinite(limit) && (!isWhole || Number.isInteger(limit))) return limit;
		throw userError(
			`'${label}' in the credential must be a ${isWhole ? 'whole number' : 'number'} of at least 0`,
			'Correct it, or enter 0 for no limit.',
		);
	};
	return {
		requestsPerSecond: read(data.accountRequestsPerSecond, 'Requests per Second', false),
		concurrency: read(data.accountConcurrency, 'Requests at a Time', true),
	};
}
