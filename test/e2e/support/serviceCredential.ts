import type { MiniatureService } from '../../service/miniatureService';
import { DEFAULT_ACCOUNT } from '../../service/miniatureService';
import type { Credential, N8nApi } from './n8nApi';
import { credentialType } from './workflows';

/** A credential for the service's default account, with other settings if need be. */
export function credentialFor(
	service: MiniatureService,
	settings: Record<string, unknown> = {},
): Credential {
	const { accountId, key } = DEFAULT_ACCOUNT;
	const data = { baseUrl: service.url, accountId, apiKey: key, ...settings };
	return { name: 'Harbour Inn', type: credentialType, data };
}

/** Saves such a credential. @returns it, as a node refers to it */
export async function createServiceCredential(
	api: N8nApi,
	service: MiniatureService,
	settings: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> {
	const credential = credentialFor(service, settings);
	return { id: await api.createCredential(credential), name: credential.name };
}
