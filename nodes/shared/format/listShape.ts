import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { BlankField } from './fields';
import { PAGE_ANSWER_FIELDS } from './fields';
import { isBlank, isJsonObject, quoted, readKey } from './json';
import { EXAMPLES } from './placeholder';
import type { Key, PlacedSlot, Template } from './template';
import { fieldsOf, pathText, readSlots, slotsOf, valueAt } from './template';

/** A step from an answer to its items: to a property, into every entry of a list, or to all values of an object. */
type Step = { name: string } | 'list' | 'byId';

/** Where the service items are in the answer to a list, and what else it says. */
export interface ListShape {
	/** Undefined where no list is shown: then it is looked for. */
	steps?: Step[];
	/** One service item, without constants. */
	item: Template;
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
 * Finds out where the item is in an example of a list.
 *
 * @throws UserError, whose message goes on after the setting's name
 */
export function listShapeOf(example: Template): ListShape {
	const mark = fieldsOf(example).has('id') || hasIdAsKey(example) ? 'id' : 'amount';
	const found = innermostEntry(example, mark);
	const shape = itemShapeOf(withoutConstants(found?.item ?? example));
	const isOfItem = (placed: PlacedSlot): boolean =>
		shape.itemSlots.some(({ slot }) => slot === placed.slot);
	const pageSlots = slotsOf(example).filter((placed) => !isOfItem(placed));
	assertApart(shape.itemSlots, pageSlots);
	if (found && shape.item.kind !== 'object') {
		throw userError(
			'has a list of single values, which is not supported. Show a list of objects',
			'A service item is an object with a property for its amount.',
		);
	}
	return { ...shape, steps: found?.steps, pageSlots };
}

/** The same where nothing but an item is known, so that the list has to be looked for. */
export function itemShapeOf(item: Template): ListShape {
	assertOneByOne(item);
	return { item, itemSlots: slotsOf(item), pageSlots: [] };
}

function hasIdAsKey(template: Template): boolean {
	if (template.kind === 'constant' || template.kind === 'slot') return false;
	return template.kind === 'byId' || template.entries.some(([, entry]) => hasIdAsKey(entry));
}

/** True for what has the mark in it, as a blank or, for the ID, as a key. */
function holds(template: Template, mark: BlankField): boolean {
	return fieldsOf(template).has(mark) || (mark === 'id' && hasIdAsKey(template));
}

/** The innermost list entry with the mark in it, and the way to it. */
function innermostEntry(
	template: Template,
	mark: BlankField,
): { steps: Step[]; item: Template } | undefined {
	if (template.kind === 'constant' || template.kind === 'slot') return undefined;
	const marked = template.entries.filter(
		([, entry]) => entry.kind !== 'constant' && (template.kind === 'byId' || holds(entry, mark)),
	);
	const inner = marked.map(([key, entry]) => ({ key, entry, found: innermostEntry(entry, mark) }));
	const isEntry = template.kind !== 'object';
	const ways = inner.filter(({ found }) => found !== undefined || isEntry);
	const [way] = ways;
	if (!way) return undefined;
	if (ways.length > 1) {
		throw userError(
			`shows more than one service item, as {${mark}} stands in several entries of lists. Leave one of them`,
			'The example is a list with one service item in it.',
		);
	}
	const step: Step = template.kind === 'object' ? { name: String(way.key) } : template.kind;
	return {
		steps: [step, ...(way.found?.steps ?? [])],
		item: way.found?.item ?? way.entry,
	};
}

/** Only the places of blanks count in what is read. */
function withoutConstants(template: Template): Template {
	if (template.kind === 'constant' || template.kind === 'slot') return template;
	const entries = template.entries
		.filter(([, entry]) => entry.kind !== 'constant')
		.map(([key, entry]): [Key, Template] => [key, withoutConstants(entry)]);
	return { kind: template.kind, entries };
}

/** Values of an item stand in it, and what a list says about its pages beside all lists. */
function assertApart(itemSlots: PlacedSlot[], pageSlots: PlacedSlot[]): void {
	const isAboutPages = ({ slot }: PlacedSlot): boolean =>
		slot.placeholders.some(({ field }) => PAGE_ANSWER_FIELDS.some((name) => name === field));
	const astray =
		itemSlots.find(isAboutPages) ??
		pageSlots.find((placed) => !isAboutPages(placed) || placed.path.includes(0));
	if (!astray) return;
	const place = isAboutPages(astray)
		? 'beside the outermost list'
		: 'into the same entry of the list as {id} and {amount}, or take it out';
	throw userError(
		`has {${astray.slot.placeholders[0]?.field}} at '${pathText(astray.path)}', where it does not belong. Put it ${place}`,
		'The values of a service item are read from one entry of a list, and what there is about pages from beside the list.',
	);
}

/** Of several entries with blanks, nobody could say which one a value is for. */
function assertOneByOne(item: Template): void {
	if (item.kind === 'constant' || item.kind === 'slot') return;
	if (item.kind === 'list' && item.entries.length > 1) {
		throw userError(
			'has a service item with several entries of one list in it, which is not supported. Leave one of them, or take the list out',
			'What is read has to have a place of its own.',
		);
	}
	for (const [, entry] of item.entries) assertOneByOne(entry);
}

/** Lists of something else. */
const NO_ITEMS = /^(error|warning|message|link)s?$/;
const USUAL_NAMES = new Set(
	'data items services serviceitems results result records content value list rows'.split(' '),
);

/**
 * Reads one page of a list.
 *
 * @throws UserError when it holds no list where the example shows it, or none or several where it shows none
 */
export function readListPage(body: unknown, shape: ListShape): ListPage {
	const { steps } = shape;
	const found = steps
		? { items: itemsAt(body, steps, [], shape), path: namesIn(steps) }
		: searchList(body);
	return { ...found, ...pageValues(body, shape) };
}

/** The names on the way to the outermost list. */
function namesIn(steps: Step[]): string[] {
	const end = steps.findIndex((step) => typeof step === 'string');
	return steps.slice(0, end).map((step) => (typeof step === 'string' ? '' : step.name));
}

function itemsAt(
	value: unknown,
	[step, ...rest]: Step[],
	path: string[],
	shape: ListShape,
): IDataObject[] {
	if (value === null) return [];
	if (step === undefined) return entriesAsItems([value]);
	if (step === 'list' && Array.isArray(value)) {
		return value.flatMap((entry: unknown) => itemsAt(entry, rest, path, shape));
	}
	if (step === 'byId' && isJsonObject(value)) {
		return Object.entries(value).flatMap(([id, entry]) => {
			const items = itemsAt(entry, rest, path, shape);
			return rest.length > 0 ? items : items.map((item) => withKey(item, id, shape));
		});
	}
	if (typeof step === 'object' && isJsonObject(value)) {
		return itemsAt(readKey(value, step.name), rest, [...path, step.name], shape);
	}
	throw noList(value, path, step);
}

/** The key of an item is its ID where none stands inside. */
function withKey(item: IDataObject, id: string, { itemSlots }: ListShape): IDataObject {
	const hasId = readSlots(itemSlots, item, 'UTC').values.id !== undefined;
	return hasId ? item : { ...item, id };
}

function entriesAsItems(entries: unknown[]): IDataObject[] {
	if (entries.every(isJsonObject)) return entries;
	const other = entries.find((entry) => !isJsonObject(entry));
	throw userError(
		`The list of service items in the service's answer has ${quoted(other)} in it, which is none. Check '${EXAMPLES.listResponse}' in the Reservation Service credential`,
		'Every entry of the list has to be an object.',
	);
}

function noList(value: unknown, path: string[], step: Step) {
	const place = path.length === 0 ? 'the answer itself' : `'${path.join('.')}'`;
	const wanted =
		step === 'list' ? 'a list' : typeof step === 'object' ? `'${step.name}'` : 'an object';
	const found = value === undefined ? 'nothing' : quoted(value);
	return userError(
		`The service's answer does not hold the list of service items: '${EXAMPLES.listResponse}' in the Reservation Service credential shows ${wanted} at ${place}, and there is ${found}. Correct the example there`,
		'It is an example of what the list of a reservation is answered with, with one service item in it.',
	);
}

/** The answer itself, or the list of objects nearest to its root. */
function searchList(body: unknown): Pick<ListPage, 'items' | 'path'> {
	if (Array.isArray(body)) return { items: entriesAsItems(body), path: [] };
	let level = isJsonObject(body) ? [{ value: body, path: [] as string[] }] : [];
	while (level.length > 0) {
		const properties = level.flatMap(({ value, path }) =>
			Object.entries(value).map(([key, inner]) => ({ inner, path: [...path, key] })),
		);
		const lists = properties.filter(({ inner, path }) => isListOfObjects(inner) && !isOther(path));
		const usual = lists.filter(({ path }) => USUAL_NAMES.has(plainName(path.at(-1) ?? '')));
		const [only] = lists.length === 1 ? lists : usual;
		if (only && (lists.length === 1 || usual.length === 1)) {
			return { items: only.inner as IDataObject[], path: only.path };
		}
		if (lists.length > 0)
			throw notFound(
				body,
				`several lists, ${lists.map(({ path }) => `'${path.join('.')}'`).join(' and ')}`,
			);
		level = properties.flatMap(({ inner, path }) =>
			isJsonObject(inner) && !isOther(path) ? [{ value: inner, path }] : [],
		);
	}
	if (body === null || hasNullForList(body)) return { items: [], path: [] };
	throw notFound(body, 'no list of service items');
}

function isListOfObjects(value: unknown): boolean {
	return Array.isArray(value) && value.every(isJsonObject);
}

function isOther(path: string[]): boolean {
	return NO_ITEMS.test(plainName(path.at(-1) ?? ''));
}

/** Some services write an empty list as null; what else they list beside it then is no empty list. */
function hasNullForList(body: unknown): boolean {
	const entries = isJsonObject(body) ? Object.entries(body) : [];
	const isNull = entries.some(([key, value]) => value === null && USUAL_NAMES.has(plainName(key)));
	return isNull && !entries.some(([, value]) => Array.isArray(value) && value.length > 0);
}

/** A name without case and punctuation: next_page, nextPage and Next-Page are one. */
function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function notFound(body: unknown, what: string) {
	const keys = isJsonObject(body) ? Object.keys(body).slice(0, 10) : [];
	return userError(
		`The service's answer holds ${what}. Fill in '${EXAMPLES.listResponse}' in the Reservation Service credential`,
		`Turn on 'Custom API Format' there and enter what the service answers to a list, with one service item in it and blanks such as {id} and {amount}.${keys.length > 0 ? ` The answer has: ${keys.join(', ')}.` : ''}`,
	);
}

/** Ways to write that there is no next page, and that there is no more. */
const NOTHING = /^\s*(0|false|null)?\s*$/i;
const NO_MORE = /^\s*(0|false|null|no|n)?\s*$/i;

type PageValues = Omit<ListPage, 'items' | 'path'>;

function pageValues(body: unknown, { pageSlots }: ListShape): PageValues {
	const values = pageSlots.map((placed) => pageValue(valueAt(body, placed.path), placed));
	return Object.assign({}, ...values) as PageValues;
}

function pageValue(found: unknown, { path, slot }: PlacedSlot): PageValues {
	const given = typeof found === 'boolean' ? String(found) : found;
	const { values } = readSlots([{ path: [], slot }], given, 'UTC');
	const { cursor, nextPage, hasMore, total } = values;
	const isUnread = Object.keys(values).length === 0 && !isBlank(given);
	const isCount = total === undefined || /^\d+$/.test(String(total));
	const isLink = nextPage === undefined || typeof found === 'string' || NOTHING.test(String(found));
	if (isUnread || !isCount || !isLink || (found === true && hasMore === undefined)) {
		const blanks = slot.placeholders.map(({ field }) => `{${field}}`);
		throw userError(
			`The service's answer has ${quoted(found)} at '${pathText(path)}', where '${EXAMPLES.listResponse}' in the Reservation Service credential has ${blanks.join(' and ')}. Correct the example there`,
			'Otherwise nobody could say whether the list goes on.',
		);
	}
	return {
		...(cursor !== undefined && !NOTHING.test(String(cursor)) && { cursor: String(cursor) }),
		...(nextPage !== undefined &&
			!NOTHING.test(String(nextPage)) && { nextPage: String(nextPage).trim() }),
		...(hasMore !== undefined && { hasMore: !NO_MORE.test(String(hasMore)) }),
		...(total !== undefined && { total: Number(total) }),
	};
}
