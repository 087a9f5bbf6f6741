import type { IDataObject } from 'n8n-workflow';

import type { PlacedText } from '../../shared/format/draft';
import { leavesOfRequest, withTexts } from '../../shared/format/draft';
import type { EnteredExamples } from './entered';
import { documentedJson, draftOf, ownTexts, queryFrom } from './entered';
import type { RecognizedField } from './names';
import { isRuledOut, nameRank, PAGE_QUERY, placesOfPages, RESERVATION } from './names';
import type { Column, Evidence, FoundFields } from './recognize';
import { columnsOf, holds, recognize } from './recognize';

/** What the check is about. */
export interface Asked {
	reservationId: string;
	timeZone: string;
}

/** What the entered requests say. */
export interface Requests {
	/** How the charges are asked for. */
	listQuery: IDataObject;
	/** Where a charge has what, as the user has written it. */
	own: PlacedText[];
	/** The same as it is recognized in the documented body of a create. */
	recognized: PlacedText[];
	/** IDs that the documentation may have for the reservation; none where it is not known. */
	reservationIds: string[];
}

export function recognizeRequests(entered: EnteredExamples, asked: Asked): Requests {
	const { timeZone } = asked;
	const body = documentedJson(entered.createBody);
	const query = documentedJson(entered.listQuery);
	const created = columnsOf([leavesOfRequest(body)]);
	const listed = columnsOf([leavesOfRequest(query)]);
	const pages = placesOfPages(leavesOfRequest(query), PAGE_QUERY);
	const paged = pages.map(({ place }) => place.key);
	const params = listed.filter(
		({ place }) => !paged.includes(place.key) && !isRuledOut(RESERVATION, place),
	);

	const sample = sampleIn(params, created, asked.reservationId);
	const reservationIds = sample === undefined ? [] : [sample, asked.reservationId];
	const about = { source: 'request' as const, reservationIds, timeZone };
	const own = [...ownTexts(entered.listResponse), ...ownTexts(entered.createBody)];
	const recognized = textsOf(recognize(created, { ...about, known: own }));
	let { listQuery } = draftOf(entered);
	if (query !== undefined) {
		const asking = textsOf(recognize(params, { ...about, known: [] }, [RESERVATION]));
		listQuery = withTexts([...pages, ...asking], query) as IDataObject;
	} else if (body !== undefined && entered.listQuery.kind !== 'own') {
		listQuery = queryFrom(withTexts(recognized, body));
	}
	return { listQuery, own, recognized, reservationIds };
}

/** The reservation of the documentation: what the requests for a list and for a create have in common, else by its name. */
function sampleIn(params: Column[], created: Column[], asked: string): string | undefined {
	const values = [asked, ...created.flatMap((column) => column.values)].map(String);
	const common = values.find((value) => params.some((param) => holds(param.values[0], value)));
	const named = params.find(({ place }) => nameRank(RESERVATION, place) < Infinity);
	return common ?? named?.values.join('');
}

/** The body of a request with placeholders for the values that are recognized. */
export function recognizeBody(json: unknown, about: Omit<Evidence, 'source'>): unknown {
	const columns = columnsOf([leavesOfRequest(json)]);
	const evidence: Evidence = { ...about, source: 'request' };
	return withTexts(textsOf(recognize(columns, evidence)), json);
}

export function textsOf(found: FoundFields): PlacedText[] {
	const texts: PlacedText[] = [];
	for (const [field, { place, text }] of Object.entries(found)) {
		if (field !== ('id' satisfies RecognizedField)) texts.push({ place, text, fields: [field] });
	}
	return texts;
}
