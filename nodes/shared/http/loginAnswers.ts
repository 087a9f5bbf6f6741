import type { Meaning, Words } from './meaning';
import type { Trouble } from './troubles';
import { TROUBLES } from './troubles';

/** What POST /token answers when it brings no token: nothing else was sent yet. */
type LoginAnswer =
	| 'loginThrottled'
	| 'loginUnavailable'
	| 'loginRedirected'
	| 'loginRefused'
	| 'loginWithoutToken';

const NO_TOKEN_NOW: Words = {
	what: 'The service could not issue an access token just now{why}',
	advice: '{wait}',
	more: 'The service is busy or not available. Nothing else was sent.',
};

/** What can become of a login. */
export type LoginCase = LoginAnswer | Trouble;

export const LOGINS: Record<LoginCase, Meaning> = {
	...TROUBLES,
	loginThrottled: { resend: 'always', signal: 'throttled', ...NO_TOKEN_NOW },
	loginUnavailable: { resend: 'always', ...NO_TOKEN_NOW },
	loginRedirected: {
		what: 'The service answered the login with a redirect (status {status})',
		advice: "Put the final address into '{addressField}' in the credential",
		more: 'Redirects are not followed, so that the API key goes to no other address.',
	},
	loginRefused: {
		what: 'The service refused the login{why}',
		advice: "Check 'Account ID' and 'API Key' in the credential",
		more: 'Check that both belong together and to the chosen environment. A key that was replaced or withdrawn has to be entered anew.',
	},
	loginWithoutToken: {
		what: 'No access token came back from the address in the credential{why}',
		advice: "Check '{addressField}', including its path",
		more: 'POST /token must answer with JSON that has success: true and a token. Check the address and the chosen environment.',
	},
};

const REFUSED = [400, 401, 403, 422];
const NOT_HERE = [404, 405];

/** @param saysNo true for `success: false` */
export function loginAnswerOf(status: number, saysNo: boolean): LoginAnswer {
	if (status === 429) return 'loginThrottled';
	if (status >= 500) return 'loginUnavailable';
	if (status >= 300 && status < 400) return 'loginRedirected';
	if (REFUSED.includes(status)) return 'loginRefused';
	// A wrong path may be answered with `success: false`, too.
	return saysNo && !NOT_HERE.includes(status) ? 'loginRefused' : 'loginWithoutToken';
}
