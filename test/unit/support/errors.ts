/** Words that no text of ours may use (UX guidelines of n8n); the service's own words are not ours. */
export const BANNED_WORDS = /error|problem|failure|mistake/i;

/** What `action` throws; the test does not go on when it throws nothing. */
export function thrownBy(action: () => unknown): Error & { description?: string | null } {
	try {
		action();
	} catch (error) {
		if (error instanceof Error) return error;
	}
	throw new Error('Nothing was thrown');
}
