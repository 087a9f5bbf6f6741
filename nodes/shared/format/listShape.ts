import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { PAGE_ANSWER_FIELDS } from './fields';
import { isBlank, isJsonObject, quoted, readKey } from './json';
import { settingName } from './placeholder';
import type { Key, PlacedSlot, Template } from './template';
import { pathText, readSlots, slotsFor, slotsOf, valueAt } from './template';

/** Where the service items are in the answer to a list, and what else it says. */
export interface ListShape {
	/** The way to one item: names, 0 for every entry of a list, {id} for every value of an object; where none, it is looked for. */
	way: Key[];
	/** One service item, without constants. */
	item: Template;
	/** Their paths start at the item. */
	itemSlots: PlacedSlot[];
	/** What stands beside the items about pages. */
	pageSlots: PlacedSlot[];
}

/** One page of a list, as the answer says it. */
export interface ListPage {
	items: IDataObject[];
	/** The names that lead to the list; none where it is the answer itself. */
	path: string[];
	/** What to ask for the next page with; undefined at the end. */
	cursor?: string;
	/** Address, path or query of the next page; undefined at the end. */
	nextPage?: string;
	/** Undefined where the answer does not say. */
	hasMore?: boolean;
	total?: number;
}

/**
 * Finds the item in an example of a list: the innermost entry with {id} in it, or without any {id}, with {amount}.
 *
 * @throws UserError, whose message goes on after the setting's name
 */
export function listShapeOf(example: Template): ListShape {
	const slots = slotsOf(example);
	const keyed = slots.map(({ path }) => path.slice(0, path.lastIndexOf('{id}') + 1));
	const owned = slotsFor(slots, 'id').map(({ path }) => entryOf(path));
	const marked = [...owned, ...keyed.filter((path) => path.length > 0)];
	const all =
		marked.length > 0 ? marked : slotsFor(slots, 'amount').map(({ path }) => entryOf(path));
	const way = all.reduce((deepest, path) => (path.length > deepest.length ? path : deepest), []);
	const isOfItem = ({ path }: PlacedSlot): boolean => way.every((key, at) => path[at] === key);
	const pageSlots = slots.filter((placed) => !isOfItem(placed));
	const shape = { ...itemShapeOf(templateAt(example, way)), way, pageSlots };
	assertApart(shape);
	return shape;
}

/** The same where nothing but an item is known. */
export function itemShapeOf(example: Template): ListShape {
	const item = withoutConstants(example);
	const itemSlots = slotsOf(item);
	if (itemSlots.some(({ path }) => path.length === 0 || path.some((key) => Number(key) > 0))) {
		throw userError(
			'has a list with single values or several entries with blanks in it, which is not supported. Show one service item, as an object, and one entry of every list in it',
			'What is read has to have a place of its own.',
		);
	}
	return { way: [], item, itemSlots, pageSlots: [] };
}

/** The innermost list entry on a path. */
function entryOf(path: Key[]): Key[] {
	const end = Math.max(-1, ...path.map((key, at) => (isEvery(key) ? at : -1)));
	return path.slice(0, end + 1);
}

function isEvery(key: Key): boolean {
	return typeof key === 'number' || key === '{id}';
}

function templateAt(template: Template, [key, ...rest]: Key[]): Template {
	if (key === undefined || template.kind !== 'branch') return template;
	const entry = template.entries.find((each) => each[0] === key);
	return entry ? templateAt(entry[1], rest) : template;
}

/** Only the places of blanks count in what is read. */
function withoutConstants(template: Template): Template {
	if (template.kind !== 'branch') return template;
	const filled = template.entries.filter(([, { kind }]) => kind !== 'constant');
	const entries = filled.map(([key, entry]): [Key, Template] => [key, withoutConstants(entry)]);
	return { ...template, entries };
}

