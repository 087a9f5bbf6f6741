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

/** n8n allows the conditions of fields a quarter of a second by the clock, which a machine that stands still takes from them. */
const INTERRUPTED = /^Regular expression execution timed out/;

/** Reads the credential of the node as n8n has it stored now. Every time costs n8n a look into its database. */
export async function readCredential(
	context: IAllExecuteFunctions,
	itemIndex?: number,
): Promise<NodeCredential> {
	const reference = context.getNode().credentials?.[CREDENTIAL_TYPE];
	const read = async (): Promise<ICredentialDataDecryptedObject & IDataObject> =>
		await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const data = await read().catch(async (error: unknown) => {
		if (!(error instanceof Error && INTERRUPTED.test(error.message))) throw error;
		return await read();
	});
	return {
		id: reference?.id ?? '',
		name: reference?.name ?? '',
		type: CREDENTIAL_TYPE,
		data,
		itemIndex,
	};
}
