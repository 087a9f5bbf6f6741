import type { IDataObject } from 'n8n-workflow';

import { FIELD_LABELS } from '../../shared/format/fields';
import type { Key } from '../../shared/format/template';
import { pathText } from '../../shared/format/template';
import type { Examples, Leaf, Slot } from './examples';
import { leavesOf, slotsIn, withSlots } from './examples';
import type { FoundFields, RecognizedField } from './recognize';

const LABELS = { id: 'ID', ...FIELD_LABELS };
export const SHOWN_FIELDS = Object.entries(LABELS) as Array<[RecognizedField, string]>;

/** The charges in an answer, the path to one of them, and the fields found in them. */
export interface ShownCharges {
	items: IDataObject[];
	way: Key[];
	found: FoundFields;
}

/** List Response from the fields found, plus what only the entered one has; undefined where no amount was found. */
export function listResponseFrom({ found, way }: ShownCharges, entered: unknown): unknown {
	if (!found.amount) return undefined;
	const isFound = (field: string): boolean => found[field as RecognizedField] !== undefined;
	const kept = slotsIn(entered).filter(({ path, fields }) => {
		const isInItem = pathText(path).startsWith(pathText(way));
		return fields.every((field) => !isFound(field) && (isInItem || !(field in LABELS)));
	});
	const shown = SHOWN_FIELDS.flatMap(([field]) => found[field] ?? []);
	return withSlots([
		...shown.map(({ path, text }) => ({ path: [...way, ...path], text })),
		...kept,
	]);
}

/** A body with the names of the list, as many services use the same for both; undefined where that is the default. */
export function createBodyFrom(found: FoundFields, listQuery: IDataObject): unknown {
	if (!found.amount) return undefined;
	const asked = Object.keys(listQuery).find((name) => listQuery[name] === '{reservationId}');
	const owner = { path: [asked ?? 'reservationId'], text: '{reservationId}' };
	const fields = Object.entries({ reservationId: owner, ...found }).filter(
		([name]) => name !== 'id',
	);
	const isUsual = fields.every(([name, { path, text }]) => {
		const isElsewhere = name === 'reservationId' && path.length > 1;
		const isDefault = pathText(path) === name && text === `{${name}}`;
		return isDefault || isElsewhere || name === 'reference';
	});
	if (isUsual) return undefined;
	// An object around all fields, such as `node` in edges[].node, belongs to the list.
	const [around] = found.amount.path;
	const isWrapped = Object.values(found).every(({ path }) => path.length > 1 && path[0] === around);
	const bare = (path: Key[]): Key[] => (isWrapped && path.length > 1 ? path.slice(1) : path);
	return withSlots(fields.map(([, { path, text }]) => ({ path: bare(path), text })));
}

const NEXT = /next|cursor|continuation|pagetoken/;

/** Adds paging, from what the first page has beside the items; undefined where it has none. */
export function withPaging(
	{ listQuery, listResponse, ...others }: Examples,
	body: unknown,
): Examples | undefined {
	const beside = leavesOf(body).filter(({ path }) => !path.includes(0));
	/** @param name matches a path without case and punctuation (assumption) */
	const slotsFor = (text: string, name: RegExp, value: RegExp): Slot[] =>
		beside
			.filter((leaf) => name.test(plainPath(leaf)) && value.test(String(leaf.value)))
			.slice(0, 1)
			.map(({ path }) => ({ path, text }));
	const [next] = [
		...slotsFor('{nextPage}', NEXT, /^(https?:\/\/|\/|\?)/),
		...slotsFor('{cursor}', NEXT, /^(?!(0|true|false|null)$)\S/),
	];
	if (!next || listResponse === undefined) return undefined;
	const slots = [
		next,
		...slotsFor('{hasMore}', /\b(hasmore|hasnext|hasnextpage|more)$/, /^(true|false)$/),
		// A plain `total` may be a sum of money.
		...slotsFor('{total}', /\btotal(count|items|elements|results|records)$/, /^\d+$/),
	];
	const query = next.text === '{cursor}' ? { [parameterFor(next)]: '{cursor}' } : {};
	return {
		...others,
		listQuery: { ...(listQuery as IDataObject), ...query },
		listResponse: withSlots(slots, listResponse),
	};
}

function plainPath({ path }: Leaf): string {
	const names = path.map((key) => String(key).replace(/[^a-z0-9]/gi, ''));
	return names.join('.').toLowerCase();
}

/** The query parameter of a cursor: its name without `next`, such as `pageToken` for `nextPageToken` (assumption). */
function parameterFor({ path }: Slot): string {
	const name = String(path.at(-1));
	if (/^end_?cursor$/i.test(name)) return 'after';
	return name.replace(/^next_?(.)?/i, (_, letter: string = '') => letter.toLowerCase()) || 'cursor';
}
