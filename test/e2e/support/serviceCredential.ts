import type { MiniatureService } from '../../service/miniatureService';
import { DEFAULT_ACCOUNT } from '../../service/miniatureService';
import type { N8nApi } from './n8nApi';
import { credentialType } from './workflows';

/** Saves a credential for the service's default account, with other settings if need be. @returns it, as a node refers to it */
export async function createServiceCredential(
	api: N8nApi,
	service: MiniatureService,
	settings: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> {
	const { accountId, key } = DEFAULT_ACCOUNT;
	const name = 'Harbour Inn';
	const data = { baseUrl: service.url, accountId, apiKey: key, ...settings };
	return { id: await api.createCredential({ name, type: credentialType, data }), name };
}
