import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
} from 'n8n-workflow';

import type { NodeCredential } from '../client/readCredential';
import { ServiceClient } from '../client/serviceClient';
import type { SendOptions } from '../client/sendOptions';
import type { WireContext } from '../wire/serviceItem';
import { RateLimiter } from '../client/rateLimiter';
import { Reservations } from './reservations';

/** One account of the service as one run of a node sees it: what all items that use it share. */
export interface Session {
	client: ServiceClient;
	wire: WireContext;
	/** What the reservations hold, for operations that look before they write. */
	reservations: Reservations;
	maxConcurrency: number;
	/** The same session with other settings of the API's spelling, as a credential would have them. */
	withSettings: (settings: IDataObject) => Session;
}

/**
 * Opens a session: sets up rate limiter and client for the account of a credential.
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
	const { maxConcurrency, requestsPerSecond, maxRetries, timeout, throttledWait } = options;
	const rateLimiter = new RateLimiter(requestsPerSecond, signal);
	const settings = {
		timeout,
		maxRetries,
		throttledWait: throttledWait * 1000,
		rateLimiter,
		signal,
	};
	const sessionWith = (data: ICredentialDataDecryptedObject): Session => {
		const client = new ServiceClient(context, { ...credential, data }, settings);
		const wire = { format: client.format, timeZone: context.getTimezone() };
		return {
			client,
			wire,
			reservations: new Reservations(client, wire, signal),
			maxConcurrency,
			withSettings: (other) =>
				sessionWith({ ...data, ...(other as ICredentialDataDecryptedObject) }),
		};
	};
	return sessionWith(credential.data);
}
