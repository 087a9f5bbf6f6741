import type { EntryList, Leaf, Place, PlacedText } from '../../shared/format/draft';
import { leavesOf, listsIn, placedTextsIn } from '../../shared/format/draft';
import type { EnteredExamples } from './entered';
import { documentedJson } from './entered';
import { CHARGE, WRITTEN } from './names';
import type { FoundField, FoundFields } from './recognize';
import { columnsOf, recognize } from './recognize';
import type { Asked, Requests } from './requests';

/** The charges in the answer to a list, and the fields found in them. */
export interface FoundCharges extends EntryList {
	found: FoundFields;
}

/** Lists of something else than charges, which a charge may have in it as well (assumption). */
const NO_CHARGES = /^(payment|tax|discount|refund)/i;

function isOfCharges(place: Place): boolean {
	return !place.isInList || !place.names.some((name) => NO_CHARGES.test(name));
}

/**
 * The list that the user's example shows, else that of the documentation, else the one in which most fields are found.
 *
 * @returns undefined where there is no list with any field
 */
export function recognizeCharges(
	body: unknown,
	{ listResponse }: EnteredExamples,
	about: About,
): FoundCharges | undefined {
	const documented = listsIn(documentedJson(listResponse));
	let likeliest: FoundCharges | undefined;
	let most = 1;
	for (const list of likelyLists(listsIn(body), listResponse.json, documented)) {
		const charges = recognizeIn(list, documented, about);
		// An item is the innermost entry with an ID.
		if (charges.found.id?.place.isInList) continue;
		// On a tie the inner list: if every day has one charge, both lists show the same fields.
		const count = Object.keys(charges.found).length;
		if (count < most) continue;
		likeliest = charges;
		most = count;
	}
	return likeliest;
}

function likelyLists(lists: EntryList[], example: unknown, documented: EntryList[]): EntryList[] {
	const texts = placedTextsIn(example);
	for (const field of ['id', 'amount']) {
		const [text] = texts.filter(({ fields }) => fields.includes(field));
		// The innermost comes last.
		const own = lists.filter((list) => text?.place.within(list.place)).at(-1);
		if (own) return [own];
	}
	const likely = lists.filter(({ place }) => isOfCharges(place));
	const shown = likely.filter(({ place }) =>
		documented.some((each) => each.place.key === place.key),
	);
	return shown.length > 0 ? shown : likely;
}

type About = Asked & Pick<Requests, 'own' | 'recognized'>;

/** @param documented lists that may show what no charge has yet */
function recognizeIn(list: EntryList, documented: EntryList[], about: About): FoundCharges {
	const more = documented.find((each) => each.place.key === list.place.key);
	const items: Leaf[][] = [];
	for (const item of [...list.entries, ...(more?.entries ?? [])]) {
		items.push(leavesOf(item).filter(({ place }) => isOfCharges(place)));
	}
	const known: FoundField[] = [];
	for (const text of [...about.own, ...about.recognized]) {
		known.push({ ...text, place: text.place.within(list.place) ?? text.place });
	}
	const rules = list.isKeyed ? WRITTEN : CHARGE;
	const evidence = { known, reservationIds: [about.reservationId], timeZone: about.timeZone };
	return { ...list, found: recognize(columnsOf(items), rules, evidence) };
}

/** The example of an answer with the fields found, and what only the entered one has. */
export function listResponseFor(charges: FoundCharges, entered: PlacedText[]): PlacedText[] {
	const { place: item, found } = charges;
	const texts: PlacedText[] = [];
	for (const each of Object.values(found)) {
		texts.push({ ...each, place: each.place.behind(item) });
	}
	for (const each of entered) {
		const isHere = !each.place.isInList || each.place.within(item) !== undefined;
		if (isHere && each.fields.every((field) => !(field in found))) texts.push(each);
	}
	return texts;
}
