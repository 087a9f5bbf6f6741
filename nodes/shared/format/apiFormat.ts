import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { Example, Slot, Write } from './example';
import type { Placeholder } from './placeholder';
import {
	fieldsOf,
	fillExample,
	hasField,
	parseExample,
	withoutConstants,
} from './example';
import type { ExampleName, PlaceholderField, Texts } from './fields';
import {
	DEFAULT_CREATE_BODY,
	EXAMPLES,
	isValue,
	PAGE_ANSWER_FIELDS,
	settingName,
} from './fields';
import type { Path, Step } from './path';
import { beginsWith, isByKey, isWildcard, pathText } from './path';

interface ListShape {
	/** From the answer to one item. Empty: the list is looked for. */
	itemsPath: Path;
	/** With paths within the item. */
	itemSlots: Slot[];
	fields: ReadonlySet<PlaceholderField>;
	pageSlots: Slot[];
}

export interface ApiFormat {
	createBody: Example;
	updateBody: Example;
	updateSetting: string;
	listQuery: Example;
	list: ListShape;
	listSetting: string;
	requestHeaders: Example;
	/** False where a reference is kept at the end of the description. */
	isReferencePlaced: boolean;
	timeZone: string;
}

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
	const list = listResponse
		? shownShape(listResponse)
		: derivedShape(createBody);
	assertHas('listResponse', list, 'amount');
	assertCursor(listQuery, list);
	const update = updateBody ?? withoutConstants(createBody);
	const isReferencePlaced =
		createBody.fields.has('reference') && list.fields.has('reference');
	return {
		createBody,
		updateBody: isReferencePlaced ? withReferenceAlong(update) : update,
		updateSetting: settingName(updateBody ? 'updateBody' : 'createBody'),
		listQuery,
		list,
		listSetting: settingName(listResponse ? 'listResponse' : 'createBody'),
		requestHeaders: headersIn(given.requestHeaders),
		isReferencePlaced,
		timeZone,
	};
}

/**
 * Where a field has to be sent with every update, what is not sent is emptied.
 */
function withReferenceAlong(updateBody: Example): Example {
	const placeholders = updateBody.slots.flatMap((slot) => slot.placeholders);
	if (!placeholders.some((each) => each.isAlways)) return updateBody;
	const slots = updateBody.slots.map((slot) => {
		return hasField(slot, 'reference') ? sentAlways(slot) : slot;
	});
	return { ...updateBody, slots };
}

function sentAlways(slot: Slot): Slot {
	return {
		...slot,
		placeholders: slot.placeholders.map((each) => ({
			...each,
			isAlways: true,
		})),
	};
}

function defaultBody(): Example {
	return parseExample(DEFAULT_CREATE_BODY, 'createBody') as Example;
}

function shownShape({ slots }: Example): ListShape {
	return prefixErrors(settingName('listResponse'), () =>
		listShapeOf(slots, itemsPathIn(slots)),
	);
}

function assertHas(
	name: ExampleName,
	{ fields }: Pick<Example, 'fields'>,
	field: 'amount' | 'reservationId',
): void {
	if (fields.has(field)) return;
	throw userError({
		what: `${settingName(name)} has no {${field}}`,
		advice:
			'Put it where the value goes, in single braces and with the field on Fixed',
	});
}

function assertCursor(query: Example, list: ListShape): void {
	const isAsked = query.fields.has('cursor');
	if (isAsked === fieldsOf(list.pageSlots).has('cursor')) return;
	const lacking = isAsked ? 'listResponse' : 'listQuery';
	throw userError({
		what: `${settingName(lacking)} has no {cursor}, which is in only one of '${EXAMPLES.listQuery}' and '${EXAMPLES.listResponse}'`,
		advice: 'Put it into both, or take it out',
	});
}

/** The reservation under its name at the root of Create Body. */
function derivedQuery({ slots }: Example): Example {
	const texts: Texts = {};
	for (const { path, placeholders, text } of slots) {
		const [step, ...others] = path;
		const isAlone = others.length === 0 && placeholders.every(isReservation);
		if (isAlone && step?.kind === 'name') texts[step.name] = text;
	}
	const query = parseExample(texts, 'listQuery');
	if (query) return query;
	throw userError({
		what: `${settingName('listQuery')} has to be filled in, as 'Create Body' has no {reservationId} at its root to take the name from`,
		more: 'Such as { "reservation": "{reservationId}" }.',
	});
}

