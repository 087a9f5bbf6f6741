import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import type { Slot } from './example';
import { readSlots } from './example';
import { PAGE_ANSWER_FIELDS, settingName } from './fields';
import { readingOf } from './items';
import type { ServiceAnswer } from './json';
import {
	asObject,
	isBlank,
	isJsonObject,
	plainName,
	quoted,
	readKey,
} from './json';
import type { Path, Step } from './path';
import { isWildcard, namesOf, pathText, putAt, valueAt } from './path';

export interface ListPage extends PageHints {
	items: IDataObject[];
	/** The names that lead to the list. */
	path: string[];
	/**
	 * The answer without what the hints are read from: other signs of more are
	 * looked for there.
	 */
	rest: unknown;
}

interface PageHints {
	/** Undefined at the end. */
	cursor?: string;
	/** An address, a path or a query; undefined at the end. */
	nextPage?: string;
	hasMore?: boolean;
	total?: number;
}

/**
 * @throws UserError when the list is not where List Response shows it or, where
 * it shows none, is not the only one; or where a value about pages is of
 * another kind than its placeholder
 */
export function readPage(
	format: ApiFormat,
	{ status, body }: Pick<ServiceAnswer, 'status' | 'body'>,
): ListPage {
	// A 404 comes here only from behind the last page.
	if (status === 204 || status === 404) {
		return { items: [], path: [], rest: undefined };
	}
	let rest = body;
	for (const { path } of format.list.pageSlots) {
		rest = putAt(rest, path, undefined);
	}
	const { entries, path } = shownList(format, body) ?? searchList(body);
	return {
		items: entries.map(asItem),
		path,
		rest,
		...pageHintsIn(format, body),
	};
}

function asItem(entry: unknown): IDataObject {
	if (isJsonObject(entry)) return entry;
	throw userError({
		what: `The list of service items in the service's answer has ${quoted(entry)} in it, which is none`,
		advice: `Check ${settingName('listResponse')}`,
	});
}

interface FoundList {
	entries: unknown[];
	path: string[];
}

/** Where List Response shows it; undefined where it shows none. */
function shownList(format: ApiFormat, body: unknown): FoundList | undefined {
	const { itemsPath } = format.list;
	if (itemsPath.length === 0) return undefined;
	let found: FoundEntry[] = [{ value: body }];
	for (const [depth, step] of itemsPath.entries()) {
		const place = itemsPath.slice(0, depth);
		found = found.flatMap((each) => entriesIn(each.value, step, place));
	}
	const entries: unknown[] = [];
	for (const { value, key } of found) {
		// The name in an object of items is the ID where none stands inside.
		const isNamed =
			key !== undefined && isJsonObject(value) && !hasOwnId(format, value);
		if (value !== null) entries.push(isNamed ? { ...value, id: key } : value);
	}
	const outermost = itemsPath.findIndex(isWildcard);
	return { entries, path: namesOf(itemsPath.slice(0, outermost)) };
}

function hasOwnId(format: ApiFormat, item: IDataObject): boolean {
	return readingOf(format, item).values.id !== undefined;
}

interface FoundEntry {
	value: unknown;
	key?: string;
}

function entriesIn(value: unknown, step: Step, place: Path): FoundEntry[] {
	if (value === null) return [];
	if (step.kind === 'entry' && Array.isArray(value)) {
		return value.map((entry: unknown) => ({ value: entry }));
	}
	// PHP writes an empty object as [].
	if (step.kind === 'byKey' && Array.isArray(value) && value.length === 0) {
		return [];
	}
	if (step.kind === 'entry' || !isJsonObject(value)) {
		throw missingList(value, step, place);
	}
	if (step.kind === 'name') return [{ value: readKey(value, step.name) }];
	return Object.entries(value).map(([key, inner]) => ({ key, value: inner }));
}

function missingList(value: unknown, step: Step, place: Path) {
	let where = 'the answer itself';
	if (place.length > 0) where = `'${pathText(place)}'`;
	let wanted = step.kind === 'entry' ? 'a list' : 'an object';
	if (step.kind === 'name') wanted = `'${step.name}'`;
	return userError({
		what: `The service's answer does not hold the list of service items: ${settingName('listResponse')} shows ${wanted} at ${where}, and there is ${quoted(value)}`,
		advice: 'Correct the example there',
		more: 'An entry of a list may have it null or empty, but not lack it.',
	});
}

