import type { ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';
import { hash } from 'node:crypto';

import { userError } from '../n8n/userError';
import type { Addresses } from './address';
import { addressOf } from './address';
import { numberIn, textIn } from './settings';

export interface ServiceAccess extends Addresses {
	accountId: string;
	apiKey: string;
	accessToken: string;
	/** What `accessToken` belongs to, see `accountOf`. */
	accessTokenFingerprint: string;
}

/** What all executions of this process together may do with an account; 0: no limit. */
export interface AccountLimits {
	requestsPerSecond: number;
	concurrency: number;
}

export function accessOf(data: ICredentialDataDecryptedObject): ServiceAccess {
	return {
		environment: data.environment === 'test' ? 'test' : 'production',
		baseUrl: textIn(data, 'baseUrl'),
		testBaseUrl: textIn(data, 'testBaseUrl'),
		accountId: textIn(data, 'accountId'),
		apiKey: textIn(data, 'apiKey'),
		accessToken: textIn(data, 'accessToken'),
		accessTokenFingerprint: textIn(data, 'accessTokenFingerprint'),
	};
}

/** @throws UserError naming the field when a value is out of range */
export function limitsOf(data: ICredentialDataDecryptedObject): AccountLimits {
	return {
		requestsPerSecond: numberIn(data, 'accountRequestsPerSecond'),
		concurrency: numberIn(data, 'accountConcurrency'),
	};
}

export function emptyFieldsError(
	{ accountId, apiKey }: ServiceAccess,
	advice: string,
): UserError | undefined {
	const fields = [
		{ label: "'Account ID'", value: accountId },
		{ label: "'API Key'", value: apiKey },
	];
	const empty = fields.filter(({ value }) => value === '').map(({ label }) => label);
	if (empty.length === 0) return undefined;
	return userError(
		`${empty.join(' and ')} ${empty.length > 1 ? 'are' : 'is'} empty in the Reservation Service credential. ${advice}`,
		'Both are issued by the reservation service. Nothing was sent to it.',
	);
}

/**
 * The account that token and limits belong to: address (without its query), account ID and key, as a SHA-256 that reveals
 * none of them.
 *
 * @throws UserError when the address is unusable
 */
export function accountOf(access: ServiceAccess): string {
	return digestOf([addressOf(access).base, access.accountId, access.apiKey]);
}

/** The token that n8n has stored, or blank when it belongs to another account. */
export function storedTokenOf(access: ServiceAccess): string {
	return access.accessTokenFingerprint === accountOf(access) ? access.accessToken : '';
}

/** What reservations belong to, whichever key is used: address, account, query and headers, which may choose the hotel. */
export function scopeOf(access: ServiceAccess, headers: { [name: string]: string }): string {
	const { base, query } = addressOf(access);
	return digestOf([base, access.accountId, query, headers]);
}

/** The values that must not be shown to anyone; the query of an address may be a key. */
export function secretsOf(access: ServiceAccess, headers: { [name: string]: string }): string[] {
	const { apiKey, accessToken } = access;
	const query = Object.values(addressOf(access).query).flat();
	return [apiKey, accessToken, ...query, ...Object.values(headers)];
}

function digestOf(parts: unknown): string {
	return hash('sha256', JSON.stringify(parts), 'hex');
}
