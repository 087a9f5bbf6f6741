import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from '../wire/apiFormat';
import { readPath } from '../wire/dotPath';
import { idOf } from '../wire/itemId';
import { isBlank, isJsonObject } from '../wire/json';
import { names } from '../wire/names';
import type { BlankField } from '../wire/templates/blank';
import { BLANK_FIELDS } from '../wire/templates/blank';
import { foundAt } from '../wire/templates/readTemplate';
import { readItemsPath } from './itemsPath';

/** Where the items of a list are looked for when the credential names no Items Field (assumption), best first. */
const USUAL_ITEMS_FIELDS = names(
	'data items services serviceItems service_items results result records content value ' +
		'list rows _embedded',
);

/** What a single item is wrapped in as a rule; an item has other objects in it that look like one, such as its guest. */
const USUAL_WRAPPERS = names('data service serviceItem service_item item result record');

/** Fields that tell an item from what it is wrapped in; where an example shows an item, all of them do. */
const MARKS: readonly BlankField[] = ['id', 'amount', 'date', 'description'];

/** Lists of something else. */
export const NO_ITEMS = /error|warning|message|link/i;

/** How deep an item may be wrapped, as in { data: { service: … } }. */
const MAX_WRAPPERS = 2;
/** What else an answer may tell about, which often has an id or an amount of its own. */
const NOT_THE_ITEM = /error|warning|detail|request|reservation|guest|meta/i;
/** Below here, no service wraps an item any more. */
const DEEPEST_ITEM = 4;

/**
 * Finds the service items in the answer to GET /services: at Items Field, or in the answer itself or the likeliest list in it.
 *
 * @throws UserError when there is no list, or more than one it could be
 */
export function itemsOf(body: unknown, format: ApiFormat): IDataObject[] {
	const list = listIn(body, format);
	if (Array.isArray(list)) {
		return list.map((entry: unknown) =>
			isJsonObject(entry) ? entry : ({ value: entry } as IDataObject),
		);
	}
	const where =
		format.itemsField === '' ? 'a list of service items' : `a list at '${format.itemsField}'`;
	throw userError(
		`The service's answer does not hold ${where}. Check 'Items Field' in the credential`,
		`Turn on 'Custom API Format' in the credential and set 'Items Field' to the property that holds the list, for example data.items, or data[].items where every entry of a list has some.${foundIn(body)}`,
	);
}

/** True when the answer to GET /services holds an empty list, a null for one, or nothing that could be it. */
export function holdsNoItems(body: unknown, format: ApiFormat): boolean {
	const list = listIn(body, format) ?? [];
	return Array.isArray(list) && list.length === 0;
}

/** Some services write an empty list as null, which counts only where there is no list at all. */
function listIn(body: unknown, format: ApiFormat): unknown {
	const { itemsField } = format;
	if (itemsField !== '') {
		const list = readItemsPath(body, itemsField, (value) => isLoneItem(value, format));
		return list === null ? [] : list;
	}
	const list = findList(body);
	if (list || !isJsonObject(body)) return list;
	const isNull = USUAL_ITEMS_FIELDS.some((key) => readPath(body, key) === null);
	const hasOther = Object.entries(body).some(
		([key, value]) => isListOfObjects(value) || (Array.isArray(value) && NO_ITEMS.test(key)),
	);
	return isNull && !hasOther ? [] : undefined;
}

/**
 * True for a service item that stands by itself, and not for what has some in it, such as its reservation. An item may have
 * other lists, such as its taxes; then it takes a third mark to tell it from a reservation without items.
 */
function isLoneItem(value: unknown, format: ApiFormat): boolean {
	if (!isJsonObject(value)) return false;
	const marks = marksOf(value, format);
	if (!marks.includes('id') || !marks.includes('amount')) return false;
	const list = findList(value);
	return !list || (marks.length > 2 && !list.some((entry) => isLoneItem(entry, format)));
}

/** The object in the answer to a get, create or update that has most marks of a service item; undefined when there is none. */
export function itemOf(body: unknown, format: ApiFormat): IDataObject | undefined {
	if (Array.isArray(body)) return body.length === 1 ? itemOf(body[0], format) : undefined;
	if (!isJsonObject(body)) return undefined;
	const own = marksOf(body, format).length;
	const { hasItemExample } = format;
	const depth = hasItemExample ? DEEPEST_ITEM : MAX_WRAPPERS;
	const best = wrappedIn(body, own > 0 && !hasItemExample, depth)
		.map((value) => ({ value, likeness: marksOf(value, format).length }))
		.reduce((a, b) => (b.likeness > a.likeness ? b : a), { value: body, likeness: own });
	return best.value;
}

/**
 * True when something that may be a service item is anywhere in an answer: an ID or an amount. A description is no sign of
 * one, as some services put the reason of a refusal there.
 */
export function holdsItem(value: unknown, format: ApiFormat, depth = DEEPEST_ITEM): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const marks = isJsonObject(value) ? marksOf(value, format) : [];
	const isItem = marks.includes('id') || marks.includes('amount');
	if (isItem || depth === 0) return isItem;
	return Object.entries(value).some(
		([key, inner]) => !NOT_THE_ITEM.test(key) && holdsItem(inner, format, depth - 1),
	);
}

/** What an object may wrap, from the outside in; a list counts when it has one entry. */
function wrappedIn(body: IDataObject, onlyUsual: boolean, depth: number): IDataObject[] {
	if (depth === 0) return [];
	return Object.entries(body)
		.filter(([key]) => !onlyUsual || USUAL_WRAPPERS.includes(key))
		.map(([, value]) =>
			Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
		)
		.filter(isJsonObject)
		.flatMap((value) => [value, ...wrappedIn(value, onlyUsual, depth - 1)]);
}

/** The marks of a service item that an object has: an ID, and fields with values at their places. */
function marksOf(value: IDataObject, format: ApiFormat): BlankField[] {
	return (format.hasItemExample ? BLANK_FIELDS : MARKS).filter((field) =>
		field === 'id'
			? idOf(value, format) !== undefined
			: foundAt(format.templates.item, value, field).some((found) => !isBlank(found)),
	);
}

function findList(body: unknown): unknown[] | undefined {
	if (Array.isArray(body)) return body as unknown[];
	if (!isJsonObject(body)) return undefined;
	const usual = USUAL_ITEMS_FIELDS.map((key) => readPath(body, key));
	const list = usual.find(isListOfObjects);
	if (list) return list;
	for (const value of usual) {
		const inner = findList(value);
		if (inner?.every(isJsonObject)) return inner;
	}
	const lists = Object.entries(body)
		.filter(([key]) => !NO_ITEMS.test(key))
		.map(([, value]) => value)
		.filter(isListOfObjects);
	return lists.length === 1 ? lists[0] : undefined;
}

/** True for a list that may be one of service items, an empty one included. */
export function isListOfObjects(value: unknown): value is IDataObject[] {
	return Array.isArray(value) && value.every(isJsonObject);
}

function foundIn(body: unknown): string {
	if (!isJsonObject(body) || Object.keys(body).length === 0) return '';
	return ` The answer has: ${Object.keys(body).slice(0, 10).join(', ')}.`;
}
