import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
} from 'n8n-workflow';
import { ExpressionError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { assertNeedsNoInput, inputNeeded } from './access';
import { CREDENTIAL_TYPE, usesExpressions } from './settings';

/** The credential of the node, and the input item that its expressions were worked out for. */
export interface NodeCredential extends ICredentialsDecrypted {
	data: ICredentialDataDecryptedObject;
	/** Absent where there is no input. */
	itemIndex?: number;
}

export async function readCredential(
	context: IAllExecuteFunctions,
	itemIndex?: number,
): Promise<NodeCredential> {
	const reference = context.getNode().credentials?.[CREDENTIAL_TYPE];
	return {
		id: reference?.id ?? '',
		name: reference?.name ?? '',
		type: CREDENTIAL_TYPE,
		data: await context.getCredentials(CREDENTIAL_TYPE, itemIndex),
		itemIndex,
	};
}

/** The credential of each input item, or why it has none: read once, or for every item where a field is an expression. */
export async function readInputCredentials(
	context: IExecuteFunctions,
	itemCount: number,
): Promise<Array<NodeCredential | Error>> {
	const credentials: Array<NodeCredential | Error> = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		const [first] = credentials;
		const isSame = first && !(first instanceof Error) && !usesExpressions(first.data);
		credentials.push(isSame ? first : await readForInput(context, itemIndex));
	}
	return credentials;
}

async function readForInput(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<NodeCredential | Error> {
	return await readCredential(context, itemIndex).catch((error: unknown) => {
		if (!(error instanceof ExpressionError)) throw error;
		return userError({
			what: `An expression in the Reservation Service credential could not be worked out: ${error.message}`,
			advice: 'Check that the input has the fields that it names, in the same spelling',
		});
	});
}

/**
 * Reads the credential where there is no input item: n8n evaluates its expressions there, too, but without data.
 *
 * @throws UserError with the remedy when one needs an item, as far as can be told
 */
export async function readFormCredential(
	context: IAllExecuteFunctions,
	remedy: string,
): Promise<NodeCredential> {
	const credential = await readCredential(context).catch((error: unknown) => {
		throw error instanceof ExpressionError ? inputNeeded(remedy) : error;
	});
	assertNeedsNoInput(credential.data, remedy);
	return credential;
}
