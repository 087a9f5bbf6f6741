import type { IDataObject } from 'n8n-workflow';

import { FIELD_LABELS } from '../../shared/format/fields';
import { plainName } from '../../shared/format/json';
import type { Key } from '../../shared/format/template';
import { pathText } from '../../shared/format/template';
import type { Blank, Examples } from './examples';
import { blanksIn, hasOwnBody, leavesOf, withBlanks } from './examples';
import type { FoundFields, RecognizedField } from './recognize';

const LABELS = { id: 'ID', ...FIELD_LABELS };
export const SHOWN_FIELDS = Object.entries(LABELS) as Array<[RecognizedField, string]>;

/** The charges in an answer, the path to one of them, and the fields found in them. */
export type ShownCharges = ShownList & { found: FoundFields };
export interface ShownList {
	items: IDataObject[];
	way: Key[];
}

/** The examples entered, with what the charges show in them. */
export function shownExamples(charges: ShownCharges, entered: Examples): Examples {
	const { found } = charges;
	const createBody = hasOwnBody(entered) ? entered.createBody : createBodyFrom(found, entered);
	// A reference that is read but not written could not be used.
	const isWritten = blanksIn(createBody).some(({ fields }) => fields.includes('reference'));
	if (!isWritten) delete found.reference;
	return { ...entered, createBody, listResponse: listResponseFrom(charges, entered) };
}

/** From the fields found, plus what only the entered one has. */
function listResponseFrom({ found, way }: ShownCharges, { listResponse }: Examples): unknown {
	if (!found.amount) return listResponse;
	const kept = blanksIn(listResponse).filter(({ path, fields }) => {
		const isInItem = pathText(path).startsWith(pathText(way));
		return fields.every((field) => !(field in found) && (isInItem || !(field in LABELS)));
	});
	const shown = SHOWN_FIELDS.flatMap(([field]) => found[field] ?? []);
	const placed = shown.map(({ path, text }) => ({ path: [...way, ...path], text }));
	return withBlanks([...placed, ...kept]);
}

/** With the names of the list, as many services use the same for both; the default where those are in it. */
function createBodyFrom(found: FoundFields, { createBody, listQuery }: Examples): unknown {
	const asked = Object.keys(listQuery).find((name) => listQuery[name] === '{reservationId}');
	const owner = { path: [asked ?? 'reservationId'], text: '{reservationId}' };
	const { amount } = found;
	const fields = Object.entries({ reservationId: owner, ...found }).filter(
		([name]) => name !== 'id',
	);
	const isUsual = fields.every(([name, { path, text }]) => {
		if (name === 'reference' || (name === 'reservationId' && path.length > 1)) return true;
		return pathText(path) === name && text === `{${name}}`;
	});
	if (isUsual || !amount) return createBody;
	// An object around all fields, such as `node` in edges[].node, belongs to the list.
	const [outer] = amount.path;
	const isWrapped = Object.values(found).every(({ path }) => path.length > 1 && path[0] === outer);
	const bare = (path: Key[]): Key[] => (isWrapped && path.length > 1 ? path.slice(1) : path);
	return withBlanks(fields.map(([, { path, text }]) => ({ path: bare(path), text })));
}

const NEXT = /next|cursor|continuation|pagetoken/;

/** The examples with paging from what the first page has beside the items; none where it has nothing. */
export function withPaging(examples: Examples, body: unknown): Examples[] {
	const beside = leavesOf(body).filter(({ path }) => !path.includes(0));
	/** @param names match a path without case and punctuation (assumption) */
	const blankFor = (text: string, names: RegExp, values: RegExp): Blank | undefined => {
		const plain = (path: Key[]): string => path.map((key) => plainName(String(key))).join('.');
		const found = beside.find(
			({ path, value }) => names.test(plain(path)) && values.test(String(value)),
		);
		return found && { path: found.path, text };
	};
	const next =
		blankFor('{nextPage}', NEXT, /^(https?:\/\/|\/|\?)/) ??
		blankFor('{cursor}', NEXT, /^(?!(0|true|false|null)$)\S/);
	if (!next) return [];
	const ends = [
		blankFor('{hasMore}', /\b(hasmore|hasnext|hasnextpage|more)$/, /^(true|false)$/),
		// A plain `total` may be a sum of money.
		blankFor('{total}', /\btotal(count|items|elements|results|records)$/, /^\d+$/),
	].filter((blank) => blank !== undefined);
	const listResponse = withBlanks([next, ...ends], examples.listResponse);
	const query = next.text === '{cursor}' ? { [parameterFor(next)]: '{cursor}' } : {};
	return [{ ...examples, listQuery: { ...examples.listQuery, ...query }, listResponse }];
}

/** The query parameter of a cursor: its name without `next`, such as `pageToken` for `nextPageToken` (assumption). */
function parameterFor({ path }: Blank): string {
	const name = String(path.at(-1));
	return name.replace(/^next_?(.)?/i, (_, letter: string = '') => letter.toLowerCase()) || 'cursor';
}
