import type { ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';

import { sha256Of } from '../n8n/digest';
import { userError } from '../n8n/userError';
import { addressOf, queryValuesOf } from './address';

/** Name of the one credential type this package uses, as saved in workflows. */
export const CREDENTIAL_TYPE = 'reservationServiceApi';

/** Requests under way at a time, where the credential does not say otherwise. */
export const DEFAULT_CONCURRENCY = 10;

/** Anything shorter would be cut out of ordinary words. */
const SHORTEST_SECRET = 4;

/** The part of a decrypted credential that says who talks to which service. */
export interface ServiceAccess {
	environment: 'production' | 'test';
	baseUrl: string;
	testBaseUrl: string;
	accountId: string;
	apiKey: string;
	/** The bearer token that n8n kept from an earlier exchange; empty when there is none. */
	accessToken: string;
	/** What `accessToken` belongs to, see `accountOf`. */
	accessTokenFingerprint: string;
}

/** What all executions of this process together may do with an account; 0: no limit. */
export interface AccountLimits {
	requestsPerSecond: number;
	concurrency: number;
}

/** Reads the access fields of a credential as n8n hands it out; anything missing becomes an empty string. */
export function accessOf(data: ICredentialDataDecryptedObject): ServiceAccess {
	return {
		environment: data.environment === 'test' ? 'test' : 'production',
		baseUrl: textOf(data.baseUrl),
		testBaseUrl: textOf(data.testBaseUrl),
		accountId: textOf(data.accountId),
		apiKey: textOf(data.apiKey),
		accessToken: textOf(data.accessToken),
		accessTokenFingerprint: textOf(data.accessTokenFingerprint),
	};
}

/**
 * Reads the limits that a credential sets for its account.
 *
 * @throws UserError naming the field when a value is out of range
 */
export function limitsOf(data: ICredentialDataDecryptedObject): AccountLimits {
	return {
		requestsPerSecond: limitIn(data.accountRequestsPerSecond, 0, {
			label: 'Requests per Second',
			isWhole: false,
		}),
		concurrency: limitIn(data.accountConcurrency, DEFAULT_CONCURRENCY, {
			label: 'Requests at a Time',
			isWhole: true,
		}),
	};
}

/** What to say of the fields that a login needs, where some are empty. */
export function emptyFieldsError(
	{ accountId, apiKey }: ServiceAccess,
	advice: string,
): UserError | undefined {
	const empty = [
		accountId === '' ? ["'Account ID'"] : [],
		apiKey === '' ? ["'API Key'"] : [],
	].flat();
	if (empty.length === 0) return undefined;
	return userError(
		`${empty.join(' and ')} in the Reservation Service credential ${empty.length > 1 ? 'are' : 'is'} empty. ${advice}`,
		'Both are issued by the reservation service. Nothing was sent to it.',
	);
}

const accounts = new WeakMap<ServiceAccess, string>();

/**
 * The account that token and limits belong to: address (without its query), account ID and key, as a SHA-256 that reveals
 * none of them. A stored token is sent only while its fingerprint equals this one.
 *
 * @throws UserError when the address is unusable
 */
export function accountOf(access: ServiceAccess): string {
	const { accountId, apiKey } = access;
	const account = accounts.get(access) ?? digestOf([addressOf(access).base, accountId, apiKey]);
	accounts.set(access, account);
	return account;
}

/** What reservations belong to: the account, and whatever else a request says, as a header may choose the hotel. */
export function scopeOf(access: ServiceAccess, headers: { [name: string]: string }): string {
	return digestOf([accountOf(access), addressOf(access).query, headers]);
}

/** The values that must not be shown to anyone. */
export function secretsOf(access: ServiceAccess, headers: { [name: string]: string }): string[] {
	const { apiKey, accessToken } = access;
	const values = [apiKey, accessToken, ...queryValuesOf(access), ...Object.values(headers)];
	return values.filter((value) => value.length >= SHORTEST_SECRET);
}

function limitIn(
	given: unknown,
	standard: number,
	{ label, isWhole }: { label: string; isWhole: boolean },
): number {
	const isGiven = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '');
	const limit = isGiven ? Number(given) : standard;
	const isAllowed = isWhole ? Number.isInteger(limit) : Number.isFinite(limit);
	if (isAllowed && limit >= 0) return limit;
	throw userError(
		`'${label}' in the Reservation Service credential must be a ${isWhole ? 'whole number' : 'number'} of at least 0`,
		'Correct it, or enter 0 for no limit.',
	);
}

function digestOf(parts: unknown): string {
	return sha256Of(JSON.stringify(parts), 'hex');
}

function textOf(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' ? String(value) : '';
}
