import type { ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { readFormCredential } from '../credential/nodeCredential';
import { sendOptionsOf } from '../http/sendOptions';
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
	const credential = await readFormCredential(context, remedy);
	return openSession(context, credential, sendOptionsOf({}, context.getNode()));
}
