import type { IDataObject } from 'n8n-workflow';

import type { PlacedText } from '../../shared/format/draft';
import type { Leaf } from '../../shared/format/places';
import { fieldsIn, placedTextsIn, withTexts } from '../../shared/format/draft';
import { leavesOf } from '../../shared/format/places';
import { isFilledValue } from '../../shared/format/fields';
import { isEqual } from '../../shared/format/json';
import { RequestFailure } from '../../shared/http/failure';
import { fitsPath } from '../../shared/http/request';
import type { Answer } from '../../shared/http/reply';
import type { ReadList } from '../../shared/lists/readServiceItems';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import { joined, userMessageOf } from '../../shared/n8n/userError';
import type { Session } from '../../shared/session/session';
import type { Draft } from './entered';
import type { FoundCharges } from './propose';
import type { FoundFields } from './recognize';
import { PAGE_ANSWER, placesOfPages } from './names';

/** Before anything of it is understood. */
interface Answers {
	firstPage: Answer;
	/**
	 * That for a reservation that does not exist; undefined where it is refused.
	 */
	elsewhere?: Answer;
}

/** @throws RequestFailure when the service refuses to list */
export async function read(
	listQuery: IDataObject,
	session: Session,
	reservationId: string,
): Promise<Answers> {
	// The list in the answer is still to be found, and what it says about pages.
	const { client, mapper } = session.withSettings({
		customApiFormat: true,
		listQuery: withoutFields(listQuery, ['cursor']),
	});
	const pageOf = async (id: string): Promise<Answer> => {
		const query = mapper.listQuery(id);
		return await client.send({ method: 'GET', query, reservationId: id });
	};
	const firstPage = await pageOf(reservationId);
	try {
		return { firstPage, elsewhere: await pageOf(`${reservationId}99999`) };
	} catch (error) {
		reasonOf(error);
		return { firstPage };
	}
}

/**
 * The place of {id}: of several, the first with an ID under which the service
 * has something.
 */
export async function tryIds(
	{ found, ids }: FoundCharges,
	{ client }: Session,
): Promise<FoundFields['id']> {
	const { id } = found;
	const own = ids.find((each) => each.place === id?.place);
	if (!id || !own) return id;
	const others = ids.filter((each) => !isEqual(each.values, own.values));
	if (others.length === 0) return id;
	for (const { place, values } of [own, ...others]) {
		const serviceId = String(values[0]);
		if (!fitsPath(serviceId)) continue;
		const result = await client.trySend({ method: 'GET', serviceId });
		const isMissing = result instanceof RequestFailure && result.isMissing;
		if (!isMissing) return { ...id, place };
	}
	return id;
}

/** Without the parameters that have one of these placeholders. */
function withoutFields(query: IDataObject, fields: string[]): IDataObject {
	const kept = { ...query };
	for (const each of placedTextsIn(query)) {
		if (each.fields.some((field) => fields.includes(field))) {
			delete kept[each.place.lastName];
		}
	}
	return kept;
}

/** @throws UserError naming an example that cannot be used */
export function openWith(draft: Draft, session: Session): Session {
	const settings = { customApiFormat: true, ...draft } as IDataObject;
	// What is shown of a list can be read whatever is still missing there.
	const isReadable = draft.listResponse !== undefined;
	if (isReadable && !fieldsIn(draft.createBody).includes('amount')) {
		delete settings.createBody;
	}
	return session.withSettings(settings);
}

export interface ReadValues {
	/** Of several drafts the first that can read the answer. */
	readable?: Draft;
	/** What the credential reads of the charges. */
	now: IDataObject[];
	/** What `readable` reads of them. */
	later: IDataObject[];
	/** The same of those for a reservation that does not exist. */
	elsewhere: IDataObject[];
}

/** What cannot read this answer is not advised. */
export function valuesBy(
	drafts: Draft[],
	own: Draft,
	{ firstPage, elsewhere }: Answers,
	session: Session,
): ReadValues {
	const values: ReadValues = {
		now: valuesIn(firstPage, own, session),
		later: [],
		elsewhere: [],
	};
	for (const draft of drafts) {
		const later = valuesIn(firstPage, draft, session);
		if (later.length === 0) continue;
		const others = elsewhere ? valuesIn(elsewhere, draft, session) : [];
		return { ...values, readable: draft, later, elsewhere: others };
	}
	return values;
}

/**
 * None where the draft cannot be used, or the answer has no list as it says.
 */
