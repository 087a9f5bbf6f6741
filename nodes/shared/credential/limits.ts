import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { givenNumber } from '../format/amount';
import { labelOf, settingOf } from './settings';

/** What all executions of this process together may do with an account; 0: no limit. */
export interface AccountLimits {
	requestsPerSecond: number;
	concurrency: number;
}

/** @throws UserError naming the field when a value is out of range */
export function limitsOf(data: ICredentialDataDecryptedObject): AccountLimits {
	const read = (name: string, isWhole: boolean): number =>
		givenNumber(data[name], {
			subject: `'${labelOf(name)}' in the Reservation Service credential`,
			least: 0,
			isWhole,
			advice: 'Correct it, or enter 0 for no limit',
			standard: Number(settingOf(name)?.default),
		});
	return {
		requestsPerSecond: read('accountRequestsPerSecond', false),
		concurrency: read('accountConcurrency', true),
	};
}
