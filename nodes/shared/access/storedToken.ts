import { sleepUnlessAborted } from '../n8n/offers';
import type { ServiceAccess } from './credential';
import { fingerprintOf } from './fingerprint';
import type { KeyState } from './keyState';
import { replaceToken } from './keyState';

/** How long after it came a refused token may have been ended by the login of another process, in milliseconds. */
const NEW_TOKEN_MS = 5_000;
/** The pauses before each look, in milliseconds. */
const PATIENT_LOOKS = [0, 100, 200, 400];
/** The same where a missing scope is out of the question: nothing but another login can have ended the token. */
const LONG_LOOKS = [...PATIENT_LOOKS, 800];
const ONE_LOOK = [0];
/** How long other processes take at least to store a token that they were given in the same instant, in milliseconds. */
const SETTLED_MS = 100;
/** When it is looked whether a token is still the stored one, in milliseconds after its exchange. */
const STORE_CHECKS = [0, 200, 600];

/** What n8n has stored, beside what this process knows. */
interface Look {
	access: ServiceAccess;
	state: KeyState;
	/** Reads the credential as n8n has it stored now. */
	readStored: () => Promise<ServiceAccess>;
}

/** A look for a token after others were refused. */
interface Search extends Look {
	refused: ReadonlySet<string>;
	/** True when the key has been allowed the endpoint before. */
	isAllowed: boolean;
}

/** Looks for another token than those refused: another process of n8n may have logged in, which ends tokens at some services. */
export async function lookForStored(search: Search): Promise<void> {
	const { state, refused } = search;
	const { newest } = state;
	for (const pause of looksIn(search)) {
		if (pause > 0) await sleepUnlessAborted(pause);
		const stored = await storedToken(search);
		if (state.newest !== newest || state.inFlight) return;
		if (stored !== '' && !refused.has(stored) && !state.superseded.has(stored)) {
			replaceToken(state, refused, stored);
			state.storeChecks = undefined;
			return;
		}
	}
	state.searchedFor = newest;
}

/** True a few times in the first moments of a token that this process has fetched. */
export function isStoreCheckDue({ newestSince = 0, storeChecks }: KeyState): boolean {
	const age = Date.now() - newestSince;
	return age < NEW_TOKEN_MS && age >= (STORE_CHECKS[storeChecks ?? Infinity] ?? Infinity);
}

/** Looks whether another token than the newest one is stored. */
export async function isStoredOver(look: Look): Promise<boolean> {
	const { state } = look;
	const { newest, newestSince = 0, storeChecks = 0 } = state;
	state.storeChecks = storeChecks + 1;
	const early = newestSince + SETTLED_MS - Date.now();
	if (early > 0) await sleepUnlessAborted(early);
	const stored = await storedToken(look);
	return stored !== '' && stored !== newest && newest === state.newest;
}

/** The stored token, or an empty string when it belongs to something else by now. */
async function storedToken({ access, readStored }: Look): Promise<string> {
	const { accessToken, accessTokenFingerprint } = await readStored();
	return accessTokenFingerprint === fingerprintOf(access) ? accessToken : '';
}

/** Where our own new token is refused, another one may be about to be stored. */
function looksIn({ state, isAllowed }: Search): number[] {
	const { newestSince = 0, searchedFor, newest } = state;
	const isNew = Date.now() - newestSince < NEW_TOKEN_MS;
	if (!isNew || searchedFor === newest) return ONE_LOOK;
	return isAllowed ? LONG_LOOKS : PATIENT_LOOKS;
}