/** Values of an item stand in it, and what a list says about its pages beside all lists. */
function assertApart({ itemSlots, pageSlots, way }: ListShape): void {
	const isAboutPages = ({ slot }: PlacedSlot): boolean =>
		slot.placeholders.some(({ field }) => PAGE_ANSWER_FIELDS.some((name) => name === field));
	const within = itemSlots.map(({ path, slot }) => ({ path: [...way, ...path], slot }));
	const astray =
		within.find(isAboutPages) ??
		pageSlots.find((placed) => !isAboutPages(placed) || placed.path.some(isEvery));
	if (!astray) return;
	throw userError(
		`has {${astray.slot.placeholders[0]?.field}} at '${pathText(astray.path)}', where it does not belong. ${isAboutPages(astray) ? 'Put it beside the outermost list' : 'Take it out, or put it into the entry of the list that has {id} and {amount} in it'}`,
		'The values of a service item are read from one entry of a list, and what there is about pages from beside the list.',
	);
}

/** Lists of something else; and what the list of service items is called where there are several (assumption). */
const OTHER_NAMES = /^(error|warning|message|link)s?$/i;
const USUAL_NAMES =
	/^(data|items|services|serviceitems|results?|records|content|value|list|rows)$/i;

/**
 * Reads one page of a list.
 *
 * @throws UserError when it holds no list where the example shows it, or none or several where it shows none
 */
export function readListPage(body: unknown, shape: ListShape): ListPage {
	const { way, pageSlots } = shape;
	const found =
		way.length > 0 ? { items: itemsAt(body, way, []), path: namesOf(way) } : searchList(body);
	const values = pageSlots.map((placed) => pageValue(valueAt(body, placed.path), placed));
	return Object.assign(found, ...values) as ListPage;

	function itemsAt(value: unknown, [key, ...rest]: Key[], path: string[]): IDataObject[] {
		if (value === null) return [];
		if (key === undefined) return asItems([value]);
		if (key === 0 && Array.isArray(value)) {
			return value.flatMap((entry: unknown) => itemsAt(entry, rest, path));
		}
		if (key === '{id}' && isJsonObject(value)) {
			return Object.entries(value).flatMap(([id, entry]) => {
				const items = itemsAt(entry, rest, path);
				return rest.length > 0 ? items : items.map((item) => withKey(item, id, shape));
			});
		}
		if (typeof key === 'string' && isJsonObject(value)) {
			return itemsAt(readKey(value, key), rest, [...path, key]);
		}
		throw noList(value, path, key);
	}
}

/** The names on the way to the outermost list. */
function namesOf(way: Key[]): string[] {
	return way.slice(0, way.findIndex(isEvery)).map(String);
}

/** The key of an item is its ID where none stands inside. */
function withKey(item: IDataObject, id: string, { itemSlots }: ListShape): IDataObject {
	const hasId = readSlots(itemSlots, item, 'UTC').values.id !== undefined;
	return hasId ? item : { ...item, id };
}

function asItems(entries: unknown[]): IDataObject[] {
	if (entries.every(isJsonObject)) return entries;
	throw userError(
		`The list of service items in the service's answer has ${quoted(entries.find((entry) => !isJsonObject(entry)))} in it, which is none. Check ${settingName('listResponse')}`,
		'Every entry of the list has to be an object.',
	);
}

function noList(value: unknown, path: string[], key: Key) {
	const place = path.length === 0 ? 'the answer itself' : `'${path.join('.')}'`;
	const wanted = key === 0 ? 'a list' : key === '{id}' ? 'an object' : `'${key}'`;
	return userError(
		`The service's answer does not hold the list of service items: ${settingName('listResponse')} shows ${wanted} at ${place}, and there is ${quoted(value)}. Correct the example there`,
		'It is an example of what the list of a reservation is answered with, with one service item in it.',
	);
}

/** A property of an answer, and the names that lead to it. */
interface Property {
	value: unknown;
	path: string[];
}

