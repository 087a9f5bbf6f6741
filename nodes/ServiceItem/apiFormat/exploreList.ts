import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../shared/answers/outcome';
import { names } from '../../shared/wire/names';
import { columnsOf } from './columns';
import type { FindList, ListPlace } from './listPlaces';
import { findList } from './listPlaces';

/** Sends GET /services with a query; undefined when the service did not answer it with a success. */
export type TryList = (query: IDataObject) => Promise<Answer | undefined>;

/** Names of the query parameter that says which reservation to list (assumption), likeliest first. */
const USUAL_QUERY_NAMES = names(
	'reservationId reservation_id reservation reservationID ReservationId bookingId ' +
		'booking_id booking reservationNumber confirmationNumber filter[reservationId] ' +
		'filter[reservation_id] filter[reservation] filter[bookingId] stayId folioId',
);
/** Added to an ID, makes one that no reservation has. */
const NOWHERE = '999999999';

/** What the service lists, and how it has to be asked for it. */
export interface FoundList {
	/** The query parameter that names the reservation; undefined for the query of the credential as it is. */
	queryName?: string;
	query: IDataObject;
	/** True when another reservation has been seen to give another list. */
	isNarrowed: boolean;
	place: ListPlace;
	answer: Answer;
}

/**
 * Finds the query that makes the service list one reservation: the credential's own, if it does, else the first of the
 * usual parameters that gives charges of this reservation only, and others for another reservation.
 *
 * @param presentQuery what the credential as it is would ask
 * @param find where charges are in an answer
 * @returns undefined when no query brings a list with anything in it
 */
export async function exploreList(
	list: TryList,
	reservationId: string,
	presentQuery: (reservationId: string) => IDataObject,
	find: FindList = findList,
): Promise<FoundList | undefined> {
	const present = await listBy(list, reservationId, presentQuery, find);
	if (present?.isNarrowed) return present;
	for (const queryName of USUAL_QUERY_NAMES) {
		const found = await listBy(list, reservationId, (id) => ({ [queryName]: id }), find);
		if (found?.isNarrowed) return { ...found, queryName };
	}
	return present;
}

async function listBy(
	list: TryList,
	reservationId: string,
	queryOf: (reservationId: string) => IDataObject,
	find: FindList,
): Promise<FoundList | undefined> {
	const query = queryOf(reservationId);
	const answer = await list(query);
	const place = answer && find(answer.body);
	if (!place) return undefined;
	const found = { query, place, answer };
	if (holdsOthers(place.items, reservationId)) return { ...found, isNarrowed: false };
	const elsewhere = await list(queryOf(`${reservationId}${NOWHERE}`));
	const others = elsewhere && find(elsewhere.body);
	return { ...found, isNarrowed: !(others && haveSame(others.items, place.items)) };
}

/** A reservation without charges may still be answered with what charges lie in, such as its empty folios. */
function haveSame(items: IDataObject[], others: IDataObject[]): boolean {
	const texts = new Set(others.map((item) => JSON.stringify(item)));
	return items.some((item) => texts.has(JSON.stringify(item)));
}

/** True when a list shows the given reservation and others at the same place. */
function holdsOthers(items: IDataObject[], reservationId: string): boolean {
	return columnsOf(items).some(({ values, path }) => {
		const own = values.filter((value) => String(value) === reservationId).length;
		return /reserv|booking|stay|folio/i.test(path) && own > 0 && own < values.length;
	});
}
