import {
	ExpressionError,
	type IAllExecuteFunctions,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { CREDENTIAL_TYPE, type Settings } from './settings';

/** Reading one asks n8n's database. */
const AT_A_TIME = 50;

/** Of each input: fields may be expressions that look at the input item. */
export async function readInputCredentials(
	context: IExecuteFunctions,
): Promise<Array<Settings | Error>> {
	const indexes = [...context.getInputData().keys()];
	const credentials: Array<Settings | Error> = [];
	while (indexes.length > 0) {
		const reading = indexes.splice(0, AT_A_TIME).map(async (index) => {
			return await readOne(context, index);
		});
		credentials.push(...(await Promise.all(reading)));
	}
	return credentials;
}

async function readOne(
	context: IAllExecuteFunctions,
	index?: number,
): Promise<Settings | Error> {
	const reading = context.getCredentials(CREDENTIAL_TYPE, index);
	return await reading.catch((error: unknown) => {
		if (!(error instanceof ExpressionError)) throw error;
		return userError({
			what: `An expression in the Reservation Service credential could not be worked out: ${error.message}`,
			advice: 'Check that the input has the fields that it names',
		});
	});
}

/**
 * For a picker or a trigger, where there is no input item.
 *
 * @throws UserError with the remedy where an expression needs one
 */
export async function readFormCredential(
	context: IAllExecuteFunctions,
	remedy: string,
): Promise<Settings> {
	const credential = await readOne(context);
	if (!(credential instanceof Error)) return credential;
	const what =
		'The Reservation Service credential has an expression that needs an input item, and there is none here';
	throw userError({ what, advice: remedy });
}
