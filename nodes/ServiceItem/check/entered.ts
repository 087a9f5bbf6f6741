import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Entered, PlacedText } from '../../shared/format/draft';
import {
	fieldsIn,
	placedTextsIn,
	readEntered,
	withTexts,
} from '../../shared/format/draft';
import { leavesOfRequest } from '../../shared/format/places';
import { DEFAULT_CREATE_BODY } from '../../shared/format/fields';
import { asObject, isEqual, parseJson } from '../../shared/format/json';
import { isPageSize, isRuledOut, nameRank, PAGE_QUERY } from './names';
import { placesOfPages, RESERVATION, WRITTEN } from './names';
import type { Column, Evidence, FoundField } from './recognize';
import { columnsOf, isType, recognize, textsAround } from './recognize';

/** In the order in which they follow from each other. */
export const NAMES = [
	'createBody',
	'updateBody',
	'listQuery',
	'listResponse',
] as const;
type Name = (typeof NAMES)[number];

export const DEFAULT_BODY = asObject(parseJson(DEFAULT_CREATE_BODY));

/** The examples as JSON with placeholders; undefined for none. */
export type Draft = Record<Name, unknown> & { listQuery: IDataObject };

export type EnteredExamples = Record<Name, Entered>;

/**
 * @throws UserError naming an example that is no JSON, or has a placeholder
 * that is none
 */
export function enteredIn(
	settings: ICredentialDataDecryptedObject,
): EnteredExamples {
	const given = settings.customApiFormat === true ? settings : {};
	const entered: Partial<EnteredExamples> = {};
	for (const name of NAMES) entered[name] = readEntered(name, given[name]);
	return entered as EnteredExamples;
}

/**
 * The examples as they are entered or, where they are empty, as they follow
 * from others.
 */
export function draftOf({ createBody, ...entered }: EnteredExamples): Draft {
	const body = createBody.json ?? DEFAULT_BODY;
	return {
		createBody: body,
		updateBody: entered.updateBody.json,
		listQuery: asObject(entered.listQuery.json ?? queryFrom(body)),
		listResponse: entered.listResponse.json,
	};
}

/** The reservation under its name at the root of Create Body. */
export function queryFrom(createBody: unknown): IDataObject {
	const query: IDataObject = {};
	for (const { place, text, fields } of placedTextsIn(createBody)) {
		if (place.depth === 1 && fields.includes('reservationId')) {
			query[place.lastName] = text;
		}
	}
	return query;
}

/** The credential fields to change. */
export function credentialFor(
	advised: Draft,
	entered: EnteredExamples,
): IDataObject {
	const now = { ...entered };
	const changed: IDataObject = {};
	for (const name of NAMES) {
		const json = advised[name];
		if (now[name].mistake === undefined && isEqual(draftOf(now)[name], json)) {
			continue;
		}
		now[name] = { json };
		changed.customApiFormat = true;
		// In one line: n8n's table shows the end of a line as \n, also in what is
		// copied from it.
		changed[name] = JSON.stringify(json ?? {}, null, 1).replace(/\n */g, ' ');
	}
	return changed;
}

/** What the check is about. */
export interface Asked {
	reservationId: string;
	timeZone: string;
}

/** What the entered requests say. */
export interface Requests {
	/** How the charges are asked for. */
	listQuery: IDataObject;
	/**
	 * True where the documentation says that lists have pages, or a cursor was
	 * entered.
	 */
	asksForPages: boolean;
	/** Where a charge has what, as the user has written it. */
	own: PlacedText[];
	/** The same as it is recognized in the documented body of a create. */
	recognized: FoundField[];
	/**
	 * IDs that the documentation may have for the reservation; none where it is
	 * not known.
	 */
	reservationIds: string[];
}

export function recognizeRequests(
	entered: EnteredExamples,
	asked: Asked,
): Requests {
	const body = entered.createBody.documented;
	const { createBody: created, ...draft } = draftOf(entered);
	// The documentation's, or one that is not finished.
	const isFinished = fieldsIn(draft.listQuery).includes('reservationId');
	const query = isFinished ? undefined : entered.listQuery.json;
	const listed = leavesOfRequest(query).filter(
		(each) => fieldsIn(each.value).length === 0,
	);
	const sizes = listed.filter((each) => isPageSize(each.place));
	const pages = placesOfPages(listed, PAGE_QUERY);
	const aboutPages = [...sizes, ...pages].map((each) => each.place);
	const params = columnsOf([listed]).filter(
		(each) =>
			!aboutPages.includes(each.place) && !isRuledOut(RESERVATION, each.place),
	);
	const sample = sampleIn(
		params,
		columnsOf([leavesOfRequest(body)]),
		asked.reservationId,
	);
	const reservationIds =
		sample === undefined ? [] : [sample, asked.reservationId];
	const own = [entered.listResponse, entered.createBody].flatMap((each) =>
		placedTextsIn(each.json),
	);
	const evidence: Evidence = {
		known: own,
		reservationIds,
		timeZone: asked.timeZone,
	};
	const recognized = recognizedIn(body, evidence);
	let { listQuery } = draft;
	if (query !== undefined) {
		const found = recognize(params, [RESERVATION], { ...evidence, known: [] });
		listQuery = withTexts(
			[...pages, ...Object.values(found)],
			query,
		) as IDataObject;
	}
	for (const json of [withTexts(recognized, created), DEFAULT_BODY]) {
		if (fieldsIn(listQuery).includes('reservationId')) break;
		listQuery = { ...listQuery, ...queryFrom(json) };
	}
	const asksForPages =
		aboutPages.length > 0 || fieldsIn(listQuery).includes('cursor');
	return { listQuery, asksForPages, own, recognized, reservationIds };
}

/**
 * The reservation of the documentation: by its name, else the only value that
 * the requests for a list and for a create have in common.
 */
function sampleIn(
	params: Column[],
	created: Column[],
	asked: string,
): string | undefined {
	const shown = params
		.flatMap((param) => param.values)
		.filter((value) => !isType(value));
	const isShown = (value: string): boolean =>
		textsAround([value], shown).length > 0;
	// In a parameter there may be more than the ID: `eq.7731`.
	const named = [...created, ...params].filter(
		(each) => nameRank(RESERVATION, each.place) < Infinity,
	);
	const likely = [asked, ...named.flatMap((column) => column.values)].map(
		String,
	);
	const common = created
		.flatMap((column) => column.values.map(String))
		.filter(isShown);
	const only = new Set(common).size === 1 ? common[0] : undefined;
	return likely.find(isShown) ?? only;
}

/** The placeholders that belong into the body of a request. */
export function recognizedIn(body: unknown, evidence: Evidence): FoundField[] {
	const columns = columnsOf([leavesOfRequest(body)]);
	return Object.values(recognize(columns, WRITTEN, evidence));
}
