/**
 * The candidate that was most likely meant: one that begins with `word`, or takes the fewest changed characters. Case, spaces
 * and underscores count for nothing.
 */
export function nearestOf(word: string, candidates: string[]): string {
	const given = plain(word);
	const begun = given.length < 3 ? [] : candidates.filter((name) => plain(name).startsWith(given));
	const rest = begun.length > 0 ? begun : candidates;
	const distances = rest.map((candidate) => distanceOf(given, plain(candidate)));
	return rest[distances.indexOf(Math.min(...distances))] ?? '';
}

function plain(text: string): string {
	return text.toLowerCase().replace(/[\s_]/g, '');
}

/** How many characters have to be put in, taken out or replaced (Levenshtein). */
function distanceOf(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let i = 1; i <= from.length; i++) {
		const next = [i];
		for (let j = 1; j <= to.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row[to.length] ?? 0;
}
