import type { EntryList, PlacedText } from '../../shared/format/draft';
import { leavesOf, listsIn } from '../../shared/format/draft';
import type { EnteredExamples } from './entered';
import { documentedJson } from './entered';
import { CHARGE, WRITTEN } from './names';
import type { FoundFields } from './recognize';
import { columnsOf, recognize } from './recognize';
import type { Asked, Requests } from './requests';

/** The charges in the answer to a list, and the fields found in them. */
export interface FoundCharges extends EntryList {
	found: FoundFields;
}

/**
 * The list in which most fields are found.
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
	for (const list of listsIn(body)) {
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

type About = Asked & Pick<Requests, 'own' | 'recognized'>;

/** @param documented lists that may show what no charge has yet */
function recognizeIn(list: EntryList, documented: EntryList[], about: About): FoundCharges {
	const more = documented.find((each) => each.place.key === list.place.key);
	const items = [...list.entries, ...(more?.entries ?? [])].map((item) => leavesOf(item));
	const known: PlacedText[] = [];
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
