const markers = /(<!-- contract -->\n)[^]*?(<!-- \/contract -->)/;

/**
 * Writes the additions into the block that the changelog keeps for them.
 *
 * @throws Error when it has no such block
 */
export function writeAdditions(changelog: string, additions: string[]): string {
	if (!markers.test(changelog)) {
		throw new Error('CHANGELOG.md has no block <!-- contract --> … <!-- /contract -->');
	}
	const lines = additions.map((line) => `- ${line}\n`).join('');
	return changelog.replace(
		markers,
		(_, begin: string, end: string) => `${begin}\n${lines}\n${end}`,
	);
}
