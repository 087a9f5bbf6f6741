import type { EntryList, Place, PlacedText } from '../../shared/format/draft';
import { leavesOf, listsIn } from '../../shared/format/draft';
import type { EnteredExamples } from './entered';
import { documentedJson, ownTexts } from './entered';
import type { Evidence, FoundFields } from './recognize';
import { columnsOf, recognize } from './recognize';
import type { Asked, Requests } from './requests';

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
	about: Asked & Pick<Requests, 'own' | 'recognized'>,
): FoundCharges | undefined {
	const documented = listsIn(documentedJson(entered.listResponse));
	const recognizeIn = (list: EntryList): FoundCharges => {
		const known = [...about.own, ...about.recognized].map((each) => ({
			...each,
			place: each.place.within(list.place) ?? each.place,
		}));
		const same = documented.find(({ place }) => place.key === list.place.key);
		// What no charge has yet, the documentation may show.
		const items = [...list.entries, ...(same?.entries ?? [])].map((item) => leavesOf(item));
		const evidence: Evidence = {
			source: list.isKeyed ? 'keyedList' : 'list',
			known,
			reservationIds: [about.reservationId],
			timeZone: about.timeZone,
		};
		return { ...list, found: recognize(columnsOf(items), evidence) };
	};
	const place = ownList(entered);
	if (place) {
		const entries = place.entriesIn(body);
		const own = recognizeIn({ place, entries, isKeyed: place.isKeyed });
		if (own.found.amount) return own;
	}
	let likeliest: FoundCharges | undefined;
	let most = 0;
	for (const list of listsIn(body)) {
		const charges = recognizeIn(list);
		// On a tie the inner list: if every day has one charge, both lists show the same fields.
		const count = Object.keys(charges.found).length;
		// An item is the innermost entry with an ID.
		const isOutside = charges.found.id?.place.isInList;
		if (count === 0 || count < most || isOutside) continue;
		likeliest = charges;
		most = count;
	}
	return likeliest;
}

/** The place of an item in List Response. */
function ownList({ listResponse }: EnteredExamples): Place | undefined {
	const texts = ownTexts(listResponse);
	const holder =
		texts.find(({ fields }) => fields.includes('id')) ??
		texts.find(({ fields }) => fields.includes('amount'));
	return holder?.place.innermostEntry;
}

/** The example of an answer with the fields found, and what only the entered one has. */
export function listResponseFor(charges: FoundCharges, entered: PlacedText[]): PlacedText[] {
	const { place: item, found } = charges;
	const shown: PlacedText[] = [];
	for (const [field, { place, text }] of Object.entries(found)) {
		shown.push({ place: place.behind(item), text, fields: [field] });
	}
	const kept = entered.filter(({ place, fields }) => {
		const isHere = !place.isInList || place.within(item) !== undefined;
		return isHere && fields.every((field) => !(field in found));
	});
	return [...shown, ...kept];
}
