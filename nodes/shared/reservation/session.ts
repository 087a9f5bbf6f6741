import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
} from 'n8n-workflow';

import type { NodeCredential } from '../credential/nodeCredential';
import { ServiceClient } from '../http/client';
import type { SendOptions } from '../http/sendOptions';
import type { Mapper } from '../format/mapper';
import { Reservations } from './reservations';

/** How many input items are worked on at once where the account sets no limit. */
const MOST_AT_ONCE = 50;

/** One account of the service as one run of a node sees it: what all items that use it share. */
export interface Session {
	client: ServiceClient;
	mapper: Mapper;
	/** What the reservations hold, for operations that look before they write. */
	reservations: Reservations;
	/** How many input items are worked on at once. */
	maxConcurrency: number;
	/** The fields of the credential. */
	settings: ICredentialDataDecryptedObject;
	/** The same session with other settings of the API's spelling, as a credential would have them. */
	withSettings: (settings: IDataObject) => Session;
}

/**
 * Opens a session: sets up the client for the account of a credential.
 *
 * @param options the node's options that hold for the whole run
 * @param signal aborted when the user stops the execution
 * @throws UserError when the credential cannot be used
 */
export function openSession(
	context: IAllExecuteFunctions,
	credential: NodeCredential,
	options: SendOptions,
	signal?: AbortSignal,
): Session {
	const settings = { ...options, signal };
	const sessionWith = (data: ICredentialDataDecryptedObject): Session => {
		const client = new ServiceClient(context, { ...credential, data }, settings);
		return {
			client,
			mapper: client.mapper,
			reservations: new Reservations(client, signal),
			settings: data,
			maxConcurrency: client.concurrency || MOST_AT_ONCE,
			withSettings: (other) =>
				sessionWith({ ...data, ...(other as ICredentialDataDecryptedObject) }),
		};
	};
	return sessionWith(credential.data);
}
