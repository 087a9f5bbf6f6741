import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceAccess } from '../credential/access';
import { accessOf, assertNeedsNoInput, parseUrl } from '../credential/access';
import { textIn, usesExpressions } from '../credential/settings';
import { userError } from '../n8n/userError';
import type { HttpRequest } from './exchange';
import { exchangeToken } from './exchange';
import type { NotSent } from './reply';
import type { TokenNeed } from './tokens';
import { tokensOf } from './tokens';

/*
 * What n8n forces on the way of a token:
 *
 * - It keeps a token, encrypted, only where a credential's `preAuthentication`
 *   returns it. It calls that only for a request that is given an empty token,
 *   or after a 401: without a lock, without telling which request or token it
 *   was, and in each version otherwise. So no 401 of our node reaches n8n.
 * - The client gives each request a copy of the credential with the token that
 *   `tokens.ts` says, an empty one where an exchange is due. The hooks know the
 *   request by that copy.
 * - n8n is given a token to store only when it has served, with a request that
 *   ends where it would be sent: of two that were fetched in the same instant it
 *   might store the one that the service has ended with the other.
 */

/**
 * Marks the request behind the Test button; it is taken off before anything is
 * sent.
 */
export const CREDENTIAL_TEST_HEADER = 'x-reservation-service-credential-test';

/** What a copy of the credential is used for. */
type Use = OwnRequest | OthersRequest | Storing;

export interface OwnRequest {
	by: 'ourNode';
	triedTokens: ReadonlySet<string>;
	/** Why the login for it brought no token. */
	noToken?: NotSent;
	/**
	 * True once its token is on it, the last thing before n8n sends it: until
	 * then nothing can have been sent.
	 */
	isSigned: boolean;
}

interface OthersRequest {
	by: 'testButton' | 'httpRequestNode';
	noToken?: NotSent;
	/** True once a login for it has shown that account and key are right. */
	isProven: boolean;
}

interface Storing {
	by: 'store';
	token: string;
}

const uses = new WeakMap<ICredentialDataDecryptedObject, Use>();

function useOf(credential: ICredentialDataDecryptedObject): Use {
	const use = uses.get(credential) ?? {
		by: 'httpRequestNode',
		isProven: false,
	};
	uses.set(credential, use);
	return use;
}

/** What becomes of it is then told in `use`. */
export function announce(
	credential: ICredentialDataDecryptedObject,
	use: OwnRequest | Storing,
): void {
	uses.set(credential, use);
}

/**
 * The credential's `preAuthentication`: n8n calls it for every request that is
 * given an empty token, and from its HTTP Request node and the Test button
 * after a 401. What it returns n8n stores, encrypted, with the credential.
 *
 * @throws UserError when the address or the account cannot be used, or there is
 * no token
 */
export async function fetchToken(
	credential: ICredentialDataDecryptedObject,
	httpRequest: HttpRequest,
): Promise<IDataObject> {
	const access = accessOf(credential);
	const use = useOf(credential);
	const given = (accessToken: string): IDataObject => {
		return { accessToken, accessTokenFingerprint: access.accountFingerprint };
	};
	if (use.by === 'store') return given(use.token);
	// n8n's older request helper, which the HTTP Request node uses, asks twice,
	// whatever went wrong.
	if (use.noToken) throw userError(use.noToken.told);
	let isNew = false;
	const token = await tokensOf(access.accountFingerprint).renew(
		needOf(use, access),
		async () => {
			isNew = true;
			return await exchangeToken(httpRequest, access);
		},
	);
	if (typeof token !== 'string') {
		use.noToken = token;
		throw userError(token.told);
	}
	if (use.by !== 'ourNode') {
		// Where no token is stored, the Test button first comes without its mark,
		// and is given a known token.
		use.isProven ||= isNew || use.by === 'testButton';
		// With expressions nothing is stored: n8n keeps one token only, and up to
		// 2.33 would write values over the expressions.
		if (!usesExpressions(credential)) return given(token);
	}
	Object.assign(credential, given(token));
	return {};
}

function needOf(
	use: OwnRequest | OthersRequest,
	{ storedToken }: ServiceAccess,
): TokenNeed {
	if (use.by === 'ourNode') return use;
	return {
		by: use.by,
		triedTokens: new Set(storedToken === '' ? [] : [storedToken]),
	};
}

/**
 * The credential's `authenticate`: puts the bearer token on a request
 * (docs/service-api.md). Without a token of this account nothing is sent, nor
 * by the Test button before an exchange has proven account and key (n8n 2.41
 * would test an old token).
 *
 * @throws UserError with `response.status` 401, whereupon n8n calls
 * `preAuthentication` and comes back; without it when the address is unusable
 */
export function authenticate(
	credential: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const use = useOf(credential);
	if (use.by === 'store') {
		throw new UserError(
			'The access token is stored, and nothing is to be sent',
		);
	}
	if (use.by !== 'ourNode') {
		return authenticateForOthers(credential, options, use);
	}
	// The client gives the token of this account, and calls no other address.
	const own = signed(options, textIn(credential, 'accessToken'));
	use.isSigned = true;
	return own;
}

/**
 * An HTTP Request node may call any address, to which the token must not go.
 */
function authenticateForOthers(
	credential: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
	use: OthersRequest,
): IHttpRequestOptions {
	const { [CREDENTIAL_TEST_HEADER]: testMark, ...headers } =
		options.headers ?? {};
	const isTest = testMark !== undefined;
	if (isTest) {
		assertNeedsNoInput(
			credential,
			'It cannot be tested on its own: run a workflow with it',
		);
		use.by = 'testButton';
	}
	const { address, storedToken } = accessOf(credential);
	const target = targetOf(options);
	const unmarked = { ...options, headers };
	if (target?.href.replace(/\/+$/, '') === `${address.base}/token`) {
		return unmarked;
	}
	if (target && !`${address.base}/`.startsWith(`${target.origin}/`)) {
		throw userError({
			what: `This credential is for ${new URL(address.base).origin} only, and the request goes to ${target.origin}`,
		});
	}
	if (!isTest) return signed(unmarked, storedToken);
	const test = {
		...unmarked,
		qs: address.query,
		arrayFormat: 'repeat' as const,
	};
	return signed(test, use.isProven ? storedToken : '');
}

function signed(
	options: IHttpRequestOptions,
	token: string,
): IHttpRequestOptions {
	if (token === '') {
		const needed = new UserError('A new access token is needed');
		throw Object.assign(needed, { response: { status: 401 } });
	}
	return {
		...options,
		headers: { ...options.headers, Authorization: `Bearer ${token}` },
	};
}

function targetOf(
	options: IHttpRequestOptions & { uri?: string },
): URL | undefined {
	const url = options.url ?? options.uri ?? '';
	return parseUrl(`${options.baseURL ?? ''}${url}`.replace(/[?#].*$/, ''));
}
