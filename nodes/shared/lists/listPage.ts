import type { IDataObject } from 'n8n-workflow';

import { isJsonObject, plainName, quoted, readKey } from '../format/json';
import type { PageHints } from '../format/listExample';
import { isEvery } from '../format/listExample';
import type { Mapper } from '../format/mapper';
import { settingName } from '../format/placeholder';
import type { Key } from '../format/template';
import type { Answer } from '../http/reply';
import { userError } from '../n8n/userError';

interface FoundItems {
	items: IDataObject[];
	/** The names that lead to the list. */
	path: string[];
}

export type ListPage = FoundItems & PageHints;

/** @throws UserError when the list is not where List Response shows it or, where it shows none, is not the only one */
export function readListPage(
	{ status, body }: Pick<Answer, 'status' | 'body'>,
	mapper: Mapper,
): ListPage {
	// A 404 comes here only from behind the last page.
	if (status === 204 || status === 404) return { items: [], path: [] };
	const found = mapper.wayToItems.length > 0 ? shownList(body, mapper) : searchList(body);
	return { ...found, ...mapper.pageHints(body) };
}

function shownList(body: unknown, { wayToItems, withKey }: Mapper): FoundItems {
	const path = wayToItems.slice(0, wayToItems.findIndex(isEvery)).map(String);
	return { items: itemsAt(body, wayToItems, ''), path };

	function itemsAt(value: unknown, [key, ...rest]: Key[], place: string): IDataObject[] {
		if (value === null) return [];
		if (key === undefined) return asItems([value]);
		if (key === 0 && Array.isArray(value)) {
			return value.flatMap((entry, at) => itemsAt(entry, rest, `${place}[${at}]`));
		}
		// PHP writes an empty object as [].
		if (key === '{id}' && Array.isArray(value) && value.length === 0) return [];
		if (key === '{id}' && isJsonObject(value)) {
			return Object.entries(value).flatMap(([id, entry]) => {
				const items = itemsAt(entry, rest, `${place}.${id}`);
				return rest.length > 0 ? items : items.map((item) => withKey(item, id));
			});
		}
		if (typeof key === 'string' && key !== '{id}' && isJsonObject(value)) {
			return itemsAt(readKey(value, key), rest, `${place}.${key}`);
		}
		throw missingList(value, place, key);
	}
}

function asItems(entries: unknown[]): IDataObject[] {
	if (entries.every(isJsonObject)) return entries;
	throw userError(
		`The list of service items in the service's answer has ${quoted(entries.find((entry) => !isJsonObject(entry)))} in it, which is none. Check ${settingName('listResponse')}`,
		'Every entry of the list has to be an object.',
	);
}

function missingList(value: unknown, place: string, key: Key) {
	const isWithin = /\[\d+\]/.test(place);
	const wanted = key === 0 ? 'a list' : key === '{id}' ? 'an object' : `'${key}'`;
	return userError(
		`The service's answer does not hold the list of service items: ${settingName('listResponse')} shows ${wanted} at ${place === '' ? 'the answer itself' : `'${place.replace(/^\./, '')}'`}, and there is ${quoted(value)}. Correct the example there${isWithin ? ': an entry of a list may have it null or empty, but not lack it' : ''}`,
		'It is an example of the answer to the list of a reservation, with one service item in it.',
	);
}

/** Names of other lists and, where there are several, of the list of service items (assumption). */
const OTHER_NAMES = /^(error|warning|message|link)s?$/;
const USUAL_NAMES = /^(data|items|services|serviceitems|results?|records|content|value|list|rows)$/;

interface Candidate {
	/** Null under a usual name is an empty list. */
	items: IDataObject[] | null;
	path: string[];
}

function searchList(body: unknown): FoundItems {
	if (body === null || Array.isArray(body)) return { items: asItems(body ?? []), path: [] };
	const all = candidatesIn(body).sort((a, b) => a.path.length - b.path.length);
	// An empty list may be one of something else: then deeper ones count as well.
	const depth = (all.find(({ items }) => items?.length) ?? all[0])?.path.length ?? 0;
	const candidates = all.filter(({ path }) => path.length <= depth);
	const lists = candidates.filter(({ items }) => items !== null);
	const nulls = candidates.filter(({ items }) => items === null).slice(0, 1);
	const usual = lists.filter(({ path }) => isUsual(path));
	const [found, second] = [usual, nulls, lists].find((each) => each.length > 0) ?? [];
	if (found && !second) return { items: found.items ?? [], path: found.path };
	const places = lists.map(({ path }) => `'${path.join('.')}'`);
	const keys = isJsonObject(body) ? Object.keys(body).slice(0, 10) : [];
	throw userError(
		`The service's answer holds ${found ? `several lists, ${places.join(' and ')}` : 'no list of service items'}. Fill in ${settingName('listResponse')}`,
		`Turn on 'Custom API Format' there and enter what the service answers to a list, with one service item in it and blanks such as {id} and {amount}.${keys.length > 0 ? ` The answer has: ${keys.join(', ')}.` : ''}`,
	);
}

function candidatesIn(value: unknown, path: string[] = []): Candidate[] {
	if (Array.isArray(value)) return value.every(isJsonObject) ? [{ items: value, path }] : [];
	if (value === null) return isUsual(path) ? [{ items: null, path }] : [];
	return Object.entries(isJsonObject(value) ? value : {})
		.filter(([key]) => !OTHER_NAMES.test(plainName(key)))
		.flatMap(([key, inner]) => candidatesIn(inner, [...path, key]));
}

function isUsual(path: string[]): boolean {
	return USUAL_NAMES.test(plainName(path.at(-1) ?? ''));
}
