import { sleepUnlessAborted } from '../n8n/offers';
import type { ServiceAccess } from './credential';
import { fingerprintOf } from './fingerprint';
import type { KeyState } from './keyState';
import { replaceToken } from './keyState';

/** How long after its issue a refused token may have been ended by the login of another process, in milliseconds. */
const NEW_TOKEN_MS = 5_000;
/** The pauses before each look, in milliseconds. */
const PATIENT_LOOKS = [0, 100, 200];
/** The same where a missing scope is out of the question: nothing but another login can have ended the token. */
const LONG_LOOKS = [...PATIENT_LOOKS, 400, 800];
const ONE_LOOK = [0];

/** A look for a token after others were refused. */
interface Search {
	access: ServiceAccess;
	state: KeyState;
	refused: ReadonlySet<string>;
	/** True when the key has been allowed the endpoint before. */
	isAllowed: boolean;
	/** Reads the credential as n8n has it stored now. */
	readStored: () => Promise<ServiceAccess>;
}

/** Looks for another token than those refused: another process of n8n may have logged in, which ends tokens at some services. */
export async function lookForStored(search: Search): Promise<void> {
	const { access, state, refused, readStored } = search;
	const { newest } = state;
	for (const pause of looksIn(search)) {
		if (pause > 0) await sleepUnlessAborted(pause);
		const { accessToken, accessTokenFingerprint } = await readStored();
		if (state.newest !== newest || state.inFlight) return;
		const isOther = !refused.has(accessToken) && !state.superseded.has(accessToken);
		if (accessToken !== '' && isOther && accessTokenFingerprint === fingerprintOf(access)) {
			replaceToken(state, refused, accessToken);
			state.issuedAt = undefined;
			return;
		}
	}
	state.searchedFor = newest;
}

/** Where our own new token is refused, another one may be about to be stored. */
function looksIn({ state, isAllowed }: Search): number[] {
	const { issuedAt = 0, searchedFor, newest } = state;
	const isNew = Date.now() - issuedAt < NEW_TOKEN_MS;
	if (!isNew || searchedFor === newest) return ONE_LOOK;
	return isAllowed ? LONG_LOOKS : PATIENT_LOOKS;
}
