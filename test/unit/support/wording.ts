/** Words that no text of ours may use (UX guidelines of n8n); the service's own words are not ours. */
export const BANNED_WORDS = /error|problem|failure|mistake/i;
