import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { ExpressionError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { CREDENTIAL_TYPE } from './settings';

type Settings = ICredentialDataDecryptedObject;

/** Reading one asks n8n's database. */
const AT_A_TIME = 50;

/**
 * The credential of each input, or why it has none: fields may be expressions
 * that look at the input item.
 */
export async function readInputCredentials(
	context: IExecuteFunctions,
): Promise<Array<Settings | Error>> {
	const count = context.getInputData().length;
	const credentials: Array<Settings | Error> = [];
	while (credentials.length < count) {
		const first = credentials.length;
		const length = Math.min(AT_A_TIME, count - first);
		const indexes = Array.from({ length }, (_, n) => first + n);
		const reading = indexes.map(async (index) => await readOne(context, index));
		credentials.push(...(await Promise.all(reading)));
	}
	return credentials;
}

async function readOne(
	context: IAllExecuteFunctions,
	index?: number,
): Promise<Settings | Error> {
	try {
		return await context.getCredentials(CREDENTIAL_TYPE, index);
	} catch (error) {
		if (!(error instanceof ExpressionError)) throw error;
		return userError({
			what: `An expression in the Reservation Service credential could not be worked out: ${error.message}`,
			advice:
				'Check that the input has the fields that it names, in the same spelling',
		});
	}
}

/**
 * For a picker or a trigger, where there is no input item.
 *
 * @throws UserError with the remedy where an expression needs one
 */
export async function readFormCredential(
	context: ILoadOptionsFunctions | IPollFunctions,
	remedy: string,
): Promise<Settings> {
	const credential = await readOne(context);
	if (!(credential instanceof Error)) return credential;
	throw userError({
		what: 'The Reservation Service credential has an expression that needs an input item, and there is none here',
		advice: remedy,
	});
}
