/**
 * Which n8n these tests run on. The installed one, unless the matrix (scripts/matrix.mjs) puts the n8n-core and n8n-workflow
 * of another version in its place.
 */

/** The version of n8n, such as 1.123; undefined: the installed one, which has everything. */
const version = process.env.N8N_VERSION;

export function isSince(since: string): boolean {
	if (version === undefined) return true;
	const [major = 0, minor = 0] = version.split('.').map(Number);
	const [sinceMajor = 0, sinceMinor = 0] = since.split('.').map(Number);
	return major === sinceMajor ? minor >= sinceMinor : major > sinceMajor;
}

/**
 * Tests of what n8n can do only from a version on: `since('2.22').it(…)`. The one way for a test not to run on an older n8n.
 */
export function since(first: string): { it: jest.It } {
	return { it: isSince(first) ? it : it.skip };
}
