import type { IDataObject } from 'n8n-workflow';

import type { EntryList, Leaf, Place } from '../../shared/format/places';
import {
	fieldsIn,
	placedTextsIn,
	withOneCharge,
	withTexts,
} from '../../shared/format/draft';
import { leavesOf, leavesOfRequest, listsIn } from '../../shared/format/places';
import type { FieldName, Value } from '../../shared/format/fields';
import { isFilledValue } from '../../shared/format/fields';
import { asObject, isEqual, quoted } from '../../shared/format/json';
import type { Asked, Draft, EnteredExamples, Requests } from './entered';
import { DEFAULT_BODY, draftOf, recognizedIn } from './entered';
import { CHARGE, isNamed, WRITTEN } from './names';
import type { Column, FoundField, FoundFields } from './recognize';
import { columnsOf, isDay, recognize, withDocumented } from './recognize';

/** The charges in the answer to a list, and the fields found in them. */
export interface FoundCharges extends EntryList {
	found: FoundFields;
	/**
	 * What may be their IDs: not every service reads an item by the first of
	 * them.
	 */
	ids: Column[];
}

/**
 * Of the list that the user's example shows, else the one in which most fields
 * are found; undefined for none.
 */
export function recognizeCharges(
	body: unknown,
	{ listResponse }: EnteredExamples,
	about: Asked & Requests,
): FoundCharges | undefined {
	const { own, recognized, reservationId, timeZone } = about;
	const documented = listsIn(listResponse.documented);
	let likeliest: FoundCharges | undefined;
	// Of one with no field at all there is nothing to tell.
	let max = 1;
	const lists = likelyLists(listsIn(body), listResponse.json);
	const priced: EntryList[] = [];
	for (const list of lists) {
		const shown = documented.find((each) => each.place.key === list.place.key);
		const listed = columnsIn(list.entries);
		const examples = columnsIn(shown?.entries ?? []);
		const known: FoundField[] = [];
		for (const text of [...own, ...recognized]) {
			known.push({
				...text,
				place: text.place.within(list.place) ?? text.place,
			});
		}
		const columns = withDocumented(listed, examples).filter((column) =>
			isOfItem(column, known),
		);
		const evidence = { known, reservationIds: [reservationId], timeZone };
		const found = recognize(columns, list.isKeyed ? WRITTEN : CHARGE, evidence);
		if (found.amount) priced.push(list);
		// On a tie the inner list: if every day has one charge, both lists show the
		// same fields.
		const count = Object.keys(found).length;
		// An item is the innermost entry with an ID.
		const isPart = likeliest?.found.id && list.place.within(likeliest.place);
		if (count < max || (isPart && !list.isKeyed && !found.id)) continue;
		const ids = columns.filter(
			({ place, isUnique }) => isUnique && isNamed('id', place),
		);
		likeliest = { ...list, found, ids };
		max = count;
	}
	const amount = likeliest?.found.amount;
	const rival = priced.find(
		(list) => likeliest && isBeside(list.place, likeliest.place),
	);
	if (amount && rival) {
		amount.doubt ??= `There is another list at '${rival.place.text}'.`;
	}
	return likeliest;
}

function columnsIn(items: unknown[]): Column[] {
	return columnsOf(items.map((item) => leavesOf(item)));
}

function isBeside(place: Place, other: Place): boolean {
	return !place.within(other) && !other.within(place);
}

/**
 * A list within a charge is of taxes or payments, unless an example has a field
 * of the charge there.
 */
function isOfItem({ place }: Column, known: FoundField[]): boolean {
	if (!place.isInList) return true;
	return known.some(
		(each) => each.place.isInList && place.distanceTo(each.place) < Infinity,
	);
}

/** Of something else than charges (assumption). */
const NO_CHARGES = /^(payment|tax|discount|refund)/i;

function likelyLists(lists: EntryList[], example: unknown): EntryList[] {
	const texts = placedTextsIn(example);
	const around = (field: string): EntryList[] => {
		const shown = texts.filter((each) => each.fields.includes(field));
		return lists.filter((list) =>
			shown.some((each) => each.place.within(list.place)),
		);
	};
	const ofAmount = around('amount');
	const keyed = ofAmount.filter((list) => list.isKeyed);
	for (const found of [around('id'), keyed, ofAmount]) {
		const innermost = found.at(-1);
		if (innermost) return [innermost];
	}
	return lists.filter(
		(each) => !each.place.names.some((name) => NO_CHARGES.test(name)),
	);
}

export interface Proposal {
	draft: Draft;
	/** The fields that are of use. */
	found: FoundFields;
	/** What in documented bodies may mean something else. */
	questions: Question[];
}

interface Question {
	body: 'createBody' | 'updateBody';
	place: Place;
	found: string;
	question: string;
}

const CONSTANT =
	'It is sent with every charge as it stands: put a placeholder where it differs from charge to charge, or take it out.';

/** An update sends the reservation only where it always does. */
function inUpdate(text: string): string {
	return text.replace('{reservationId', '{reservationId!');
}

