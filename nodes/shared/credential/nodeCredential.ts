import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
} from 'n8n-workflow';
import { ExpressionError } from 'n8n-workflow';

import { parseNumberSetting } from '../format/amount';
import { userError } from '../n8n/userError';
import { assertNeedsNoInput, inputNeeded } from './access';
import {
	CREDENTIAL_TYPE,
	labelOf,
	settingOf,
	usesExpressions,
} from './settings';

export interface NodeCredential extends ICredentialsDecrypted {
	data: ICredentialDataDecryptedObject;
	/**
	 * That its expressions were worked out for; absent where there is no input.
	 */
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

/**
 * The credential of each input item, or why it has none: read once, or for
 * every item where a field is an expression.
 */
export async function readInputCredentials(
	context: IExecuteFunctions,
	itemCount: number,
): Promise<Array<NodeCredential | Error>> {
	const credentials: Array<NodeCredential | Error> = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		const [first] = credentials;
		const isSame =
			first && !(first instanceof Error) && !usesExpressions(first.data);
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
			advice:
				'Check that the input has the fields that it names, in the same spelling',
		});
	});
}

/**
 * Reads the credential where there is no input item: n8n evaluates its
 * expressions there, too, but without data.
 *
 * @throws UserError with the remedy when one needs an item, as far as can be
 * told
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

/**
 * What all executions of this process together may do with an account; 0: no
 * limit.
 */
export interface AccountLimits {
	requestsPerSecond: number;
	concurrency: number;
}

/** @throws UserError naming the field when a value is out of range */
export function limitsOf(data: ICredentialDataDecryptedObject): AccountLimits {
	const read = (name: string, isWhole: boolean): number =>
		parseNumberSetting(data[name], {
			subject: `'${labelOf(name)}' in the Reservation Service credential`,
			min: 0,
			isWhole,
			advice: 'Correct it, or enter 0 for no limit',
			default: Number(settingOf(name)?.default),
		});
	return {
		requestsPerSecond: read('accountRequestsPerSecond', false),
		concurrency: read('accountConcurrency', true),
	};
}
