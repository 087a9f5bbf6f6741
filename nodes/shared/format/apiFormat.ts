import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { Example, Slot, Write } from './example';
import { fieldsOf, fillExample, parseExample, withoutConstants } from './example';
import { isValue } from './fields';
import type { ListShape } from './listExample';
import { itemShapeOf, listShapeOf } from './listExample';
import type { Step } from './path';
import { beginsWith, isWildcard, namesOf } from './path';
import { DEFAULT_CREATE_BODY, EXAMPLES } from './exampleFields';
import type { ExampleName } from './placeholder';
import { settingName } from './placeholder';

/** The examples of a credential, ready for use. */
export interface ApiFormat {
	createBody: Example;
	updateBody: Example;
	/** Where it comes from. */
	updateSetting: string;
	listQuery: Example;
	list: ListShape;
	/** Where it comes from. */
	listSetting: string;
	requestHeaders: Example;
	/** False where a reference is kept at the end of the description. */
	isReferencePlaced: boolean;
	timeZone: string;
}

/** @throws UserError naming the setting that cannot be used */
export function apiFormatOf(
	credential: ICredentialDataDecryptedObject,
	timeZone: string,
): ApiFormat {
	const given = credential.customApiFormat === true ? credential : {};
	const parse = (name: ExampleName): Example | undefined =>
		prefixErrors(settingName(name), () => parseExample(given[name], name));
	const createBody = parse('createBody') ?? defaultBody();
	assertHas('createBody', createBody, 'amount');
	const updateBody = parse('updateBody');
	const listQuery = parse('listQuery') ?? derivedQuery(createBody);
	prefixErrors(settingName('listQuery'), () => assertTexts(listQuery));
	assertHas('listQuery', listQuery, 'reservationId');
	const listResponse = parse('listResponse');
	const list = listResponse ? listShapeIn(listResponse) : derivedShape(createBody);
	assertHas('listResponse', list, 'amount');
	assertCursor(listQuery, list);
	return {
		createBody,
		// The reservation has no value in an update.
		updateBody: updateBody ?? withoutConstants(createBody),
		updateSetting: settingName(updateBody ? 'updateBody' : 'createBody'),
		listQuery,
		list,
		listSetting: settingName(listResponse ? 'listResponse' : 'createBody'),
		requestHeaders: headersIn(given.requestHeaders),
		isReferencePlaced: createBody.fields.has('reference') && list.fields.has('reference'),
		timeZone,
	};
}

function defaultBody(): Example {
	return parseExample(DEFAULT_CREATE_BODY, 'createBody') as Example;
}

function listShapeIn(example: Example): ListShape {
	return prefixErrors(settingName('listResponse'), () => listShapeOf(example.slots));
}

function assertHas(
	name: ExampleName,
	{ fields }: Pick<Example, 'fields'>,
	field: 'amount' | 'reservationId',
): void {
	if (fields.has(field)) return;
	throw userError({
		what: `${settingName(name)} has no {${field}}`,
		advice: 'Put it where the value goes, in single braces and with the field on Fixed',
		more: 'Without it, nothing could be charged, or found again.',
	});
}

function assertCursor(query: Example, list: ListShape): void {
	const isAsked = query.fields.has('cursor');
	if (isAsked === fieldsOf(list.pageSlots).has('cursor')) return;
	const lacking = isAsked ? 'listResponse' : 'listQuery';
	throw userError({
		what: `${settingName(lacking)} has no {cursor}, which is in only one of '${EXAMPLES.listQuery}' and '${EXAMPLES.listResponse}'`,
		advice: 'Put it into both, or take it out',
		more: 'The cursor of the next page is read from one answer and sent with the next request.',
	});
}

/** The reservation under its name at the root of Create Body. */
function derivedQuery(createBody: Example): Example {
	const slots = createBody.slots.filter(isReservationAtRoot);
	if (slots.length > 0) {
		const texts: Texts = {};
		for (const slot of slots) texts[namesOf(slot.path).join('')] = slot.text;
		return { json: texts, slots, fields: fieldsOf(slots) };
	}
	throw userError({
		what: `${settingName('listQuery')} has to be filled in, as 'Create Body' has no {reservationId} at its root to take the name from`,
		more: 'Enter the query parameters that list the service items of a reservation, such as { "reservation": "{reservationId}" }.',
	});
}

function isReservationAtRoot(slot: Slot): boolean {
	if (slot.path.length !== 1 || slot.path.some(isWildcard)) return false;
	return slot.placeholders.every(({ field }) => field === 'reservationId');
}

/** An item looks like Create Body or, where that is a list with one charge, like its entry. */
function derivedShape(createBody: Example): ListShape {
	const slots = createBody.slots;
	const root: Step[] = [];
	if (Array.isArray(createBody.json)) root.push({ kind: 'entry', position: 0 });
	const isOne = slots.every((slot) => beginsWith(slot.path, root));
	const shape = isOne && itemShapeOf(slots, root);
	if (shape) return { ...shape, itemsPath: [] };
	throw userError({
		what: `${settingName('listResponse')} has to be filled in, as 'Create Body' has a list with several entries or single values that have placeholders in it`,
		advice: 'Enter what the service answers to a list there',
		more: 'A service item is read from an object in which every value has a name, with one entry of every list in it.',
	});
}

const NO_TEXTS = 'is not a JSON object of names and texts';

function assertTexts(example: Example): void {
	const { json } = example;
	const isFlat = Object.values(json).every((value) => isValue(value) || typeof value === 'boolean');
	if (isFlat && !Array.isArray(json)) return;
	throw userError({
		what: NO_TEXTS,
		more: 'Write names and values in braces, such as { "name": "value" }; a value is a text, a number, true or false. A nested parameter is one name, such as "filter[booking]".',
	});
}

export type Texts = Record<string, string>;

export function filledTexts(example: Example, write: Write): Texts {
	const texts: Texts = {};
	for (const [name, value] of Object.entries(fillExample(example, write))) {
		texts[name] = String(value);
	}
	return texts;
}

const HEADER_NAME = /^(?!authorization$)[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** What a header can carry (RFC 9110). For anything else axios fails as for a broken connection, or sends less. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function headersIn(given: unknown): Example {
	return prefixErrors(settingName('requestHeaders'), () => {
		const headers = parseHeaders(given);
		assertHeaders(filledTexts(headers, () => ''));
		return headers;
	});
}

function assertHeaders(texts: Texts): void {
	const known = new Set<string>();
	for (const [name, text] of Object.entries(texts)) {
		const lowerCase = name.toLowerCase();
		const isSendable = HEADER_NAME.test(name) && HEADER_VALUE.test(text);
		if (isSendable && !known.has(lowerCase)) {
			known.add(lowerCase);
			continue;
		}
		throw userError({
			what: `has '${name}', which cannot be sent as it is`,
			advice: 'Correct it, or take it out',
			more: `The name of a header has letters, digits and hyphens, stands there once in upper or lower case, and is not 'Authorization', which carries the access token. Its value is one line of letters, digits and punctuation.`,
		});
	}
}

/** A value may be the key of a gateway, so messages show none. */
function parseHeaders(given: unknown): Example {
	try {
		const headers = parseExample(given, 'requestHeaders');
		if (!headers) return { json: {}, slots: [], fields: new Set() };
		assertTexts(headers);
		return headers;
	} catch {
		throw userError({
			what: `${NO_TEXTS} with {idempotencyKey} as the only placeholder`,
			advice: 'Check quotes, commas and braces',
			more: 'Braces in a text always stand around that placeholder.',
		});
	}
}
