import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Entered } from '../../shared/format/draft';
import { placedTextsIn, readEntered } from '../../shared/format/draft';
import { DEFAULT_CREATE_BODY, EXAMPLES } from '../../shared/format/exampleFields';
import { asObject, isEqual, parseJson } from '../../shared/format/json';
import type { ExampleName } from '../../shared/format/placeholder';
import type { Session } from '../../shared/session/session';

export const NAMES = Object.keys(EXAMPLES) as ExampleName[];
export const DEFAULT_BODY = asObject(parseJson(DEFAULT_CREATE_BODY));

/** The examples as JSON with placeholders; undefined for none. */
export type Draft = Record<ExampleName, unknown> & { listQuery: IDataObject };

/** What the user has entered, be it usable or not. */
export type EnteredExamples = Record<ExampleName, Entered>;

export function enteredIn(settings: ICredentialDataDecryptedObject): EnteredExamples {
	const given = settings.customApiFormat === true ? settings : {};
	const entered: Partial<EnteredExamples> = {};
	for (const name of NAMES) entered[name] = readEntered(name, given[name]);
	return entered as EnteredExamples;
}

/** The examples as they are entered or, where they are empty, as they follow from others. */
export function draftOf(entered: EnteredExamples): Draft {
	const { updateBody, listQuery, listResponse, requestHeaders } = entered;
	const createBody = entered.createBody.json ?? DEFAULT_BODY;
	return {
		createBody,
		updateBody: updateBody.json,
		listQuery: asObject(listQuery.json ?? queryFrom(createBody)),
		listResponse: listResponse.json,
		requestHeaders: requestHeaders.json,
	};
}

/** What the documentation shows, with values where placeholders belong. */
export function documentedJson(entered: Entered): unknown {
	return entered.kind === 'documented' ? entered.json : undefined;
}

/** The reservation under its name at the root of Create Body. */
export function queryFrom(createBody: unknown): IDataObject {
	const query: IDataObject = {};
	for (const { place, text, fields } of placedTextsIn(createBody)) {
		if (place.depth === 1 && fields.includes('reservationId')) query[place.lastName] = text;
	}
	return query;
}

/** Without the parameters that have one of these placeholders. */
export function withoutFields(query: IDataObject, fields: string[]): IDataObject {
	const kept = { ...query };
	for (const each of placedTextsIn(query)) {
		if (each.fields.some((field) => fields.includes(field))) delete kept[each.place.lastName];
	}
	return kept;
}

/** @throws UserError naming an example that cannot be used */
export function openWith(draft: Draft, session: Session): Session {
	return session.withSettings({
		customApiFormat: true,
		...(draft as ICredentialDataDecryptedObject),
	});
}

/** The credential fields to change. */
export function credentialFor(
	advised: Draft,
	settings: ICredentialDataDecryptedObject,
): IDataObject {
	const changed: ICredentialDataDecryptedObject = {};
	for (const name of NAMES) {
		// List Query may follow from Create Body, which comes first.
		const entered = enteredIn({ ...settings, ...changed });
		const isUsable = entered[name].kind !== 'unusable';
		if (isUsable && isEqual(draftOf(entered)[name], advised[name])) continue;
		changed.customApiFormat = true;
		// In one line: n8n's table shows the end of a line as \n, also in what is copied from it.
		changed[name] = JSON.stringify(advised[name] ?? {}, null, 1).replace(/\n */g, ' ');
	}
	return changed;
}
