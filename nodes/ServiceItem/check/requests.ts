import type { IDataObject } from 'n8n-workflow';

import type { PlacedText } from '../../shared/format/draft';
import { fieldsIn, leavesOfRequest, placedTextsIn, withTexts } from '../../shared/format/draft';
import type { EnteredExamples } from './entered';
import { documentedJson, draftOf, queryFrom } from './entered';
import { isPageSize, isRuledOut, nameRank, PAGE_QUERY } from './names';
import { placesOfPages, RESERVATION, WRITTEN } from './names';
import type { Column, Evidence, FoundField } from './recognize';
import { columnsOf, recognize, textsAround } from './recognize';

/** What the check is about. */
export interface Asked {
	reservationId: string;
	timeZone: string;
}

/** What the entered requests say. */
export interface Requests {
	/** How the charges are asked for. */
	listQuery: IDataObject;
	/** True where the documentation says that lists have pages, or a cursor was entered. */
	asksForPages: boolean;
	/** Where a charge has what, as the user has written it. */
	own: PlacedText[];
	/** The same as it is recognized in the documented body of a create. */
	recognized: FoundField[];
	/** IDs that the documentation may have for the reservation; none where it is not known. */
	reservationIds: string[];
}

export function recognizeRequests(entered: EnteredExamples, asked: Asked): Requests {
	const body = documentedJson(entered.createBody);
	const query = documentedJson(entered.listQuery);
	const listed = leavesOfRequest(query);
	const pages = placesOfPages(listed, PAGE_QUERY);
	const pageKeys = pages.map((page) => page.place.key);
	const params: Column[] = [];
	for (const param of columnsOf([listed])) {
		const isPage = pageKeys.includes(param.place.key);
		if (!isPage && !isRuledOut(RESERVATION, param.place)) params.push(param);
	}
	const sample = sampleIn(params, columnsOf([leavesOfRequest(body)]), asked.reservationId);
	const own = [entered.listResponse, entered.createBody].flatMap(({ json }) => placedTextsIn(json));
	const evidence: Evidence = { known: own, reservationIds: [], timeZone: asked.timeZone };
	if (sample !== undefined) evidence.reservationIds = [sample, asked.reservationId];
	const recognized = recognizedIn(body, evidence);
	let { listQuery } = draftOf(entered);
	if (query !== undefined) {
		const found = recognize(params, [RESERVATION], { ...evidence, known: [] });
		listQuery = withTexts([...pages, ...Object.values(found)], query) as IDataObject;
	} else if (body !== undefined && entered.listQuery.kind !== 'own') {
		listQuery = queryFrom(withTexts(recognized, body));
	}
	const hasPages = pages.length > 0 || listed.some(({ place }) => isPageSize(place));
	const asksForPages = hasPages || fieldsIn(listQuery).includes('cursor');
	const { reservationIds } = evidence;
	return { listQuery, asksForPages, own, recognized, reservationIds };
}

/** The reservation of the documentation: by its name, else the only value that the requests for a list and for a create have in common. */
function sampleIn(params: Column[], created: Column[], asked: string): string | undefined {
	const shown = params.flatMap((param) => param.values);
	const named = [...params, ...created].filter(isNamedReservation);
	const likely = [asked, ...named.flatMap((column) => column.values)].map(String);
	const sample = likely.find((value) => textsAround([value], shown).length > 0);
	if (sample !== undefined) return sample;
	const values = created.flatMap((column) => column.values).map(String);
	const common = values.filter((value) => textsAround([value], shown).length > 0);
	return new Set(common).size === 1 ? common[0] : undefined;
}

function isNamedReservation(column: Column): boolean {
	return nameRank(RESERVATION, column.place) < Infinity;
}

/** The placeholders that belong into the body of a request. */
export function recognizedIn(body: unknown, evidence: Evidence): FoundField[] {
	const columns = columnsOf([leavesOfRequest(body)]);
	return Object.values(recognize(columns, WRITTEN, evidence));
}