/**
 * Names of other lists and, where there are several, of the list of service
 * items (assumption).
 */
const OTHER_NAMES = /^(error|warning|message|link)s?$/;
const USUAL_NAMES =
	/^(data|items|services|serviceitems|results?|records|content|value|list|rows)$/;

/**
 * The list of objects nearest to the root; of several the one with a usual
 * name, under which null is an empty list.
 */
function searchList(body: unknown): FoundList {
	if (body === null || Array.isArray(body)) {
		return { entries: body ?? [], path: [] };
	}
	const all = listsIn(body).sort(
		(one, other) => one.path.length - other.path.length,
	);
	// An empty list may be one of something else: then deeper ones count as well.
	const nearest = all.find((each) => each.entries.length > 0) ?? all[0];
	const near = all.filter(
		(each) => each.path.length <= (nearest?.path.length ?? 0),
	);
	const lists = near.filter((each) => !each.isNull);
	const usual = lists.filter((each) => isUsual(each.path));
	const nulls = near.filter((each) => each.isNull).slice(0, 1);
	const [found, second] =
		[usual, nulls, lists].find((each) => each.length > 0) ?? [];
	if (found && !second) return found;
	const names = lists.map((each) => `'${each.path.join('.')}'`);
	let what = 'no list of service items';
	if (found) what = `several lists, ${names.join(' and ')}`;
	throw userError({
		what: `The service's answer holds ${what}`,
		advice: `Fill in ${settingName('listResponse')}`,
		more: `Turn on 'Custom API Format' there and enter what the service answers to a list, with one service item in it and placeholders such as {id} and {amount}. The answer has: ${Object.keys(asObject(body)).slice(0, 10).join(', ')}.`,
	});
}

function listsIn(
	value: unknown,
	path: string[] = [],
): Array<FoundList & { isNull: boolean }> {
	if (value === null && isUsual(path)) {
		return [{ entries: [], path, isNull: true }];
	}
	if (Array.isArray(value) && value.every(isJsonObject)) {
		return [{ entries: value, path, isNull: false }];
	}
	if (!isJsonObject(value)) return [];
	const names = Object.keys(value).filter(
		(name) => !OTHER_NAMES.test(plainName(name)),
	);
	return names.flatMap((name) => listsIn(value[name], [...path, name]));
}

function isUsual(path: string[]): boolean {
	return USUAL_NAMES.test(plainName(path.at(-1) ?? ''));
}

const NOTHING = /^(0|false|null)?$/i;
const NO_MORE = /^(0|false|null|no|n)?$/i;
const PAGE_VALUES = {
	cursor: /^(?!true$)/,
	nextPage: /^(?!true$|[1-9]\d*$)/,
	hasMore: /^/,
	total: /^\d+$/,
};

function pageHintsIn(format: ApiFormat, body: unknown): PageHints {
	const hints: PageHints = {};
	for (const slot of format.list.pageSlots) {
		const found = valueAt(body, slot.path);
		if (isBlank(found)) continue;
		const given = typeof found === 'boolean' ? String(found) : found;
		const { values } = readSlots([{ ...slot, path: [] }], given, 'UTC');
		const fields = PAGE_ANSWER_FIELDS.filter(
			(field) => values[field] !== undefined,
		);
		const isRight = fields.every((field) =>
			PAGE_VALUES[field].test(String(values[field])),
		);
		if (fields.length === 0 || !isRight) throw unreadable(found, slot);
		for (const field of fields) {
			const text = String(values[field]).trim();
			if (field === 'hasMore') hints.hasMore = !NO_MORE.test(text);
			else if (field === 'total') hints.total = Number(text);
			else if (!NOTHING.test(text)) hints[field] = text;
		}
	}
	return hints;
}

function unreadable(found: unknown, slot: Slot) {
	return userError({
		what: `The service's answer has ${quoted(found)} at '${pathText(slot.path)}', where ${settingName('listResponse')} has ${slot.text}`,
		advice: 'Correct the example there',
	});
}