function valuesIn(
	answer: Answer,
	draft: Draft,
	session: Session,
): IDataObject[] {
	try {
		const { mapper } = openWith(draft, session);
		const values: IDataObject[] = [];
		for (const item of mapper.readPage(answer).items) {
			const { id, reservationId, reference, fields } = mapper.read(item);
			values.push({ id, reservationId, reference, ...fields });
		}
		return values;
	} catch (error) {
		reasonOf(error);
		return [];
	}
}

/**
 * The reason of a failure of the service or the settings; other errors are
 * thrown on.
 */
export function reasonOf(error: unknown): string {
	if (error instanceof RequestFailure) return joined(error.told);
	return userMessageOf(error);
}

/**
 * The ways in which the pages of a list may be asked for, the likeliest first.
 *
 * @param bodies the first page, and the answer that the documentation shows
 */
export function pagedDrafts(draft: Draft, bodies: unknown[]): Draft[] {
	const beside = bodies
		.flatMap((body) => leavesOf(body))
		.filter((leaf) => !leaf.place.isInList);
	const counted = withoutFields(draft.listQuery, ['cursor']);
	const shown = placedTextsIn(draft.listResponse);
	const own = shown.filter((each) => each.fields.includes('cursor'));
	// A cursor in one example only could not be used.
	const listResponse =
		own.length > 0
			? withTexts(shown.filter((each) => !own.includes(each)))
			: draft.listResponse;
	const drafts: Draft[] = [];
	const signs = [
		...own,
		...placesOfPages(beside, PAGE_ANSWER),
		...namesakes(draft, beside),
	];
	for (const sign of signs) {
		const isCursor = sign.fields.includes('cursor');
		const listQuery = isCursor
			? withCursor(draft, sign.place.lastName)
			: counted;
		drafts.push({
			...draft,
			listQuery,
			listResponse: withTexts([sign], listResponse),
		});
	}
	drafts.push({ ...draft, listQuery: counted, listResponse });
	const plain = withoutFields(counted, ['lastId', 'page', 'offset']);
	drafts.push({ ...draft, listQuery: plain, listResponse });
	return drafts;
}

/** What an answer has under the name of the parameter that takes a cursor. */
function namesakes({ listQuery }: Draft, beside: Leaf[]): PlacedText[] {
	const asking = placedTextsIn(listQuery).find((each) =>
		each.fields.includes('cursor'),
	);
	const name = asking?.place.lastName;
	const found = beside.filter(
		({ place, value }) => place.lastName === name && isFilledValue(value),
	);
	return found.map((each) => ({
		place: each.place,
		text: '{cursor}',
		fields: ['cursor'],
	}));
}

/**
 * Its parameter has its name without `next`, such as `pageToken` for
 * `nextPageToken` (assumption).
 */
function withCursor({ listQuery }: Draft, name: string): IDataObject {
	if (fieldsIn(listQuery).includes('cursor')) return listQuery;
	const bare = name.replace(/^next_?/i, '');
	const parameter = bare.charAt(0).toLowerCase() + bare.slice(1);
	return { ...listQuery, [parameter || 'cursor']: '{cursor}' };
}

/** How far a list was read by which draft. */
export type Reading =
	/** `missed` would have been by {total}, which the draft is then without. */
	| {
			kind: 'read';
			draft: Draft;
			count: number;
			isInPages: boolean;
			missed: number;
	  }
	| { kind: 'unreadable'; reason: string };

/** Reads the list to its end by the first of the drafts that can. */
export async function tryReading(
	drafts: Draft[],
	session: Session,
	reservationId: string,
): Promise<Reading> {
	let reason = '';
	for (const draft of drafts) {
		const list = await listBy(draft, session, reservationId);
		if (typeof list === 'string') {
			reason ||= list;
			continue;
		}
		const { isInPages } = list;
		const count = list.items.length;
		const texts = placedTextsIn(draft.listResponse);
		const others = texts.filter((each) => !each.fields.includes('total'));
		if (others.length < texts.length) {
			// It is the number of charges; a number of pages would end the list too
			// early.
			const endless = { ...draft, listResponse: withTexts(others) };
			const whole = await listBy(endless, session, reservationId);
			const missed = typeof whole === 'string' ? 0 : whole.items.length - count;
			if (missed > 0) {
				return {
					kind: 'read',
					draft: endless,
					count: count + missed,
					isInPages,
					missed,
				};
			}
		}
		return { kind: 'read', draft, count, isInPages, missed: 0 };
	}
	return { kind: 'unreadable', reason };
}

/** The list, or why it cannot be read. */
async function listBy(
	draft: Draft,
	session: Session,
	reservationId: string,
): Promise<ReadList | string> {
	try {
		const { client } = openWith(draft, session);
		return await readServiceItems(client, {
			reservationId,
			mustFitFormat: true,
		});
	} catch (error) {
		return reasonOf(error);
	}
}
