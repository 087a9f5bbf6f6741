import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { RequestFailure } from '../../shared/client/requestFailure';
import type { ServiceClient } from '../../shared/client/serviceClient';
import type { Mapper } from '../../shared/format/mapper';
import { failureTextOf } from '../../shared/messages/failureText';

/** What Check needs of an account of the service. */
export interface CheckSession {
	client: Pick<ServiceClient, 'send' | 'trySend' | 'linkedAddress' | 'mapper'>;
	mapper: Mapper;
	/** The fields of the credential. */
	settings: IDataObject;
	/** The same account with other settings. */
	withSettings: (settings: IDataObject) => CheckSession;
}

/** Why something did not succeed, in words; what is no failure of the service or the settings is thrown on. */
export function reasonOf(error: unknown): string {
	if (error instanceof RequestFailure) return failureTextOf(error).message;
	if (error instanceof UserError) return error.message;
	throw error;
}
