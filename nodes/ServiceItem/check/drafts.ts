import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Entered, Place } from '../../shared/format/draft';
import { placedTextsIn, readEntered } from '../../shared/format/draft';
import { DEFAULT_CREATE_BODY } from '../../shared/format/examples';
import { canonicalJson, isJsonObject, parseJson } from '../../shared/format/json';
import type { ExampleName } from '../../shared/format/placeholder';
import { EXAMPLES } from '../../shared/format/placeholder';
import type { Session } from '../../shared/reservation/session';

export const NAMES = Object.keys(EXAMPLES) as ExampleName[];
export const DEFAULT_BODY = parseJson(DEFAULT_CREATE_BODY);

/** The examples as JSON with placeholders; undefined for none. */
export type Draft = Record<ExampleName, unknown> & { createBody: unknown; listQuery: IDataObject };

export type EnteredExamples = Record<ExampleName, Entered>;

/** What the user has entered, be it usable or not. */
export function enteredIn(settings: ICredentialDataDecryptedObject): EnteredExamples {
	const isOn = settings.customApiFormat === true;
	const entries = NAMES.map((name) => [name, readEntered(name, isOn ? settings[name] : undefined)]);
	return Object.fromEntries(entries) as EnteredExamples;
}

/** The examples in use, where the other operations can use them. */
export function draftOf(entered: EnteredExamples): Draft {
	const own = NAMES.map((name) => {
		const example = entered[name];
		return [name, 'json' in example ? example.json : undefined];
	});
	const { createBody = DEFAULT_BODY, ...others } = Object.fromEntries(own) as Partial<Draft>;
	const { listQuery = queryFrom(createBody) } = others;
	return { ...(others as Draft), createBody, listQuery };
}

/** The reservation under its name at the root of Create Body. */
export function queryFrom(createBody: unknown): IDataObject {
	const texts = placedTextsIn(createBody).filter(
		({ place, fields }) => place.depth === 1 && fields.includes('reservationId'),
	);
	return Object.fromEntries(texts.map(({ place, text }) => [place.lastName, text]));
}

export function isSame(a: unknown, b: unknown): boolean {
	return canonicalJson(a) === canonicalJson(b);
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
		if (isUsable && isSame(draftOf(entered)[name], advised[name])) continue;
		changed.customApiFormat = true;
		// In one line: n8n's table shows the end of a line as \n, also in what is copied from it.
		changed[name] = JSON.stringify(advised[name] ?? {}, null, 1).replace(/\n */g, ' ');
	}
	return changed;
}

/** @throws UserError naming an example that cannot be used */
export type OpenDraft = (draft: Draft) => Session;

/** As settings of a credential. */
export function settingsFor(draft: Draft): IDataObject {
	const texts = NAMES.map((name) => [name, draft[name] ?? {}]);
	return { customApiFormat: true, ...(Object.fromEntries(texts) as IDataObject) };
}

/** The JSON with these texts in their places. */
export function withTexts(texts: Array<{ place: Place; text: string }>, json?: unknown): unknown {
	return texts.reduce((target, { place, text }) => place.put(text, target), json);
}

/** Without the properties of an object whose texts have one of these placeholders. */
export function withoutFields(query: IDataObject, fields: string[]): IDataObject {
	const dropped = placedTextsIn(query).filter((each) =>
		each.fields.some((field) => fields.includes(field)),
	);
	const names = dropped.map(({ place }) => place.lastName);
	return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

export function asObject(json: unknown): IDataObject {
	return isJsonObject(json) ? json : {};
}
