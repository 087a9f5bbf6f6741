import type { EntryList, Leaf, PlacedText, Place } from '../../shared/format/draft';
import { leavesOf, listsIn, placedTextsIn } from '../../shared/format/draft';
import type { EnteredExamples } from './drafts';
import { documentedJson, jsonOf } from './drafts';
import type { Asked, Column, Evidence, FoundFields } from './recognize';
import { columnsOf, recognize } from './recognize';

/** The charges in the answer to a list, and the fields found in them. */
export interface FoundCharges extends EntryList {
	found: FoundFields;
}

/**
 * The list that List Response shows, if its entries have amounts; else the one in which most fields are found.
 *
 * @returns undefined where there is no list with any field
 */
export function recognizeCharges(
	body: unknown,
	entered: EnteredExamples,
	asked: Asked,
): FoundCharges | undefined {
	const place = ownList(entered);
	if (place) {
		const list = { place, entries: place.entriesIn(body), isKeyed: place.isKeyed };
		const own = withFields(list, entered, asked);
		if (own.found.amount) return own;
	}
	let likeliest: FoundCharges | undefined;
	let most = 0;
	for (const list of listsIn(body)) {
		const charges = withFields(list, entered, asked);
		// On a tie the inner list: if every day has one charge, both lists show the same fields.
		const count = Object.keys(charges.found).length;
		if (count === 0 || count < most) continue;
		likeliest = charges;
		most = count;
	}
	return likeliest;
}

/** The place of an item in List Response. */
function ownList({ listResponse }: EnteredExamples): Place | undefined {
	const texts = placedTextsIn(jsonOf(listResponse));
	const holder =
		texts.find(({ fields }) => fields.includes('id')) ??
		texts.find(({ fields }) => fields.includes('amount'));
	return holder?.place.innermostEntry;
}

/** What the entries show, and where they show nothing, the example of the documentation. */
function withFields(list: EntryList, entered: EnteredExamples, asked: Asked): FoundCharges {
	const { place, isKeyed } = list;
	const columns = columnsIn(list);
	const shown = columns.map((column) => column.place.key);
	for (const documented of listsIn(documentedJson(entered.listResponse))) {
		if (documented.place.key !== place.key) continue;
		const more = columnsIn(documented);
		columns.push(...more.filter((column) => !shown.includes(column.place.key)));
	}
	const evidence: Evidence = {
		source: isKeyed ? 'keyedList' : 'list',
		known: knownTexts(entered, place),
		reservationIds: [asked.reservationId],
		timeZone: asked.timeZone,
	};
	return { ...list, found: recognize(columns, evidence) };
}

function columnsIn({ entries }: EntryList): Column[] {
	return columnsOf(entries.map((entry): Leaf[] => leavesOf(entry)));
}

/** What the user has written of an item, first in List Response. */
function knownTexts({ listResponse, createBody }: EnteredExamples, item: Place): PlacedText[] {
	const known: PlacedText[] = [];
	for (const each of placedTextsIn(jsonOf(listResponse))) {
		const place = each.place.within(item);
		if (place) known.push({ ...each, place });
	}
	return [...known, ...placedTextsIn(jsonOf(createBody))];
}

/** The example of an answer with the fields found, and what only the entered one has. */
export function listResponseFor(charges: FoundCharges, listResponse: unknown): PlacedText[] {
	const { place: item, found } = charges;
	const shown: PlacedText[] = [];
	for (const [field, { place, text }] of Object.entries(found)) {
		shown.push({ place: place.behind(item), text, fields: [field] });
	}
	const kept = placedTextsIn(listResponse).filter(({ place, fields }) => {
		const isHere = !place.isInList || place.within(item) !== undefined;
		return isHere && fields.every((field) => !(field in found));
	});
	return [...shown, ...kept];
}
