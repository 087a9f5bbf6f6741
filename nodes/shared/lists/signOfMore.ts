import type { ApiFormat } from '../format/apiFormat';
import {
	isBlank,
	isEqual,
	leavesOf,
	parseJson,
	type Path,
} from '../format/json';
import type { Answer } from '../http/reply';

// An assumption, and broad on purpose: what is not seen here is charged twice,
// and whoever is stopped wrongly puts {ignored} there.
const NEXT = /next|more|cursor/i;
const BACK = /prev|before|back|first|self|current/i;
const COUNT = /total|(?<!ac|dis)count|pages(?!ize)|records/i;
const NOTHING = /^(0|-1|false|null|none|no|n)$/i;
/** {ignored} reaches none. */
const HEADER = /^x-(wp-)?(total|pagination|page-count|next|has-)/i;

type Read = Record<'items' | 'pages', number>;

/** @returns the property or header that says that a list goes on */
export function signOfMore(
	format: ApiFormat,
	{ status, headers, body }: Answer,
	read: Read,
): string | undefined {
	if (status === 206) return 'status 206';
	const leaves = leavesOf(body);
	for (const [name, value] of Object.entries(headers)) {
		const text = `${value as string}`;
		if (/^link$/i.test(name) && /rel\s*=\s*"?next/i.test(text)) return name;
		if (!HEADER.test(name)) continue;
		leaves.push(...leavesOf(parseJson(text) ?? text, [name]));
	}
	const sign = leaves.find(({ path, value }) => {
		const isKnown = format.pagePlaces.some((place) =>
			isEqual(place.path, path.slice(0, place.path.length)),
		);
		return !isKnown && saysMore(path, value, read);
	});
	return sign?.path.join('.');
}

function saysMore(path: Path, value: unknown, read: Read) {
	if (Array.isArray(value)) return /"rel":"next"/.test(JSON.stringify(value));
	const text = String(value);
	if (isBlank(value) || NOTHING.test(text)) return false;
	const name = path.at(-1) ?? '';
	// `next: { href: … }`, `cursors: { before: …, after: … }`
	const names = path.slice(-2).join();
	if (NEXT.test(names)) return !BACK.test(name);
	if (!COUNT.test(name) || !/^\d+$/.test(text)) return false;
	return Number(text) > (/page/i.test(name) ? read.pages : read.items);
}
