import type { IDataObject } from 'n8n-workflow';

import { isJsonObject, plainName } from '../format/json';
import type { PageHints } from '../format/listExample';
import type { FoundItems } from '../format/listItems';
import { asItems } from '../format/listItems';
import type { Mapper } from '../format/mapper';
import { settingName } from '../format/placeholder';
import type { Answer } from '../http/reply';
import { userError } from '../n8n/userError';

export type ListPage = FoundItems & PageHints;

/** @throws UserError when the list is not where List Response shows it or, where it shows none, is not the only one */
export function readListPage(
	{ status, body }: Pick<Answer, 'status' | 'body'>,
	mapper: Mapper,
): ListPage {
	// A 404 comes here only from behind the last page.
	if (status === 204 || status === 404) return { items: [], path: [] };
	const found = mapper.shownItems(body) ?? searchList(body);
	return { ...found, ...mapper.pageHints(body) };
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
	throw userError({
		what: `The service's answer holds ${found ? `several lists, ${places.join(' and ')}` : 'no list of service items'}`,
		advice: `Fill in ${settingName('listResponse')}`,
		more: `Turn on 'Custom API Format' there and enter what the service answers to a list, with one service item in it and placeholders such as {id} and {amount}.${keys.length > 0 ? ` The answer has: ${keys.join(', ')}.` : ''}`,
	});
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
