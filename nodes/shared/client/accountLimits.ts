import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { numberIn } from '../credential/settings';

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
	return {
		requestsPerSecond: numberIn(data, 'accountRequestsPerSecond'),
		concurrency: numberIn(data, 'accountConcurrency'),
	};
}
