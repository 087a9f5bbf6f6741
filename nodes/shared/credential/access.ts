import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { digest } from '../format/json';
import { userError } from '../n8n/userError';
import { labelOf, textIn } from './settings';

/** Where a credential leads, and as whom. */
export interface Access {
	/** What all paths are appended to, without a trailing slash. */
	base: string;
	accountId: string;
	apiKey: string;
	/** A hash of address, account and key: what token and gate belong to. */
	key: string;
	/** A hash of environment, address and Account ID, whichever key is used. */
	account: string;
}

/**
 * @throws UserError when a choice or the address is unusable, or account ID or
 * key is empty
 */
export function accessOf(data: ICredentialDataDecryptedObject): Access {
	// An expression may give something else, and the real reservations, or
	// another format, would be taken for it.
	const { environment = 'production', customApiFormat = false } = data;
	if (environment !== 'production' && environment !== 'test') {
		throw notOffered('environment', ['production', 'test']);
	}
	if (typeof customApiFormat !== 'boolean') {
		throw notOffered('customApiFormat', ['true', 'false']);
	}
	const base = addressIn(data, environment);
	const accountId = filledIn(data, 'accountId');
	const apiKey = filledIn(data, 'apiKey');
	const key = digest([base, accountId, apiKey]);
	const account = digest([environment, base, accountId]);
	return { base, accountId, apiKey, key, account };
}

function notOffered(name: string, choices: string[]) {
	return userError({
		what: `'${labelOf(name)}' in the Reservation Service credential is neither ${choices.join(' nor ')}`,
		advice: `Choose one; an expression has to give ${choices.join(' or ')}`,
	});
}

function filledIn(data: ICredentialDataDecryptedObject, name: string): string {
	const text = textIn(data, name);
	if (text !== '') return text;
	throw userError({
		what: `'${labelOf(name)}' is empty in the Reservation Service credential`,
		advice:
			'Fill it in; an expression has to name a field that the input item has',
	});
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function addressIn(
	data: ICredentialDataDecryptedObject,
	environment: 'production' | 'test',
): string {
	const name = environment === 'test' ? 'testBaseUrl' : 'baseUrl';
	const address = textIn(data, name);
	const url = parseUrl(address);
	const wrong = address === '' ? 'is empty' : wrongWith(url);
	if (url && wrong === undefined) return withoutSlash(url.href);
	const right = url ? withoutEndpoint(url) : 'https://api.example.com/v1';
	throw userError({
		what: `'${labelOf(name)}' in the Reservation Service credential ${wrong}`,
		advice: `Enter the address that your service gives, such as ${right}`,
		more: 'The node itself adds /token and /services. Plain http is accepted only for localhost, as the API key would travel unencrypted otherwise.',
	});
}

export function parseUrl(address: string): URL | undefined {
	try {
		return new URL(address);
	} catch {
		return undefined;
	}
}

export function withoutSlash(address: string): string {
	return address.replace(/\/+$/, '');
}

const ENDPOINT = /\/(token|services)\/*$/i;

function withoutEndpoint({ host, pathname }: URL): string {
	return withoutSlash(`https://${host}${pathname.replace(ENDPOINT, '')}`);
}

/** Endpoint paths are appended, so it must not end in one. */
function wrongWith(url: URL | undefined): string | undefined {
	const isLocal = url?.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname);
	if (!url || (url.protocol !== 'https:' && !isLocal)) {
		return 'must start with https://';
	}
	if (url.username || url.password) return 'contains a login';
	if (url.hash) return 'has a fragment (#)';
	if (url.search) return 'has a query (?): enter it without';
	const end = ENDPOINT.exec(url.pathname)?.[1];
	return end && `ends in /${end}: enter it without /${end}`;
}
