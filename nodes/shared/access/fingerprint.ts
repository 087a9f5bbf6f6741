import { createHash } from 'node:crypto';

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
	const fingerprint =
		known.get(access) ??
		createHash('sha256')
			.update(JSON.stringify([serviceAddress(access), access.accountId, access.apiKey]))
			.digest('hex');
	known.set(access, fingerprint);
	return fingerprint;
}