function isReservation({ field }: Placeholder): boolean {
	return field === 'reservationId';
}

/**
 * An item looks like Create Body or, where that is a list with one charge, like
 * its entry.
 */
function derivedShape({ json, slots }: Example): ListShape {
	const root: Step[] = Array.isArray(json)
		? [{ kind: 'entry', position: 0 }]
		: [];
	const why = `${settingName('listResponse')} has to be filled in, as 'Create Body'`;
	const shape = prefixErrors(why, () => listShapeOf(slots, root));
	return { ...shape, itemsPath: [] };
}

function listShapeOf(slots: Slot[], itemsPath: Path): ListShape {
	const itemSlots: Slot[] = [];
	const pageSlots: Slot[] = [];
	for (const slot of slots) {
		const { path } = slot;
		const isOfItem = beginsWith(path, itemsPath);
		const isItem = isOfItem && path.length === itemsPath.length;
		if (isItem || path.some(isLaterEntry)) throw notReadable();
		if (isOfItem === isAboutPages(slot)) throw astray(slot);
		if (!isOfItem && path.some(isWildcard)) throw astray(slot);
		if (isOfItem) {
			itemSlots.push({ ...slot, path: path.slice(itemsPath.length) });
		} else pageSlots.push(slot);
	}
	return { itemsPath, itemSlots, fields: fieldsOf(itemSlots), pageSlots };
}

function isLaterEntry(step: Step): boolean {
	return step.kind === 'entry' && step.position > 0;
}

function isAboutPages(slot: Slot): boolean {
	return PAGE_ANSWER_FIELDS.some((field) => hasField(slot, field));
}

function notReadable() {
	return userError({
		what: 'has a list with single values or several entries with placeholders in it, which is not supported',
		advice:
			'Show one service item, as an object, and one entry of every list in it',
	});
}

function astray(slot: Slot) {
	return userError({
		what: `has ${slot.text} at '${pathText(slot.path)}', where it does not belong`,
		advice: 'Put it elsewhere, or take it out',
		more: 'The values of a service item belong into its entry of the list, those about pages beside the outermost list.',
	});
}

/**
 * To the innermost entry with {id} in it, or whose name is the ID; without any,
 * with {amount}.
 */
function itemsPathIn(slots: Slot[]): Path {
	const keyed = slots.map((slot) => upToLast(slot.path, isByKey));
	const path = longest([...entriesWith('id', slots), ...keyed]);
	if (path.length > 0) return path;
	const byAmount = longest(entriesWith('amount', slots));
	const outside = slots.filter((slot) => !beginsWith(slot.path, byAmount));
	// Only the item is shown, with its amount in a list, such as one of prices.
	const isItem =
		outside.length > 1 && outside.some((slot) => hasField(slot, 'id'));
	return isItem ? [] : byAmount;
}

function entriesWith(field: PlaceholderField, slots: Slot[]): Path[] {
	const holders = slots.filter((slot) => hasField(slot, field));
	return holders.map((slot) => upToLast(slot.path, isWildcard));
}

function upToLast(path: Path, isIt: (step: Step) => boolean): Path {
	return path.slice(0, path.map(isIt).lastIndexOf(true) + 1);
}

function longest(paths: Path[]): Path {
	let found: Path = [];
	for (const path of paths) if (path.length > found.length) found = path;
	return found;
}

const NO_TEXTS = 'is not a JSON object of names and texts';

export function assertTexts(example: Example): void {
	const { json } = example;
	const isFlat = Object.values(json).every(
		(value) => isValue(value) || typeof value === 'boolean',
	);
	if (isFlat && !Array.isArray(json)) return;
	throw userError({
		what: NO_TEXTS,
		advice: 'Write a nested parameter as one name, such as "filter[booking]"',
		more: 'A value is a text, a number, true or false.',
	});
}

export function filledTexts(example: Example, write: Write): Texts {
	const texts: Texts = {};
	for (const [name, value] of Object.entries(fillExample(example, write))) {
		texts[name] = String(value);
	}
	return texts;
}

/** Authorization carries the access token. */
const HEADER_NAME = /^(?!authorization$)[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/**
 * What a header can carry (RFC 9110). For anything else axios fails as for a
 * broken connection, or sends less.
 */
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
			more: `A header stands there once, is not 'Authorization', and has a name of letters, digits and hyphens and a value of one line.`,
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
		});
	}
}
