import { randomUUID } from 'node:crypto';
import type { Owner } from './owner';

/** One who is logged in to n8n and sends what its editor sends. */
export class N8nSession {
	private cookie = '';

	private readonly browserId = randomUUID();

	constructor(private readonly url: string) {}

	/** Creates the instance's owner and is logged in as them. */
	async setUpOwner(owner: Owner): Promise<void> {
		await this.send('POST', '/owner/setup', owner);
	}

	async logIn({ email, password }: Owner): Promise<void> {
		await this.send('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Any other request of the editor's. @returns the `data` of the answer */
	async send<T>(method: string, path: string, body?: object): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				// A busy n8n may close a connection just as the next request goes out on it.
				connection: 'close',
				'browser-id': this.browserId,
				cookie: this.cookie,
			},
			body: body && JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		const cookie = response.headers.get('set-cookie');
		if (cookie) this.cookie = cookie.split(';')[0] ?? '';
		return (JSON.parse(text) as { data: T }).data;
	}
}
