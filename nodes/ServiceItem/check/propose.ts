import type { IDataObject } from 'n8n-workflow';

import { fieldsIn, placedTextsIn, withTexts } from '../../shared/format/draft';
import { asObject, isEqual } from '../../shared/format/json';
import type { FoundCharges } from './charges';
import { listResponseFor } from './charges';
import type { Draft, EnteredExamples } from './entered';
import { DEFAULT_BODY, draftOf, queryFrom } from './entered';
import type { FoundField, FoundFields } from './recognize';
import type { Requests } from './requests';
import { recognizedIn } from './requests';

/** What the entered requests and the charges of a list make together. */
export interface Proposal {
	draft: Draft;
	/** The fields that are of use. */
	found: FoundFields;
	/** What was recognized in documented bodies, and may mean something else. */
	doubtful: Array<FoundField & { body: BodyName }>;
}

type BodyName = 'createBody' | 'updateBody';

export function propose(
	entered: EnteredExamples,
	requests: Requests,
	{ charges, timeZone }: { charges: FoundCharges; timeZone: string },
): Proposal {
	const found = { ...charges.found };
	const doubtful: Proposal['doubtful'] = [];
	const draft = { ...draftOf(entered), listQuery: requests.listQuery };
	// A request often has the names of the list, whose values tell more of their form.
	const shown = Object.values(found).filter((each) => !each.fields.includes('id'));
	const known = [...requests.own, ...shown, ...requests.recognized];
	const evidence = { known, reservationIds: requests.reservationIds, timeZone };
	for (const name of ['createBody', 'updateBody'] as const) {
		const { kind, json } = entered[name];
		if (kind === 'documented') {
			const fields = recognizedIn(json, evidence);
			draft[name] = withTexts(fields, json);
			for (const field of fields) if (field.doubt) doubtful.push({ ...field, body: name });
		} else if (name === 'createBody' && kind !== 'own')
			draft[name] = bodyFrom(found, draft.listQuery);
	}
	if (!fieldsIn(draft.listQuery).includes('reservationId')) {
		draft.listQuery = queryFrom(draft.createBody);
	}
	// A reference that is read but not written could not be used.
	if (!fieldsIn(draft.createBody).includes('reference')) delete found.reference;
	if (found.amount) {
		const own = placedTextsIn(draft.listResponse);
		draft.listResponse = withTexts(listResponseFor({ ...charges, found }, own));
	}
	return { draft, found, doubtful };
}

/** Create Body with the names of the list, as many services use the same for both; the default where those are in it. */
function bodyFrom(found: FoundFields, listQuery: IDataObject): IDataObject {
	if (!found.amount) return DEFAULT_BODY;
	const asked = Object.keys(listQuery).find((name) => listQuery[name] === '{reservationId}');
	let body: unknown = found.reservationId ? {} : { [asked ?? 'reservationId']: '{reservationId}' };
	for (const [name, field] of Object.entries(found)) {
		if (name !== 'id' && name !== 'reference') body = field.place.put(field.text, body);
	}
	const isDefault = isEqual({ ...DEFAULT_BODY, ...asObject(body) }, DEFAULT_BODY);
	return isDefault ? DEFAULT_BODY : asObject(body);
}
