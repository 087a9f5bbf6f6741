import { sha256Of } from '../n8n/digest';
import type { ServiceAccess } from './credential';
import { serviceAddress } from './address';

/** By object, since one request asks several times for the same. */
const known = new WeakMap<ServiceAccess, string>();

/**
 * Tells which address, account and key a token belongs to, without revealing any of them: a SHA-256 in hex.
 * A stored token is sent only while its fingerprint equals this one.
 *
 * @throws UserError when the address is unusable, see `serviceAddress`.
 */
export function fingerprintOf(access: ServiceAccess): string {
	const { accountId, apiKey } = access;
	const fingerprint =
		known.get(access) ?? digestOf([serviceAddress(access).base, accountId, apiKey]);
	known.set(access, fingerprint);
	return fingerprint;
}

/** Tells which address and account something belongs to, whichever of the account's keys is used. */
export function accountFingerprintOf(access: ServiceAccess): string {
	return digestOf([serviceAddress(access).base, access.accountId]);
}

function digestOf(parts: string[]): string {
	return sha256Of(JSON.stringify(parts), 'hex');
}
