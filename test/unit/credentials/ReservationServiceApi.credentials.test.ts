import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { ReservationServiceApi } from '../../../credentials/ReservationServiceApi.credentials';
import { CREDENTIAL_TEST_HEADER } from '../../../nodes/shared/access/authenticate';
import { thrownBy, rejectionOf } from '../support/thrown';

const credential = new ReservationServiceApi();
const LIST: IHttpRequestOptions = { url: 'https://api.example.com/v1/services' };
let accounts = 0;

/** What a user has entered, for an account nobody has used yet. */
function entered(changes = {}): ICredentialDataDecryptedObject {
	return {
		environment: 'production',
		baseUrl: 'https://api.example.com/v1/',
		testBaseUrl: '',
		accountId: `hotel-${++accounts}`,
		apiKey: 'key-1',
		accessToken: '',
		accessTokenFingerprint: '',
		...changes,
	};
}

/** A service that issues the tokens T1, T2, … and n8n's helper to reach it. */
function service() {
	const logins: IHttpRequestOptions[] = [];
	const httpRequest = (options: IHttpRequestOptions) => {
		logins.push(options);
		const body = JSON.stringify({ success: true, token: `T${logins.length}` });
		return Promise.resolve({ statusCode: 200, headers: {}, body });
	};
	return { logins, helper: { helpers: { httpRequest } } };
}

/** Logs in as n8n does: what comes back is written into the decrypted credential, in place. */
async function logIn(helper: IHttpRequestHelper, data: ICredentialDataDecryptedObject) {
	Object.assign(data, await credential.preAuthentication.call(helper, data));
}

function field(name: string): INodeProperties {
	return credential.properties.find((property) => property.name === name) as INodeProperties;
}

describe('the form', () => {
	it.each([
		['environment', 'options', 'production'],
		['baseUrl', 'string', ''],
		['testBaseUrl', 'string', ''],
		['accountId', 'string', ''],
		['apiKey', 'string', ''],
		['accessToken', 'hidden', ''],
		['accessTokenFingerprint', 'hidden', ''],
		['customApiFormat', 'boolean', false],
	])('has %s, of type %s, with the default %p', (name, type, start) => {
		expect(field(name)).toMatchObject({ type, default: start });
	});

	it('shows nobody the key, the token or its fingerprint', () => {
		for (const name of ['apiKey', 'accessToken', 'accessTokenFingerprint']) {
			expect(field(name).typeOptions).toMatchObject({ password: true });
		}
		expect(field('accountId').typeOptions?.password).toBeUndefined();
	});

	it('has n8n renew the token, and nothing else', () => {
		const expirable = credential.properties.filter(({ typeOptions }) => typeOptions?.expirable);
		expect(expirable.map(({ name }) => name)).toEqual(['accessToken']);
	});
});

describe('logging in', () => {
	it('brings a token with which requests go out', async () => {
		const { helper, logins } = service();
		const data = entered();
		await logIn(helper, data);

		expect((await credential.authenticate(data, LIST)).headers).toEqual({
			Authorization: 'Bearer T1',
		});
		expect(logins).toHaveLength(1);
	});

	it('gives n8n only values that it can keep', async () => {
		const { helper } = service();
		const kept = await credential.preAuthentication.call(helper, entered());
		const declared = credential.properties.map(({ name }) => name);

		expect(Object.keys(kept).sort()).toEqual(['accessToken', 'accessTokenFingerprint']);
		for (const name of Object.keys(kept)) expect(declared).toContain(name);
	});

	it('happens once for parallel runs of one credential', async () => {
		const { helper, logins } = service();
		const data = entered();
		await Promise.all(Array.from({ length: 20 }, () => logIn(helper, { ...data })));
		expect(logins).toHaveLength(1);
	});

	it('happens again for a changed key, whose old token is no longer sent', async () => {
		const { helper, logins } = service();
		const data = entered();
		await logIn(helper, data);
		const changed = { ...data, apiKey: 'key-2' };

		expect(thrownBy(() => void credential.authenticate(changed, LIST))).toMatchObject({
			response: { status: 401 },
		});
		await logIn(helper, changed);
		expect(logins).toHaveLength(2);
		expect((await credential.authenticate(changed, LIST)).headers).toEqual({
			Authorization: 'Bearer T2',
		});
	});

	it('is refused with a reason that n8n does not take for one more 401', async () => {
		const httpRequest = () =>
			Promise.resolve({ statusCode: 401, headers: {}, body: '{"message":"Unknown account"}' });
		const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
		const error = await rejectionOf(credential.preAuthentication.call(helper, entered()));

		expect(error.message).toMatch(/Unknown account.*'Account ID' and 'API Key'/);
		expect(error).not.toHaveProperty('response');
	});
});

describe('the Test button', () => {
	const test = {
		...LIST,
		headers: credential.test.request.headers,
	};

	/** The order in which n8n calls: log in if there is no token, then authenticate, once more after a 401. */
	async function pressTest(helper: IHttpRequestHelper, data: ICredentialDataDecryptedObject) {
		if (data.accessToken === '') await logIn(helper, data);
		try {
			return await credential.authenticate(data, test);
		} catch (error) {
			if ((error as { response?: { status?: number } }).response?.status !== 401) throw error;
			await logIn(helper, data);
			return await credential.authenticate(data, test);
		}
	}

	it('asks the service about account and key once, though an older token is stored', async () => {
		const { helper, logins } = service();
		const data = entered();
		await logIn(helper, data);
		const stored = { ...data };

		const { headers } = await pressTest(helper, stored);
		expect(headers).toEqual({ Authorization: 'Bearer T2', Connection: 'close' });
		expect(logins).toHaveLength(2);
	});

	it('asks once where no token is stored', async () => {
		const { helper, logins } = service();
		await pressTest(helper, entered());
		expect(logins).toHaveLength(1);
	});

	it('asks once where no token is stored, though one is in memory', async () => {
		const { helper, logins } = service();
		const data = entered();
		await logIn(helper, { ...data });
		await pressTest(helper, data);
		expect(logins).toHaveLength(2);
	});

	it('sends a mark that only we see', () => {
		expect(Object.keys(test.headers ?? {})).toEqual(['Connection', CREDENTIAL_TEST_HEADER]);
	});
});
