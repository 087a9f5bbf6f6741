import { sleepUnlessAborted } from '../n8n/offers';
import type { ServiceAccess } from './credential';
import { fingerprintOf } from './fingerprint';
import type { KeyState } from './keyState';
import { replaceToken } from './keyState';

/** A token this process has fetched as lately as this may have been ended by another process that did the same, in milliseconds. */
const JUST_FETCHED_MS = 5_000;
/** How long another process may take to store the token that it was given in the same instant, in milliseconds. */
const STORING_MS = 500;

/** A look for a token after others were refused. */
interface Look {
	access: ServiceAccess;
	state: KeyState;
	refused: ReadonlySet<string>;
	/** Reads the credential as n8n has it stored now. */
	readStored: () => Promise<ServiceAccess>;
}

/** Takes over a token that another n8n process has stored meanwhile: its login has ended ours at some services. */
export async function lookForStored({ access, state, refused, readStored }: Look): Promise<void> {
	const { newest, fetchedAt = 0 } = state;
	if (Date.now() - fetchedAt < JUST_FETCHED_MS) await sleepUnlessAborted(STORING_MS);
	const { accessToken, accessTokenFingerprint } = await readStored();
	const isOurs = accessToken !== '' && accessTokenFingerprint === fingerprintOf(access);
	if (!isOurs || state.newest !== newest || state.inFlight) return;
	if (refused.has(accessToken) || state.superseded.has(accessToken)) return;
	replaceToken(state, refused, accessToken);
	state.fetchedAt = undefined;
}
