import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Texts } from '../format/fields';
import { digest } from '../format/json';
import { userError } from '../n8n/userError';
import { labelOf, textIn, usesExpressions } from './settings';

export interface ServiceAddress {
	/**
	 * What all paths are appended to (docs/service-api.md), without a trailing
	 * slash.
	 */
	base: string;
	/** What every request to /services carries, but POST /token does not. */
	query: { [name: string]: string[] };
}

export interface ServiceAccess {
	address: ServiceAddress;
	accountId: string;
	apiKey: string;
	/** What token and limits belong to, as a hash that reveals none of it. */
	accountFingerprint: string;
	/** Empty when it belongs to another account. */
	storedToken: string;
}

/**
 * @throws UserError when a choice or the address is unusable, or account ID or
 * key is empty
 */
export function accessOf(data: ICredentialDataDecryptedObject): ServiceAccess {
	assertChosen(data);
	assertFilledIn(data);
	const address = addressOf(data);
	const [accountId, apiKey] = [
		textIn(data, 'accountId'),
		textIn(data, 'apiKey'),
	];
	const accountFingerprint = digest([address.base, accountId, apiKey]);
	const isOwn = textIn(data, 'accessTokenFingerprint') === accountFingerprint;
	const storedToken = isOwn ? textIn(data, 'accessToken') : '';
	return { address, accountId, apiKey, accountFingerprint, storedToken };
}

/**
 * Where an expression gives something else, the real reservations or another
 * format would be taken for it.
 */
function assertChosen(data: ICredentialDataDecryptedObject): void {
	const defaults = { environment: 'production', customApiFormat: false };
	const { environment, customApiFormat } = usesExpressions(data)
		? data
		: { ...defaults, ...data };
	if (environment !== 'production' && environment !== 'test') {
		throw notOffered('environment', 'production or test');
	}
	if (typeof customApiFormat !== 'boolean') {
		throw notOffered('customApiFormat', 'true or false');
	}
}

function notOffered(name: string, choice: string) {
	return userError({
		what: `'${labelOf(name)}' in the Reservation Service credential is neither ${choice.replace(' or ', ' nor ')}`,
		advice: `Choose one; an expression has to give ${choice}`,
	});
}

function emptyFieldsOf(data: ICredentialDataDecryptedObject): string[] {
	return ['accountId', 'apiKey'].filter((name) => textIn(data, name) === '');
}

function assertFilledIn(data: ICredentialDataDecryptedObject): void {
	const empty = emptyFieldsOf(data).map((name) => `'${labelOf(name)}'`);
	if (empty.length === 0) return;
	throw userError({
		what: `${empty.join(' and ')} ${empty.length > 1 ? 'are' : 'is'} empty in the Reservation Service credential`,
		advice:
			'Fill in what is missing; an expression has to name a field that the input has',
	});
}

/**
 * @throws UserError when an expression of the credential came out empty, as
 * there is no input item here
 */
export function assertNeedsNoInput(
	data: ICredentialDataDecryptedObject,
	remedy: string,
): void {
	if (usesExpressions(data) && emptyFieldsOf(data).length > 0) {
		throw inputNeeded(remedy);
	}
}

export function inputNeeded(remedy: string) {
	return userError({
		what: 'The Reservation Service credential has an expression that needs an input item, and there is none here',
		advice: remedy,
	});
}

/**
 * What reservations belong to, whichever key is used: address, account, query
 * and headers, which may choose the hotel.
 */
export function scopeOf(
	{ address, accountId }: ServiceAccess,
	headers: Texts,
): string {
	return digest([address.base, accountId, address.query, headers]);
}

/** The query of an address may be a key. */
export function secretsOf(access: ServiceAccess, headers: Texts): string[] {
	const { address, apiKey, storedToken } = access;
	return [
		apiKey,
		storedToken,
		...Object.values(address.query).flat(),
		...Object.values(headers),
	];
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function addressOf(data: ICredentialDataDecryptedObject): ServiceAddress {
	const name = data.environment === 'test' ? 'testBaseUrl' : 'baseUrl';
	const address = textIn(data, name);
	const url = parseUrl(address);
	const wrong = address === '' ? 'is empty' : wrongWith(url);
	if (!url || wrong !== undefined) {
		throw userError({
			what: `'${labelOf(name)}' in the Reservation Service credential ${wrong}`,
			advice:
				'Enter the address that your service gives, such as https://api.example.com/v1',
			more: 'The node itself adds /token and /services. Plain http is accepted only for localhost, as the API key would travel unencrypted otherwise.',
		});
	}
	const names = [...new Set(url.searchParams.keys())];
	const query = Object.fromEntries(
		names.map((each) => [each, url.searchParams.getAll(each)]),
	);
	return { base: `${url.origin}${pathOf(url)}`, query };
}

export function parseUrl(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

function pathOf({ pathname }: URL): string {
	return pathname.replace(/\/+$/, '');
}

/** Endpoint paths are appended, so it must not end in one. */
function wrongWith(url: URL | undefined): string | undefined {
	const isLocal = url?.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname);
	if (!url || (url.protocol !== 'https:' && !isLocal)) {
		return 'must start with https://';
	}
	if (url.username || url.password) return 'contains a login';
	if (url.hash) return 'has a fragment (#)';
	const end = /\/(?:token|services)$/i.exec(pathOf(url));
	return end ? `ends in ${end[0]}` : undefined;
}
