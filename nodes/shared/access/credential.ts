import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { parseUrl } from './address';
import { headerSecrets } from '../format/flatTexts';

/** Name of the one credential type this package uses, as saved in workflows. */
export const CREDENTIAL_TYPE = 'reservationServiceApi';

/** Anything shorter would be cut out of ordinary words. */
const SHORTEST_SECRET = 4;

/** The part of a decrypted credential that decides who talks to which service; for the others see `format/examples.ts`. */
export interface ServiceAccess {
	environment: 'production' | 'test';
	baseUrl: string;
	testBaseUrl: string;
	accountId: string;
	apiKey: string;
	/** The bearer token n8n kept from an earlier exchange; empty when there is none. */
	accessToken: string;
	/** What `accessToken` belongs to, see `fingerprintOf`. */
	accessTokenFingerprint: string;
	/** Values of the headers and of the address's query, which may be keys as well. */
	constants?: string[];
}

/** Reads the access fields of a credential as n8n hands it out; anything missing becomes an empty string. */
export function serviceAccessOf(data: ICredentialDataDecryptedObject): ServiceAccess {
	return {
		environment: data.environment === 'test' ? 'test' : 'production',
		baseUrl: textOf(data.baseUrl),
		testBaseUrl: textOf(data.testBaseUrl),
		accountId: textOf(data.accountId),
		apiKey: textOf(data.apiKey),
		accessToken: textOf(data.accessToken),
		accessTokenFingerprint: textOf(data.accessTokenFingerprint),
		constants: [...headerSecrets(data), ...queryValues(data)],
	};
}

/** The labels of those fields that a login needs and that are empty. */
export function emptyFieldsOf({ accountId, apiKey }: ServiceAccess): string[] {
	return [accountId === '' ? `'Account ID'` : '', apiKey === '' ? `'API Key'` : ''].filter(Boolean);
}

/** The values that must never be shown to anyone: the API key, the token, and what every request carries. */
export function secretsOf({ apiKey, accessToken, constants = [] }: ServiceAccess): string[] {
	return [apiKey, accessToken, ...constants].filter(({ length }) => length >= SHORTEST_SECRET);
}

/** The values of the address's query, which may be keys. */
function queryValues({
	environment,
	baseUrl,
	testBaseUrl,
}: ICredentialDataDecryptedObject): string[] {
	const url = parseUrl(textOf(environment === 'test' ? testBaseUrl : baseUrl));
	return [...(url?.searchParams.values() ?? [])];
}

function textOf(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' ? String(value) : '';
}
