import type { IDataObject } from 'n8n-workflow';

import type { PlacedText } from '../../shared/format/draft';
import { leavesOfRequest } from '../../shared/format/draft';
import type { EnteredExamples } from './drafts';
import { documentedJson, queryFrom, withTexts } from './drafts';
import { nameRank, PAGE_QUERY, placesOfPages, RESERVATION, isRuledOut } from './names';
import type { Asked, Column, Evidence, FoundFields } from './recognize';
import { columnsOf, holds, isValue, recognize } from './recognize';

/** What the documentation shows of a request for a list. */
export interface DocumentedQuery {
	/** With placeholders where they were recognized. */
	listQuery: IDataObject;
	/** The reservation of the documentation. */
	sample?: string;
}

/** Undefined where the documentation says nothing of it, or the user has filled it in. */
export function documentedQuery(
	entered: EnteredExamples,
	asked: Asked,
): DocumentedQuery | undefined {
	const body = documentedJson(entered.createBody);
	const query = documentedJson(entered.listQuery);
	if (query !== undefined) return recognizeQuery(query, body, asked.reservationId);
	if (body === undefined || entered.listQuery.kind === 'own') return undefined;
	return { listQuery: queryFrom(recognizeBody(body, {}, asked)) };
}

function recognizeQuery(query: unknown, createBody: unknown, asked: string): DocumentedQuery {
	const leaves = leavesOfRequest(query);
	const pages = placesOfPages(leaves, PAGE_QUERY);
	const paged = pages.map(({ place }) => place);
	const params = columnsOf([leaves]).filter(
		({ place }) => !paged.includes(place) && !isRuledOut(RESERVATION, place),
	);
	const sample = sampleIn(params, createBody, asked);
	const texts: Array<Pick<PlacedText, 'place' | 'text'>> = pages;
	const holder = params.find(({ values }) => sample !== undefined && holds(values[0], sample));
	if (holder && sample !== undefined) {
		const text = String(holder.values[0]).replace(sample, '{reservationId}');
		texts.push({ place: holder.place, text });
	}
	return { listQuery: withTexts(texts, query) as IDataObject, sample };
}

/** The value that the requests for a list and for a create have in common, or one by its name, or the only one. */
function sampleIn(params: Column[], createBody: unknown, asked: string): string | undefined {
	const shared = [asked];
	for (const { place, value } of leavesOfRequest(createBody)) {
		const isNamed = nameRank(RESERVATION, place) < Infinity;
		if (isValue(value)) shared.splice(isNamed ? 1 : shared.length, 0, String(value));
	}
	for (const value of shared) {
		if (params.some(({ values }) => holds(values[0], value))) return value;
	}
	const named = params.find(({ place }) => nameRank(RESERVATION, place) < Infinity);
	const only = params.length === 1 ? params[0] : undefined;
	const [value] = (named ?? only)?.values ?? [];
	return value === undefined ? undefined : String(value);
}

/**
 * The body of a request with placeholders for the values that were recognized.
 *
 * @param shown what the charges of a list show: a request often has the same names
 * @param asked with the reservation of the documentation, where it is known
 */
export function recognizeBody(
	json: unknown,
	shown: FoundFields,
	asked: Asked & { sample?: string },
): unknown {
	const { sample, reservationId, timeZone } = asked;
	const known: PlacedText[] = [];
	for (const [field, { place, text }] of Object.entries(shown)) {
		if (field !== 'id') known.push({ place, text, fields: [field] });
	}
	const reservationIds = sample === undefined ? [] : [sample, reservationId];
	const evidence: Evidence = { source: 'request', known, reservationIds, timeZone };
	const found = recognize(columnsOf([leavesOfRequest(json)]), evidence);
	return withTexts(Object.values(found), json);
}
