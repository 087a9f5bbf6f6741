import { Agent } from 'node:http';
import axios from 'axios';
import type { AxiosInstance } from 'axios';
import { DEFAULT_ACCOUNT } from './miniatureService';
import type { MiniatureService } from './miniatureService';

/** An independent client: every status is an answer, bodies are parsed where they are JSON, connections are kept. */
export function connect({ url }: Pick<MiniatureService, 'url'>): AxiosInstance {
	return axios.create({
		baseURL: url,
		httpAgent: new Agent({ keepAlive: true }),
		maxRedirects: 0,
		proxy: false,
		validateStatus: () => true,
	});
}

/** A client that has logged in and sends its token along. */
export async function connectAs(
	service: Pick<MiniatureService, 'url'>,
	account: { accountId: string; key: string } = DEFAULT_ACCOUNT,
): Promise<AxiosInstance> {
	const client = connect(service);
	const { data } = await client.post<{ token: string }>('/token', account);
	client.defaults.headers.common.Authorization = `Bearer ${data.token}`;
	return client;
}
