import type { IExecuteFunctions, UserError } from 'n8n-workflow';
import { ExpressionError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { usesExpressions } from '../credential/settings';
import type { NodeCredential } from './readCredential';
import { readCredential } from './readCredential';

/** How many are read at the same time: n8n's database has few connections, and others want some, too. */
const READ_AT_ONCE = 5;

/** The credential of each input item, or why it could not be read. */
export type InputCredentials = Array<NodeCredential | Error>;

/**
 * Reads the credential for every input item: once, unless a field of it is an expression.
 *
 * @throws what n8n says when it can be read for none
 */
export async function readInputCredentials(
	context: IExecuteFunctions,
	itemCount: number,
): Promise<InputCredentials> {
	const first = await readFor(context, 0);
	const isForAll = !(first instanceof Error) && !usesExpressions(first.data);
	if (isForAll) return Array.from({ length: itemCount }, () => first);
	const credentials: InputCredentials = [first];
	let next = 1;
	const readOneAfterAnother = async (): Promise<void> => {
		while (next < itemCount) {
			const itemIndex = next++;
			credentials[itemIndex] = await readFor(context, itemIndex);
		}
	};
	await Promise.all(Array.from({ length: READ_AT_ONCE }, readOneAfterAnother));
	return credentials;
}

/** Only an expression can fail for one item and come out for another. */
async function readFor(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<NodeCredential | UserError> {
	return await readCredential(context, itemIndex).catch((error: unknown) => {
		if (!(error instanceof ExpressionError)) throw error;
		return userError(
			`An expression in the Reservation Service credential could not be worked out: ${error.message}`,
			'Look in the input whether the fields it names are there, and spelled like that. Nothing was sent to the service for this item.',
		);
	});
}
