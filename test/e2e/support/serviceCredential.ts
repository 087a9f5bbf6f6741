import type { MiniatureService } from '../../service/miniatureService';
import { DEFAULT_ACCOUNT } from '../../service/miniatureService';
import type { N8nApi } from './n8nApi';
import { credentialType } from './workflows';

/** Saves a credential for the service's default account. @returns it, as a node refers to it */
export async function createServiceCredential(
	api: N8nApi,
	service: MiniatureService,
): Promise<{ id: string; name: string }> {
	const { accountId, key } = DEFAULT_ACCOUNT;
	const name = 'Harbour Inn';
	const data = { baseUrl: service.url, accountId, apiKey: key };
	return { id: await api.createCredential({ name, type: credentialType, data }), name };
}
