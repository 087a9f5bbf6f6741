import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { DEFAULT_CONCURRENCY, labelOf } from '../access/credentialProperties';
import { userError } from '../n8n/userError';
import type { NumberRule } from '../wire/givenNumber';
import { givenNumber, wordsFor } from '../wire/givenNumber';

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
	const read = (name: string, standard: number, rule: NumberRule): number => {
		const limit = givenNumber(data[name], rule) ?? standard;
		if (!Number.isNaN(limit)) return limit;
		throw userError(
			`'${labelOf(name)}' in the credential ${wordsFor(rule)}`,
			'Correct it, or enter 0 for no limit.',
		);
	};
	return {
		requestsPerSecond: read('accountRequestsPerSecond', 0, { least: 0 }),
		concurrency: read('accountConcurrency', DEFAULT_CONCURRENCY, { least: 0, isWhole: true }),
	};
}
