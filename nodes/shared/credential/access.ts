import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { hash } from 'node:crypto';

import type { Texts } from '../format/apiFormat';
import { userError } from '../n8n/userError';
import { labelOf, textIn, usesExpressions } from './settings';

export interface ServiceAddress {
	/** What all paths are appended to (docs/service-api.md), without a trailing slash. */
	base: string;
	/** What every request to /services carries, but POST /token does not. */
	query: { [name: string]: string[] };
	field: string;
}

export interface ServiceAccess {
	address: ServiceAddress;
	accountId: string;
	apiKey: string;
	/** What token and limits belong to: address (without its query), account ID and key, as a SHA-256 that reveals none of them. */
	account: string;
	/** The token that n8n has stored, or blank when it belongs to another account. */
	storedToken: string;
}

/** @throws UserError when the address is unusable, or account ID or key is empty */
export function accessOf(data: ICredentialDataDecryptedObject): ServiceAccess {
	assertFilledIn(data);
	const address = addressOf(data);
	const [accountId, apiKey] = [textIn(data, 'accountId'), textIn(data, 'apiKey')];
	const account = digestOf([address.base, accountId, apiKey]);
	const isOwn = textIn(data, 'accessTokenFingerprint') === account;
	const storedToken = isOwn ? textIn(data, 'accessToken') : '';
	return { address, accountId, apiKey, account, storedToken };
}

function emptyFieldsOf(data: ICredentialDataDecryptedObject): string[] {
	const names = ['accountId', 'apiKey'].filter((name) => textIn(data, name) === '');
	return names.map((name) => `'${labelOf(name)}'`);
}

function assertFilledIn(data: ICredentialDataDecryptedObject): void {
	const empty = emptyFieldsOf(data);
	if (empty.length === 0) return;
	const advice = usesExpressions(data)
		? 'Check that the input has the field that the expression names, in the same spelling'
		: 'Open the credential and fill in what is missing';
	throw userError({
		what: `${empty.join(' and ')} ${empty.length > 1 ? 'are' : 'is'} empty in the Reservation Service credential`,
		advice: advice,
		more: 'Both are issued by the reservation service. Nothing was sent to it.',
	});
}

/** @throws UserError when an expression of the credential came out blank, as there is no input item here */
export function assertNeedsNoInput(data: ICredentialDataDecryptedObject, remedy: string): void {
	if (usesExpressions(data) && emptyFieldsOf(data).length > 0) throw inputNeeded(remedy);
}

export function inputNeeded(remedy: string) {
	return userError({
		what: 'The Reservation Service credential has an expression that needs an input item, and there is none here',
		advice: remedy,
		more: 'Which account is meant is known only for an input item, while the workflow runs.',
	});
}

/** What reservations belong to, whichever key is used: address, account, query and headers, which may choose the hotel. */
export function scopeOf({ address, accountId }: ServiceAccess, headers: Texts): string {
	return digestOf([address.base, accountId, address.query, headers]);
}

/** The values that must not be shown to anyone; the query of an address may be a key. */
export function secretsOf(access: ServiceAccess, headers: Texts): string[] {
	const { address, apiKey, storedToken } = access;
	return [apiKey, storedToken, ...Object.values(address.query).flat(), ...Object.values(headers)];
}

function digestOf(parts: unknown): string {
	return hash('sha256', JSON.stringify(parts), 'hex');
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address of the chosen environment. */
function addressOf(data: ICredentialDataDecryptedObject): ServiceAddress {
	const isTest = data.environment === 'test';
	const name = isTest ? 'testBaseUrl' : 'baseUrl';
	const field = labelOf(name);
	const address = textIn(data, name);
	if (address === '') {
		throw userError({
			what: `'${field}' is empty in the Reservation Service credential`,
			more: `Enter the address of the ${isTest ? 'test environment' : 'service'} in '${field}', or choose the other environment.`,
		});
	}
	const url = parseUrl(address);
	if (!url || !/^https?:$/.test(url.protocol)) throw withoutScheme(field, address);
	if (url.username || url.password) {
		throw userError({
			what: `'${field}' in the Reservation Service credential contains a login`,
			more: `Leave out the part before the @ sign. The account goes into 'Account ID' and 'API Key'.`,
		});
	}
	if (url.protocol === 'http:' && !LOOPBACK_HOST.test(url.hostname)) {
		throw userError({
			what: `'${field}' in the Reservation Service credential must start with https://`,
			more: 'The API key would travel unencrypted otherwise. Plain http is accepted only for localhost.',
		});
	}

	const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
	assertNothingBehind(field, url, base);
	const names = [...new Set(url.searchParams.keys())];
	const query = Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name)]));
	return { base, query, field };
}

export function parseUrl(address: string, base?: string): URL | undefined {
	try {
		return new URL(address, base);
	} catch {
		return undefined;
	}
}

function withoutScheme(field: string, address: string) {
	const completed = parseUrl(`https://${address.replace(/^\/+/, '')}`);
	const isHost = completed?.hostname.includes('.') === true && !/[:?#@]/.test(address);
	const example = isHost ? completed.href : 'https://api.example.com/v1';
	return userError({
		what: `'${field}' in the Reservation Service credential must start with https://, for example ${example}`,
		more: 'Enter the address in full, as your reservation service gives it.',
	});
}

/** Endpoint paths are appended, so it must not end in one. */
function assertNothingBehind(field: string, { hash }: URL, base: string): void {
	const path = /\/(?:token|services)$/i.exec(base)?.[0];
	const extra = hash ? 'has a fragment (#)' : path && `ends in ${path}`;
	if (!extra) return;
	throw userError({
		what: `'${field}' in the Reservation Service credential ${extra}`,
		advice: `Leave that off: ${path ? base.slice(0, -path.length) : base}`,
		more: 'The node itself adds /token and /services.',
	});
}
