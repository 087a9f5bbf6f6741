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

type Settings = ICredentialDataDecryptedObject;

/** @throws UserError naming the field that cannot be used */
export function accessOf(settings: Settings): Access {
	const { environment = 'production', customApiFormat = false } = settings;
	// An expression may give what the form does not offer.
	if (environment !== 'production' && environment !== 'test') {
		throw wrong('environment', 'is neither production nor test');
	}
	if (typeof customApiFormat !== 'boolean') {
		throw wrong('customApiFormat', 'is neither true nor false');
	}
	const name = environment === 'test' ? 'testBaseUrl' : 'baseUrl';
	const base = addressIn(filledIn(settings, name), name);
	const accountId = filledIn(settings, 'accountId');
	const apiKey = filledIn(settings, 'apiKey');
	const key = digest([base, accountId, apiKey]);
	const account = digest([environment, base, accountId]);
	return { base, accountId, apiKey, key, account };
}

function wrong(name: string, why: string, advice = 'Correct it') {
	return userError({
		what: `'${labelOf(name)}' in the Reservation Service credential ${why}`,
		advice: `${advice}; an expression has to name a field that the input item has`,
	});
}

function filledIn(settings: Settings, name: string): string {
	const text = textIn(settings, name);
	if (text === '') throw wrong(name, 'is empty', 'Fill it in');
	return text;
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const ENDPOINT = /\/(token|services)\/*$/i;

function addressIn(address: string, name: string): string {
	const url = parseUrl(address);
	const why = faultOf(url);
	if (url && why === undefined) return withoutSlash(url.href);
	const path = url?.pathname.replace(ENDPOINT, '') ?? '/v1';
	const right = `https://${url?.host ?? 'api.example.com'}${path}`;
	throw wrong(name, why ?? '', `Enter it such as ${withoutSlash(right)}`);
}

export function parseUrl(address: string): URL | undefined {
	return URL.canParse(address) ? new URL(address) : undefined;
}

export function withoutSlash(address: string): string {
	return address.replace(/\/+$/, '');
}

/** The key must not travel unencrypted, and paths are appended. */
function faultOf(url: URL | undefined): string | undefined {
	const isLocal = url?.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname);
	if (!url || (url.protocol !== 'https:' && !isLocal)) {
		return 'must start with https:// (http:// only for localhost)';
	}
	if (url.username || url.password) return 'contains a login';
	if (url.hash) return 'has a fragment (#)';
	if (url.search) return 'has a query (?): enter it without';
	const end = ENDPOINT.exec(url.pathname)?.[1];
	return end && `ends in /${end}: enter it without /${end}`;
}