export function propose(
	entered: EnteredExamples,
	charges: FoundCharges,
	{ own, recognized, reservationIds, listQuery, timeZone }: Requests & Asked,
): Proposal {
	const found = { ...charges.found };
	const questions: Question[] = [];
	const draft = { ...draftOf(entered), listQuery };
	// A request often has the names of the list, whose values tell more of their
	// form.
	const shown = Object.values(found).filter(
		(each) => !each.fields.includes('id'),
	);
	const evidence = {
		known: [...own, ...shown, ...recognized],
		reservationIds,
		timeZone,
	};
	for (const body of ['createBody', 'updateBody'] as const) {
		const json = entered[body].documented;
		if (json === undefined) continue;
		const fields = recognizedIn(json, evidence);
		if (body === 'updateBody') {
			for (const field of fields) field.text = inUpdate(field.text);
		}
		draft[body] = withOneCharge(withTexts(fields, json));
		questions.push(...doubtsIn(body, fields), ...constantsOf(body, draft));
	}
	if (entered.createBody.json === undefined) {
		draft.createBody = bodyFrom(found, listQuery);
	}
	// A reference that is read but not written could not be used.
	if (!fieldsIn(draft.createBody).includes('reference')) delete found.reference;
	if (found.amount) {
		draft.listResponse = listResponseFor(
			{ ...charges, found },
			draft.listResponse,
		);
	}
	for (const body of ['createBody', 'updateBody'] as const) {
		if (entered[body].documented === undefined) {
			questions.push(...leftIn(body, draft, timeZone));
		}
	}
	return { draft, found, questions };
}

function doubtsIn(body: Question['body'], fields: FoundField[]): Question[] {
	const questions: Question[] = [];
	for (const { place, text, doubt } of fields) {
		if (doubt) questions.push({ body, place, found: text, question: doubt });
	}
	return questions;
}

/** What a documented body would send with every charge. */
function constantsOf(body: Question['body'], draft: Draft): Question[] {
	return constantsIn(draft[body]).map(({ place, value }) => {
		return { body, place, found: quoted(value), question: CONSTANT };
	});
}

/** Fields of every charge, by what a value may be one of them. */
const MAY_BE: Array<[FieldName, (leaf: Leaf, timeZone: string) => boolean]> = [
	['amount', (each) => Number.isFinite(Number(each.value))],
	['date', ({ value }, timeZone) => isDay(value as Value, timeZone)],
	['description', (each) => isNamed('description', each.place)],
];

/**
 * What an entered body sends as it stands, though a list shows that it differs
 * from charge to charge.
 */
function leftIn(
	body: Question['body'],
	draft: Draft,
	timeZone: string,
): Question[] {
	const constants = constantsIn(draft[body]);
	const shown = fieldsIn(draft.listResponse);
	const questions: Question[] = [];
	for (const [field, mayBe] of MAY_BE) {
		// A create without {amount} is asked about in any case.
		const isAsked = body === 'updateBody' || field !== 'amount';
		if (
			!isAsked ||
			!shown.includes(field) ||
			fieldsIn(draft[body]).includes(field)
		) {
			continue;
		}
		const question = `It is sent as it stands, and {${field}} is not: if it is the ${field}, put {${field}} in its place.`;
		for (const leaf of constants.filter((each) => mayBe(each, timeZone))) {
			questions.push({
				body,
				place: leaf.place,
				found: quoted(leaf.value),
				question,
			});
		}
	}
	return questions;
}

function constantsIn(body: unknown): Leaf[] {
	return leavesOfRequest(body).filter((each) => {
		return isFilledValue(each.value) && fieldsIn(each.value).length === 0;
	});
}

/**
 * Create Body with the names of the list, as many services use the same for
 * both; the default where those are in it.
 */
function bodyFrom(found: FoundFields, listQuery: IDataObject): IDataObject {
	if (!found.amount) return DEFAULT_BODY;
	const asked = Object.keys(listQuery).find(
		(name) => listQuery[name] === '{reservationId}',
	);
	let body: unknown = found.reservationId
		? {}
		: { [asked ?? 'reservationId']: '{reservationId}' };
	for (const [name, field] of Object.entries(found)) {
		if (name !== 'id' && name !== 'reference') {
			body = field.place.put(field.text, body);
		}
	}
	const isDefault = isEqual(
		{ ...DEFAULT_BODY, ...asObject(body) },
		DEFAULT_BODY,
	);
	return isDefault ? DEFAULT_BODY : asObject(body);
}

/**
 * The example of an answer with the fields found, and what only the entered one
 * has.
 */
function listResponseFor(
	{ place: item, found }: FoundCharges,
	entered: unknown,
): unknown {
	const texts: Array<Pick<FoundField, 'place' | 'text'>> = [];
	for (const { place, text } of Object.values(found)) {
		texts.push({ place: place.behind(item), text });
	}
	for (const each of placedTextsIn(entered)) {
		const isHere = !each.place.isInList || each.place.within(item);
		if (isHere && each.fields.every((field) => !(field in found))) {
			texts.push(each);
		}
	}
	return withTexts(texts);
}
