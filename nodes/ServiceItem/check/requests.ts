import type { IDataObject } from 'n8n-workflow';

import type { Leaf, PlacedText } from '../../shared/format/draft';
import { leavesOfRequest } from '../../shared/format/draft';
import { isBlank, plainName } from '../../shared/format/json';
import type { Asked } from './recognize';
import { withTexts } from './drafts';
import type { Evidence, FoundFields } from './recognize';
import { columnsOf, holds, recognize } from './recognize';
import { isNamedAsReservation } from './words';

/** Query parameters about pages, by names without case and punctuation (assumption: usual names). */
const PAGING: Array<[RegExp, (value: unknown) => string]> = [
	[/(startingafter|lastid|afterid|sinceid)$/, () => '{lastId}'],
	[/(cursor|token|after)$/, () => '{cursor}'],
	[/^(offset|skip|start|startindex|startat|pageoffset)$/, () => '{offset}'],
	[
		/^(page|pageno|pagenumber|pageindex|p)$/,
		(value) => (Number(value) === 0 ? '{page from 0}' : '{page}'),
	],
];
const SIZE = /(limit|size|perpage|count|top|take|max)/;

/** What the documentation shows of a request for a list. */
export interface DocumentedQuery {
	/** With placeholders where they were recognized. */
	listQuery: IDataObject;
	/** The reservation of the documentation. */
	sample?: string;
}

/** @param createBody as it is documented, in which the same reservation may stand */
export function recognizeQuery(
	query: IDataObject,
	createBody: unknown,
	asked: string,
): DocumentedQuery {
	const listQuery: IDataObject = {};
	const others: Leaf[] = [];
	for (const leaf of leavesOfRequest(query)) {
		const name = leaf.place.lastName;
		const paging = PAGING.find(([names]) => names.test(plainName(name)));
		listQuery[name] = paging ? paging[1](leaf.value) : (leaf.value as string);
		if (!paging && !SIZE.test(plainName(name))) others.push(leaf);
	}
	const sample = sampleIn(others, createBody, asked);
	const holder = others.find(({ value }) => sample !== undefined && holds(value, sample));
	if (holder && sample !== undefined) {
		listQuery[holder.place.lastName] = String(holder.value).replace(sample, '{reservationId}');
	}
	return { listQuery, sample };
}

/** The value that the requests for a list and for a create have in common, or one by its name, or the only one. */
function sampleIn(params: Leaf[], createBody: unknown, asked: string): string | undefined {
	if (params.some(({ value }) => holds(value, asked))) return asked;
	const values = leavesOfRequest(createBody).filter(
		({ value }) => isScalar(value) && params.some((param) => holds(param.value, String(value))),
	);
	const shared = values.find(({ place }) => isNamedAsReservation(place)) ?? values[0];
	if (shared) return String(shared.value);
	const named = params.find(({ place }) => isNamedAsReservation(place));
	const only = params.length === 1 ? params[0] : undefined;
	const value = (named ?? only)?.value;
	return isScalar(value) ? String(value) : undefined;
}

function isScalar(value: unknown): boolean {
	return (typeof value === 'string' || typeof value === 'number') && !isBlank(value);
}

/** The body of a request with placeholders for the values that were recognized. */
interface DocumentedBody {
	body: unknown;
	found: FoundFields;
	/** Texts and numbers that are sent as they stand: `currency: EUR`. */
	constants: string[];
}

/**
 * @param shown what the charges of a list show: a request often has the same names
 * @param sample the reservation of the documentation, where it is known
 */
export function recognizeBody(
	json: unknown,
	shown: FoundFields,
	{ sample, reservationId, timeZone }: Asked & { sample?: string },
): DocumentedBody {
	const leaves = leavesOfRequest(json);
	const reservationIds = sample === undefined ? [] : [sample, reservationId];
	const fields = { ...shown };
	delete fields.id;
	const known = Object.entries(fields).map(
		([field, { place, text }]): PlacedText => ({
			place,
			text,
			fields: [field],
		}),
	);
	const evidence: Evidence = { known, reservationIds, isRequest: true, timeZone };
	const columns = columnsOf([leaves]).map((column) => ({ ...column, isUnique: false }));
	const found = recognize(columns, evidence);
	const places = Object.values(found).map(({ place }) => place.key);
	const rest = leaves.filter(({ place, value }) => isScalar(value) && !places.includes(place.key));
	return {
		body: withTexts(Object.values(found), json),
		found,
		constants: rest.map(({ place, value }) => `${place.text}: ${String(value)}`),
	};
}