/** The answer itself, or the list of objects nearest to its root. */
function searchList(body: unknown): Pick<ListPage, 'items' | 'path'> {
	if (Array.isArray(body)) return { items: asItems(body), path: [] };
	let level: Property[] = [{ value: body, path: [] }];
	while (level.length > 0) {
		level = level.flatMap(propertiesOf);
		const lists = level.filter(({ value }) => Array.isArray(value) && value.every(isJsonObject));
		const usual = lists.filter(({ path }) => isCalled(USUAL_NAMES, path));
		const [found, second] = lists.length > 1 ? usual : lists;
		if (found && !second) return { items: found.value as IDataObject[], path: found.path };
		const places = lists.map(({ path }) => `'${path.join('.')}'`);
		if (lists.length > 0) throw notFound(body, `several lists, ${places.join(' and ')}`);
	}
	if (isNullForList(body)) return { items: [], path: [] };
	throw notFound(body, 'no list of service items');
}

function propertiesOf({ value, path }: Property): Property[] {
	const entries = isJsonObject(value) ? Object.entries(value) : [];
	return entries
		.map(([key, inner]) => ({ value: inner, path: [...path, key] }))
		.filter((property) => !isCalled(OTHER_NAMES, property.path));
}

/** Some services write an empty list as null; where they list something else beside it, that is no empty list. */
function isNullForList(body: unknown): boolean {
	const entries = isJsonObject(body) ? Object.entries(body) : [];
	const isNull = entries.some(([key, value]) => value === null && isCalled(USUAL_NAMES, [key]));
	const hasOther = entries.some(([, value]) => Array.isArray(value) && value.length > 0);
	return body === null || (isNull && !hasOther);
}

/** Compares without case and punctuation: service_items, serviceItems and Service-Items are one name. */
function isCalled(names: RegExp, path: string[]): boolean {
	return names.test((path.at(-1) ?? '').replace(/[^a-z0-9]/gi, ''));
}

function notFound(body: unknown, what: string) {
	const keys = isJsonObject(body) ? Object.keys(body).slice(0, 10) : [];
	return userError(
		`The service's answer holds ${what}. Fill in ${settingName('listResponse')}`,
		`Turn on 'Custom API Format' there and enter what the service answers to a list, with one service item in it and blanks such as {id} and {amount}.${keys.length > 0 ? ` The answer has: ${keys.join(', ')}.` : ''}`,
	);
}

/** Ways to write that there is no next page, and that there is no more. */
const NOTHING = /^\s*(0|false|null)?\s*$/i;
const NO_MORE = /^\s*(0|false|null|no|n)?\s*$/i;

/** What a value about pages may be, as text. */
const PAGE_VALUES: { [field: string]: RegExp } = {
	cursor: /^(?!true$)/,
	nextPage: /^(?!true$|[1-9]\d*$)/,
	hasMore: /^/,
	total: /^\d+$/,
};

function pageValue(found: unknown, { path, slot }: PlacedSlot): Partial<ListPage> {
	if (isBlank(found)) return {};
	const given = typeof found === 'boolean' ? String(found) : found;
	const texts = Object.entries(readSlots([{ path: [], slot }], given, 'UTC').values);
	if (
		texts.length === 0 ||
		!texts.every(([field, text]) => PAGE_VALUES[field]?.test(String(text)))
	) {
		const blanks = slot.placeholders.map(({ field }) => `{${field}}`);
		throw userError(
			`The service's answer has ${quoted(found)} at '${pathText(path)}', where ${settingName('listResponse')} has ${blanks.join(' and ')}. Correct the example there`,
			'Otherwise nobody could say whether the list goes on.',
		);
	}
	const values = texts.map(([field, text]): [string, unknown] => {
		if (field === 'hasMore') return [field, !NO_MORE.test(String(text))];
		if (field === 'total') return [field, Number(text)];
		return [field, NOTHING.test(String(text)) ? undefined : String(text).trim()];
	});
	return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
