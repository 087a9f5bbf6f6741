import type { IDataObject } from 'n8n-workflow';

import type { PlacedText } from '../../shared/format/draft';
import { fieldsIn, leavesOfRequest, withTexts } from '../../shared/format/draft';
import { isFilledValue } from '../../shared/format/fields';
import type { FoundCharges } from './charges';
import { listResponseFor } from './charges';
import type { Draft, EnteredExamples } from './drafts';
import { DEFAULT_BODY, documentedJson, draftOf, queryFrom } from './drafts';
import { nameRank, PAGE_QUERY, placesOfPages, RESERVATION, isRuledOut } from './names';
import type { Asked, Column, FoundFields } from './recognize';
import { columnsOf, holds, recognize } from './recognize';

/** How the charges are asked for. */
interface Query {
	listQuery: IDataObject;
	/** The reservation of the documentation, where it is known. */
	sample?: string;
}

/** As the user has entered it, or as the documentation shows it, with placeholders where they are recognized. */
export function proposeQuery(entered: EnteredExamples, asked: Asked): Query {
	const query = documentedJson(entered.listQuery);
	const body = documentedJson(entered.createBody);
	if (query !== undefined) return recognizeQuery(query, body, asked.reservationId);
	if (body === undefined || entered.listQuery.kind === 'own') return draftOf(entered);
	return { listQuery: queryFrom(recognizeBody(body, {}, asked)) };
}

function recognizeQuery(query: unknown, createBody: unknown, asked: string): Query {
	const leaves = leavesOfRequest(query);
	const texts = placesOfPages(leaves, PAGE_QUERY);
	const pages = texts.map((text) => text.place);
	const params = columnsOf([leaves]).filter(
		(param) => !pages.includes(param.place) && !isRuledOut(RESERVATION, param.place),
	);
	const sample = sampleIn(params, createBody, asked);
	const holder = params.find((param) => holds(param.values[0], sample));
	if (holder) {
		const text = String(holder.values[0]).replace(sample, '{reservationId}');
		texts.push({ place: holder.place, text, fields: ['reservationId'] });
	}
	return { listQuery: withTexts(texts, query) as IDataObject, sample };
}

/** The value that the requests for a list and for a create have in common, or one by its name. */
function sampleIn(params: Column[], createBody: unknown, asked: string): string {
	const created = leavesOfRequest(createBody).map((leaf) => leaf.value);
	for (const value of [asked, ...created.filter(isFilledValue)]) {
		if (params.some((param) => holds(param.values[0], String(value)))) return String(value);
	}
	const named = params.find((param) => nameRank(RESERVATION, param.place) < Infinity);
	return String(named?.values[0] ?? '');
}

/**
 * The body of a request with placeholders for the values that are recognized.
 *
 * @param shown what the charges of a list show: a request often has the same names
 */
function recognizeBody(json: unknown, shown: FoundFields, asked: Asked & Partial<Query>): unknown {
	const known: PlacedText[] = [];
	for (const [field, { place, text }] of Object.entries(shown)) {
		if (field !== 'id') known.push({ place, text, fields: [field] });
	}
	const found = recognize(columnsOf([leavesOfRequest(json)]), {
		source: 'request',
		known,
		reservationIds: asked.sample ? [asked.sample, asked.reservationId] : [],
		timeZone: asked.timeZone,
	});
	return withTexts(Object.values(found), json);
}

interface Proposal {
	draft: Draft;
	/** The fields that are of use. */
	found: FoundFields;
}

/** What the documented requests, the charges of a list and what the user has entered make together. */
export function propose(
	entered: EnteredExamples,
	charges: FoundCharges,
	asked: Asked & Query,
): Proposal {
	const found = { ...charges.found };
	const draft = { ...draftOf(entered), listQuery: asked.listQuery };
	const created = documentedJson(entered.createBody);
	const changed = documentedJson(entered.updateBody);
	if (created !== undefined) draft.createBody = recognizeBody(created, found, asked);
	else if (entered.createBody.kind !== 'own') draft.createBody = bodyFrom(found, draft.listQuery);
	if (changed !== undefined) draft.updateBody = recognizeBody(changed, found, asked);
	if (!fieldsIn(draft.listQuery).includes('reservationId')) {
		draft.listQuery = queryFrom(draft.createBody);
	}
	// A reference that is read but not written could not be used.
	if (!fieldsIn(draft.createBody).includes('reference')) delete found.reference;
	if (found.amount) {
		draft.listResponse = withTexts(listResponseFor({ ...charges, found }, draft.listResponse));
	}
	return { draft, found };
}

/** Create Body with the names of the list, as many services use the same for both; the default where those are in it. */
function bodyFrom(found: FoundFields, listQuery: IDataObject): unknown {
	if (!found.amount || isUsual(found)) return DEFAULT_BODY;
	// An object around all fields, such as `node` in edges[].node, belongs to the list.
	const outer = found.amount.place.names[0];
	const isWrapped = Object.values(found).every(
		({ place }) => place.depth > 1 && place.names[0] === outer,
	);
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
		if (name === 'id' || name === 'reference') continue;
		if (place.text !== name || text !== `{${name}}`) return false;
	}
	return true;
}
