import type { IDataObject } from 'n8n-workflow';

import { leavesOf } from '../../shared/format/draft';
import type { PlacedText } from '../../shared/format/draft';
import type { FoundCharges } from './charges';
import { listResponseFor } from './charges';
import type { Draft, EnteredExamples } from './drafts';
import { DEFAULT_BODY, documentedJson, draftOf, fieldsIn, queryFrom } from './drafts';
import { withoutFields, withTexts } from './drafts';
import { PAGE_ANSWER, placesOfPages } from './names';
import type { Asked, FoundFields } from './recognize';
import type { DocumentedQuery } from './requests';
import { recognizeBody } from './requests';

interface Proposal {
	draft: Draft;
	/** The fields that are of use. */
	found: FoundFields;
}

/** What the documented requests, the charges of a list and what the user has entered make together. */
export function propose(
	entered: EnteredExamples,
	charges: FoundCharges,
	asked: Asked & Partial<DocumentedQuery>,
): Proposal {
	const own = draftOf(entered);
	const listQuery = asked.listQuery ?? own.listQuery;
	const created = documentedJson(entered.createBody);
	const changed = documentedJson(entered.updateBody);
	const draft = { ...own, listQuery };
	if (created !== undefined) draft.createBody = recognizeBody(created, charges.found, asked);
	else if (entered.createBody.kind !== 'own') {
		draft.createBody = createBodyFrom(charges.found, listQuery);
	}
	if (changed !== undefined) draft.updateBody = recognizeBody(changed, charges.found, asked);
	if (!fieldsIn(listQuery).includes('reservationId')) {
		draft.listQuery = queryFrom(draft.createBody);
	}
	const found = { ...charges.found };
	// A reference that is read but not written could not be used.
	if (!fieldsIn(draft.createBody).includes('reference')) delete found.reference;
	if (found.amount) {
		draft.listResponse = withTexts(listResponseFor({ ...charges, found }, own.listResponse));
	}
	return { draft, found };
}

/** With the names of the list, as many services use the same for both; the default where those are in it. */
function createBodyFrom(found: FoundFields, listQuery: IDataObject): unknown {
	const { amount } = found;
	if (!amount || isUsual(found)) return DEFAULT_BODY;
	const places = Object.values(found).map(({ place }) => place);
	// An object around all fields, such as `node` in edges[].node, belongs to the list.
	const [outer] = amount.place.names;
	const isWrapped = places.every((place) => place.depth > 1 && place.names[0] === outer);
	let body: unknown;
	if (!found.reservationId) {
		const asked = Object.keys(listQuery).find((name) => listQuery[name] === '{reservationId}');
		body = { [asked ?? 'reservationId']: '{reservationId}' };
	}
	for (const [name, { place, text }] of Object.entries(found)) {
		if (name !== 'id') body = (isWrapped ? place.inner : place).put(text, body);
	}
	return body;
}

function isUsual(found: FoundFields): boolean {
	for (const [name, { place, text }] of Object.entries(found)) {
		const isOptional = name === 'id' || name === 'reference';
		if (isOptional || (name === 'reservationId' && place.depth > 1)) continue;
		if (place.text !== name || text !== `{${name}}`) return false;
	}
	return true;
}

/**
 * The ways in which the pages of a list may be asked for, the likeliest first.
 *
 * @param bodies the first page, and the answer that the documentation shows
 */
export function pagedDrafts(draft: Draft, bodies: unknown[]): Draft[] {
	const beside = bodies.flatMap((body) => leavesOf(body)).filter(({ place }) => !place.isInList);
	const signs = placesOfPages(beside, PAGE_ANSWER);
	const signOf = (field: string): PlacedText[] =>
		signs.filter(({ fields }) => fields.includes(field));
	const [cursor] = signOf('cursor');
	const [nextPage] = signOf('nextPage');
	const ends = [...signOf('hasMore'), ...signOf('total')];
	const asked = fieldsIn(draft.listQuery);
	const counted = withoutFields(draft.listQuery, ['cursor', 'lastId']);
	const uncounted = withoutFields(draft.listQuery, ['cursor', 'page', 'offset']);

	const drafts: Draft[] = [];
	if (cursor && asked.includes('cursor')) {
		const query = withoutFields(draft.listQuery, ['lastId']);
		drafts.push(paged(draft, query, [cursor, ...ends]));
	}
	if (nextPage) drafts.push(paged(draft, counted, [nextPage, ...ends]));
	if (cursor && !asked.includes('cursor')) {
		const query = { ...counted, [parameterFor(cursor)]: '{cursor}' };
		drafts.push(paged(draft, query, [cursor, ...ends]));
	}
	if (asked.includes('lastId')) drafts.push(paged(draft, uncounted, ends));
	if (asked.includes('page') || asked.includes('offset')) drafts.push(paged(draft, counted, ends));
	drafts.push(paged(draft, withoutFields(uncounted, ['lastId']), []));
	return drafts;
}

function paged(draft: Draft, listQuery: IDataObject, signs: PlacedText[]): Draft {
	return { ...draft, listQuery, listResponse: withTexts(signs, draft.listResponse) };
}

/** The query parameter of a cursor: its name without `next`, such as `pageToken` for `nextPageToken` (assumption). */
function parameterFor({ place }: PlacedText): string {
	const bare = place.lastName.replace(/^next_?/i, '');
	return bare === '' ? 'cursor' : bare.charAt(0).toLowerCase() + bare.slice(1);
}
