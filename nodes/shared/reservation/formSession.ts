import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';
import { ExpressionError } from 'n8n-workflow';

import { assertNeedsNoInput, inputNeeded } from '../access/inputNeeded';
import { readCredential } from '../client/readCredential';
import { sendOptionsOf } from '../client/sendOptions';
import type { Session } from './session';
import { openSession } from './session';

/**
 * Opens a session where there are no input items: for a picker or a trigger.
 *
 * @param remedy what to do where the credential depends on an input item
 * @throws UserError when it does
 */
export async function openFormSession(
	context: ILoadOptionsFunctions | IPollFunctions,
	remedy: string,
): Promise<Session> {
	const credential = await readCredential(context).catch((error: unknown) => {
		throw error instanceof ExpressionError ? inputNeeded(remedy) : error;
	});
	assertNeedsNoInput(credential.data, remedy);
	return openSession(context, credential, sendOptionsOf({}, context.getNode()));
}
