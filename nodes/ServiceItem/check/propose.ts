import type { Place } from '../../shared/format/draft';
import { placedTextsIn } from '../../shared/format/draft';
import type { FoundCharges } from './answers';
import { listResponseFor } from './answers';
import type { Draft, EnteredExamples } from './drafts';
import { DEFAULT_BODY, draftOf, queryFrom, withTexts } from './drafts';
import type { Asked, FoundField, FoundFields } from './recognize';
import { recognizeBody } from './requests';

/** What is advised before it is tried. */
interface Proposal {
	draft: Draft;
	/** What the documentation sends and no placeholder stands for. */
	constants: string[];
}

export function propose(
	entered: EnteredExamples,
	charges: FoundCharges,
	{ listQuery, sample, asked }: { listQuery?: Draft['listQuery']; sample?: string; asked: Asked },
): Proposal {
	const { found } = charges;
	const own = draftOf(entered);
	const about = { ...asked, sample };
	const created =
		entered.createBody.kind === 'documented'
			? recognizeBody(entered.createBody.json, found, about)
			: undefined;
	const changed =
		entered.updateBody.kind === 'documented'
			? recognizeBody(entered.updateBody.json, found, about)
			: undefined;
	const query = listQuery ?? own.listQuery;
	const isOwn = entered.createBody.kind === 'own';
	const createBody = isOwn ? own.createBody : (created?.body ?? createBodyFrom(found, query));
	const draft: Draft = {
		...own,
		createBody,
		updateBody: changed?.body ?? own.updateBody,
		listQuery: hasReservation(query) ? query : queryFrom(createBody),
	};
	// A reference that is read but not written could not be used.
	const isWritten = placedTextsIn(createBody).some(({ fields }) => fields.includes('reference'));
	if (!isWritten) delete found.reference;
	const isListOwn = entered.listResponse.kind === 'documented';
	const kept = isListOwn ? { ...draft, listResponse: undefined } : draft;
	const listResponse = found.amount ? withTexts(listResponseFor(charges, kept)) : own.listResponse;
	return { draft: { ...draft, listResponse }, constants: created?.constants ?? [] };
}

function hasReservation(query: Draft['listQuery']): boolean {
	return placedTextsIn(query).some(({ fields }) => fields.includes('reservationId'));
}

/** With the names of the list, as many services use the same for both; the default where those are in it. */
function createBodyFrom(found: FoundFields, listQuery: Draft['listQuery']): unknown {
	const asked = Object.keys(listQuery).find((name) => listQuery[name] === '{reservationId}');
	const { amount, ...fields } = found;
	delete fields.id;
	const isUsual = Object.entries({ amount, ...fields }).every(
		([name, field]) => field === undefined || isUsualField(name, field),
	);
	if (isUsual || !amount) return DEFAULT_BODY;
	// An object around all fields, such as `node` in edges[].node, belongs to the list.
	const [outer] = amount.place.names;
	const isWrapped = Object.values(found).every(
		({ place }) => place.depth > 1 && place.names[0] === outer,
	);
	const texts: Array<{ place: Place; text: string }> = [amount, ...Object.values(fields)];
	const body = texts.map(({ place, text }) => ({ place: isWrapped ? bare(place) : place, text }));
	const owner = found.reservationId ? undefined : { [asked ?? 'reservationId']: '{reservationId}' };
	return withTexts(body, owner);
}

function isUsualField(name: string, { place, text }: FoundField): boolean {
	if (name === 'reference' || (name === 'reservationId' && place.depth > 1)) return true;
	return place.text === name && text === `{${name}}`;
}

function bare(place: Place): Place {
	return place.depth > 1 ? place.inner : place;
}
