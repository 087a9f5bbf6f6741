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

/** Removes the credentials of that name and those that n8n has numbered after it, so that the next one gets the plain name. */
export async function removeCredentials(api: N8nApi, name: string): Promise<void> {
	const all = await api.send<Array<{ id: string; name: string }>>('GET', '/credentials');
	for (const credential of all.filter((saved) => saved.name.startsWith(name))) {
		await api.send('DELETE', `/credentials/${credential.id}`);
	}
}
