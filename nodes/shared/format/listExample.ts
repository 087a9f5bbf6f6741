import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { PAGE_ANSWER_FIELDS } from './fields';
import { isBlank, isJsonObject, quoted } from './json';
import { settingName } from './placeholder';
import type { Key, PlacedSlot, Reading, Template } from './template';
import { pathText, readSlots, slotsFor, slotsOf, valueAt } from './template';

/** Where the service items are in the answer to a list, and what else it says. */
export interface ListShape {
	/** The way to one item: names, 0 for every entry of a list, {id} for every value of an object; where none, it is looked for. */
	way: Key[];
	/** Names around everything in an item, its ID included, as in `edges[].node`: an answer with one item may lack them. */
	wrapper: string[];
	/** One service item, without constants. */
	item: Template;
	/** Their paths start at the item. */
	itemSlots: PlacedSlot[];
	/** What stands beside the items about pages. */
	pageSlots: PlacedSlot[];
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
	const item = templateAt(example, way);
	if (!isOneItem(item)) {
		throw userError(
			'has a list with single values or several entries with blanks in it, which is not supported. Show one service item, as an object, and one entry of every list in it',
			'What is read has to have a place of its own.',
		);
	}
	const shape = { ...itemShapeOf(item), way, pageSlots };
	assertApart(shape);
	return shape;
}

/** The same where nothing but an item is known. */
export function itemShapeOf(example: Template): ListShape {
	const item = withoutConstants(example);
	const itemSlots = slotsOf(item);
	return { way: [], wrapper: wrapperOf(itemSlots), item, itemSlots, pageSlots: [] };
}

/** True where every blank has a place of its own. */
export function isOneItem(example: Template): boolean {
	return slotsOf(withoutConstants(example)).every(
		({ path }) => path.length > 0 && path.every((key) => key === 0 || typeof key === 'string'),
	);
}

function wrapperOf(slots: PlacedSlot[]): string[] {
	const [first = [], ...others] = slots.map(({ path }) => path.slice(0, -1));
	const end = first.findIndex(
		(key, at) => typeof key !== 'string' || others.some((path) => path[at] !== key),
	);
	const hasId = slotsFor(slots, 'id').length > 0;
	return hasId ? first.slice(0, end < 0 ? first.length : end).map(String) : [];
}

/** An item with the names that stand around it in a list, also where a single answer lacks them. */
export function wrapped(item: IDataObject, { wrapper }: ListShape): IDataObject {
	if (isJsonObject(valueAt(item, wrapper))) return item;
	return wrapper.reduceRight<IDataObject>((inner, name) => ({ [name]: inner }), item);
}

/** Reads the values of an item. */
export function readItem(item: IDataObject, list: ListShape, timeZone: string): Reading {
	return readSlots(list.itemSlots, wrapped(item, list), timeZone);
}

/** An item of an object that has items by their IDs: the key is its ID where none stands inside. */
export function withKey(item: IDataObject, id: string, list: ListShape): IDataObject {
	const hasId = readItem(item, list, 'UTC').values.id !== undefined;
	return hasId ? item : { ...item, id };
}

/** The innermost list entry on a path. */
function entryOf(path: Key[]): Key[] {
	const end = Math.max(-1, ...path.map((key, at) => (isEvery(key) ? at : -1)));
	return path.slice(0, end + 1);
}

/** True where a key on the way to the items stands for all there are. */
export function isEvery(key: Key): boolean {
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

/** What a page of a list says at the blanks beside its items. */
export interface PageHints {
	/** What to ask for the next page with; undefined at the end. */
	cursor?: string;
	/** Address, path or query of the next page; undefined at the end. */
	nextPage?: string;
	/** Undefined where the answer does not say. */
	hasMore?: boolean;
	total?: number;
}

/** @throws UserError where a value is of another kind than its blank */
export function pageHintsIn(body: unknown, { pageSlots }: ListShape): PageHints {
	const hints = pageSlots.map((placed) => hintsAt(valueAt(body, placed.path), placed));
	return Object.assign({}, ...hints) as PageHints;
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

function hintsAt(found: unknown, { path, slot }: PlacedSlot): PageHints {
	if (isBlank(found)) return {};
	const given = typeof found === 'boolean' ? String(found) : found;
	const texts = Object.entries(readSlots([{ path: [], slot }], given, 'UTC').values);
	const isRight = ([field, text]: [string, unknown]): boolean =>
		PAGE_VALUES[field]?.test(String(text)) ?? false;
	if (texts.length === 0 || !texts.every(isRight)) {
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
