import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { usesExpressions } from '../credential/settings';
import { emptyFieldsOf, serviceAccessOf } from './credential';

/**
 * n8n works expressions out where there is no input item, too, but has none to give them: what needs one comes out blank.
 *
 * @param remedy what to do about it
 * @throws UserError when the credential depends on an input item
 */
export function assertNeedsNoInput(data: ICredentialDataDecryptedObject, remedy: string): void {
	const isBlank = emptyFieldsOf(serviceAccessOf(data)).length > 0;
	if (usesExpressions(data) && isBlank) throw inputNeeded(remedy);
}

/** What to say where there is no input item for the expressions of a credential. */
export function inputNeeded(remedy: string) {
	return userError(
		`The Reservation Service credential has an expression that needs an input item, and there is none here. ${remedy}`,
		'Which account is meant can only be told for an input item, while the workflow runs.',
	);
}
