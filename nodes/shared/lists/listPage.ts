import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../format/items';
import { isJsonObject, plainName, quoted, readKey } from '../format/json';
import type { PageHints } from '../format/listExample';
import { isEvery } from '../format/listExample';
import type { Mapper } from '../format/mapper';
import { settingName } from '../format/placeholder';
import type { Key } from '../format/template';
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
		'It is an example of what the list of a reservation is answered with, with one service item in it.',
	);
}

/** Names of other lists and, where there are several, of the list of service items (assumption). */
const OTHER_NAMES = /^(error|warning|message|link)s?$/;
const USUAL_NAMES = /^(data|items|services|serviceitems|results?|records|content|value|list|rows)$/;

interface Candidate {
	value: unknown;
	path: string[];
}

function searchList(body: unknown): FoundItems {
	if (body === null) return { items: [], path: [] };
	if (Array.isArray(body)) return { items: asItems(body), path: [] };
	const all = candidatesIn(body).sort((a, b) => a.path.length - b.path.length);
	// An empty list may be one of something else: then deeper ones count as well.
	const depth = (all.find(isFilled) ?? all[0])?.path.length ?? 0;
	const candidates = all.filter(({ path }) => path.length <= depth);
	const lists = candidates.filter(({ value }) => value !== null);
	const usual = lists.filter(isUsual);
	// Null under a usual name is an empty list.
	const nulls = candidates.filter(({ value }) => value === null).slice(0, 1);
	const [found, second] = usual.length > 0 ? usual : nulls.length > 0 ? nulls : lists;
	if (found && !second) return { items: (found.value ?? []) as IDataObject[], path: found.path };
	const places = lists.map(({ path }) => `'${path.join('.')}'`);
	throw notFound(
		body,
		found ? `several lists, ${places.join(' and ')}` : 'no list of service items',
	);
}

function candidatesIn(value: unknown, path: string[] = []): Candidate[] {
	const properties = Object.entries(isJsonObject(value) ? value : {})
		.filter(([key]) => !OTHER_NAMES.test(plainName(key)))
		.map(([key, inner]) => ({ value: inner, path: [...path, key] }));
	const deeper = properties.flatMap((property) => candidatesIn(property.value, property.path));
	return [...properties.filter(isCandidate), ...deeper];
}

function isCandidate(property: Candidate): boolean {
	const { value } = property;
	return Array.isArray(value) ? value.every(isJsonObject) : value === null && isUsual(property);
}

function isFilled({ value }: Candidate): boolean {
	return Array.isArray(value) && value.length > 0;
}

function isUsual({ path }: Candidate): boolean {
	return USUAL_NAMES.test(plainName(path.at(-1) ?? ''));
}

function notFound(body: unknown, what: string) {
	const keys = isJsonObject(body) ? Object.keys(body).slice(0, 10) : [];
	return userError(
		`The service's answer holds ${what}. Fill in ${settingName('listResponse')}`,
		`Turn on 'Custom API Format' there and enter what the service answers to a list, with one service item in it and blanks such as {id} and {amount}.${keys.length > 0 ? ` The answer has: ${keys.join(', ')}.` : ''}`,
	);
}
