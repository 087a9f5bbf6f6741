import type { EntryList, Leaf, PlacedText, Place } from '../../shared/format/draft';
import { leavesOf, listsIn, placedTextsIn } from '../../shared/format/draft';
import { isBlank, isJsonObject } from '../../shared/format/json';
import type { Draft, EnteredExamples } from './drafts';
import type { Asked, FoundFields } from './recognize';
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
	const { listResponse } = entered;
	const documented = listResponse.kind === 'documented' ? listsIn(listResponse.json) : [];
	const lists = listsIn(body);
	const own = ownList(entered);
	if (own && lists.every(({ place }) => place.key !== own.key)) {
		lists.push({ place: own, entries: own.entriesIn(body), isKeyed: own.isKeyed });
	}
	const missing = documented.filter((list) =>
		lists.every(({ place }) => place.key !== list.place.key),
	);
	const all = [...lists, ...missing].map((list): FoundCharges => {
		const example = documented.find(({ place }) => place.key === list.place.key);
		return { ...list, found: fieldsIn(list, example, entered, asked) };
	});
	const shown = own && all.find(({ place, found }) => place.key === own.key && found.amount);
	if (shown) return shown;
	const sizeOf = ({ found, isKeyed }: FoundCharges): number =>
		Object.keys(found).length + (isKeyed && !found.id ? 1 : 0);
	// On a tie the inner list: if every day has one charge, both lists show the same fields.
	const [likeliest] = all.reverse().sort((a, b) => sizeOf(b) - sizeOf(a));
	return likeliest && sizeOf(likeliest) > 0 ? likeliest : undefined;
}

/** The place of an item in List Response. */
function ownList({ listResponse }: EnteredExamples): Place | undefined {
	if (listResponse.kind !== 'own') return undefined;
	const texts = placedTextsIn(listResponse.json);
	const keyed = texts.find(({ place }) => place.innermostEntry.isKeyed);
	const holder =
		keyed ??
		texts.find(({ fields }) => fields.includes('id')) ??
		texts.find(({ fields }) => fields.includes('amount'));
	return holder?.place.innermostEntry;
}

/** What the entries show, and where they show nothing, the example of the documentation. */
function fieldsIn(
	{ place, entries, isKeyed }: EntryList,
	example: EntryList | undefined,
	entered: EnteredExamples,
	{ reservationId, timeZone }: Asked,
): FoundFields {
	const items = entries.filter((entry) => isJsonObject(entry)).map((entry) => leavesOf(entry));
	const shown = new Set(
		items
			.flat()
			.filter(({ value }) => !isBlank(value))
			.map(({ place: { key } }) => key),
	);
	const others = (example?.entries ?? []).map((entry): Leaf[] =>
		leavesOf(entry).filter((leaf) => !shown.has(leaf.place.key)),
	);
	const columns = columnsOf([...items, ...others]).map((column) => {
		const isWhole = column.values.length === items.length;
		return { ...column, isUnique: isWhole && new Set(column.values).size === items.length };
	});
	const known = knownTexts(entered, place);
	const evidence = { known, reservationIds: [reservationId], isRequest: false, timeZone };
	const found = recognize(columns, evidence);
	const isOwnId = known.some(({ fields }) => fields.includes('id'));
	if (isKeyed && !isOwnId) delete found.id;
	return found;
}

/** What the user has written of an item, first in List Response. */
function knownTexts({ listResponse, createBody }: EnteredExamples, item: Place): PlacedText[] {
	const inList = listResponse.kind === 'own' ? placedTextsIn(listResponse.json) : [];
	const inItem = inList.flatMap((each) => {
		const place = each.place.within(item);
		return place ? [{ ...each, place }] : [];
	});
	const created = createBody.kind === 'own' ? placedTextsIn(createBody.json) : [];
	return [...inItem, ...created];
}

/** The example of an answer with the fields found, and what only the entered one has. */
export function listResponseFor(
	{ place, found, isKeyed }: FoundCharges,
	{ listResponse }: Draft,
): PlacedText[] {
	const kept = placedTextsIn(listResponse).filter((each) => {
		const isInItem = each.place.within(place) !== undefined;
		const isAboutItem = each.place.isInList;
		return each.fields.every((field) => !(field in found)) && (isInItem || !isAboutItem);
	});
	const shown = Object.entries(found).map(([field, each]) => ({
		place: each.place.behind(place),
		text: each.text,
		fields: [field],
	}));
	// Of a keyed list, an item that shows nothing could not be told.
	return isKeyed && shown.length === 0 ? kept : [...shown, ...kept];
}
