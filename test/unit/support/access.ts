import type { ServiceAccess } from '../../../nodes/shared/access/credential';
import { fingerprintOf } from '../../../nodes/shared/access/fingerprint';

/** Who talks to which service; a given token belongs to exactly that, unless its fingerprint says otherwise. */
export function accessWith(changes: Partial<ServiceAccess> = {}): ServiceAccess {
	const access = {
		environment: 'production' as const,
		baseUrl: 'https://api.example.com/v1',
		testBaseUrl: 'https://test.example.com/v1',
		accountId: 'hotel-1',
		apiKey: 'key-of-hotel-1',
		accessToken: '',
		accessTokenFingerprint: '',
		...changes,
	};
	const fingerprint = access.accessToken === '' ? '' : fingerprintOf(access);
	return { ...access, accessTokenFingerprint: changes.accessTokenFingerprint ?? fingerprint };
}
