import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IDataObject,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../access/credential';

/** Reads the credential of the node as n8n has it stored now. */
export async function readCredential(
	context: IAllExecuteFunctions,
): Promise<ICredentialsDecrypted> {
	const reference = context.getNode().credentials?.[CREDENTIAL_TYPE];
	const data = await context.getCredentials<ICredentialDataDecryptedObject & IDataObject>(
		CREDENTIAL_TYPE,
	);
	return {
		id: reference?.id ?? '',
		name: reference?.name ?? '',
		type: CREDENTIAL_TYPE,
		data,
	};
}
