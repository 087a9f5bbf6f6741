import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IDataObject,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../access/credential';

/** The credential of the node, and the input item that its expressions were worked out for. */
export interface NodeCredential extends ICredentialsDecrypted {
	data: ICredentialDataDecryptedObject;
	/** Absent where there is no input. */
	itemIndex?: number;
}

/** Reads the credential of the node as n8n has it stored now. Every time costs n8n a look into its database. */
export async function readCredential(
	context: IAllExecuteFunctions,
	itemIndex?: number,
): Promise<NodeCredential> {
	const reference = context.getNode().credentials?.[CREDENTIAL_TYPE];
	const data = await context.getCredentials<ICredentialDataDecryptedObject & IDataObject>(
		CREDENTIAL_TYPE,
		itemIndex,
	);
	return {
		id: reference?.id ?? '',
		name: reference?.name ?? '',
		type: CREDENTIAL_TYPE,
		data,
		itemIndex,
	};
}
