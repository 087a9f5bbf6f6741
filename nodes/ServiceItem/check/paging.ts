import type { Leaf } from './columns';
import { hasBraces, leavesOf } from './columns';

/** What an answer says about the pages of its list, for List Response, and how the next one is asked for, for List Query. */
export interface FoundPaging {
	places: Leaf[];
	query: { [name: string]: string };
}

const NEXT = /next|cursor|continuation|pagetoken/;
/** Blanks for what stands beside a list, by its path without case and punctuation, and its value (assumption). */
const WAYS = [
	{ name: NEXT, value: /^(https?:\/\/|\/|\?)/, blank: '{nextPage}' },
	{ name: NEXT, value: /^(?!(0|true|false|null)$)\S/, blank: '{cursor}' },
];
const ENDS = [
	{ name: /\b(hasmore|hasnext|hasnextpage|more)$/, value: /^(true|false)$/, blank: '{hasMore}' },
	// Alone, a total may be a sum of money.
	{ name: /\btotal(count|items|elements|results|records)$/, value: /^\d+$/, blank: '{total}' },
];

/** How a list goes on, by what its first page says of itself; undefined where it says nothing of the kind. */
export function pagingBeside(body: unknown): FoundPaging | undefined {
	const beside = leavesOf(body).filter(({ path }) => !path.includes(0) && !hasBraces(path));
	const found = (marks: typeof WAYS) =>
		marks.flatMap(({ name, value, blank }) => {
			const leaf = beside.find(
				(each) => name.test(plainPath(each)) && value.test(String(each.value)),
			);
			return leaf ? [{ path: leaf.path, value: blank }] : [];
		});
	const [way] = found(WAYS);
	if (!way) return undefined;
	const query = way.value === '{cursor}' ? { [parameterFor(way)]: '{cursor}' } : {};
	return { places: [way, ...found(ENDS)], query };
}

function plainPath({ path }: Leaf): string {
	const names = path.map((key) => String(key).replace(/[^a-z0-9]/gi, ''));
	return names.join('.').toLowerCase();
}

/** A cursor is asked for under its own name without `next`, such as `pageToken` for `nextPageToken`. */
function parameterFor({ path }: Leaf): string {
	const name = String(path.at(-1));
	if (/^end_?cursor$/i.test(name)) return 'after';
	return name.replace(/^next_?(.)?/i, (_, letter: string = '') => letter.toLowerCase()) || 'cursor';
}
