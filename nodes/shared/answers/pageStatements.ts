import type { IDataObject } from 'n8n-workflow';

import type { Answer } from './outcome';
import { isListOfObjects, NO_ITEMS } from './envelope';
import { isJsonObject } from '../wire/json';
import { nameSet, plainName } from '../wire/names';

// All names are assumptions.

/** Objects in which a list speaks of its pages. */
const WRAPPERS = nameSet(
	'meta pagination paging page pageinfo links cursor cursors data result results response embedded',
);
const DEEPEST_WRAPPER = 3;

/** What makes a `total` a count; alone it may be a sum of money. */
const PAGING_PARAMETERS = nameSet(
	'limit offset perpage page pagesize pagenumber currentpage skip startat maxresults pagination paging pageinfo',
);
const PAGING_WRAPPERS = nameSet('pagination paging page pageinfo');

/** What of an answer a list is read from. */
export type ListAnswer = Pick<Answer, 'status' | 'headers' | 'body'>;

/** One thing an answer says about its pages. */
export interface Statement {
	/** Where it says so, for texts. */
	where: string;
	/** What it is about, by its plain name. */
	about: string;
	value: unknown;
}

/**
 * One walk over everything that may speak of pages: the body from the outside in, then the headers.
 *
 * @param itemsField where the list is, if that is known
 */
export function statementsIn({ status, headers, body }: ListAnswer, itemsField = ''): Statement[] {
	const inBody = isJsonObject(body)
		? statementsInBody(body, '', false, DEEPEST_WRAPPER, itemsField)
		: [];
	return [...inBody, ...statementsInHeaders(status, headers)];
}

/** @param isPaging true when nothing in this object is about anything but pages */
function statementsInBody(
	body: IDataObject,
	path: string,
	isPaging: boolean,
	depth: number,
	itemsField: string,
): Statement[] {
	const entries = Object.entries(body);
	const isTotalCount = isPaging || entries.some(([key, value]) => isPagingParameter(key, value));
	const own = entries.flatMap(([key, value]): Statement[] => {
		const where = `${path}${key}`;
		const name = plainName(key);
		if (name === 'links' && Array.isArray(value)) return nextOf(value, where);
		if (isJsonObject(value) && 'href' in value) {
			return [{ where: `${where}.href`, about: name, value: value.href }];
		}
		return [{ where, about: name === 'total' && isTotalCount ? 'totalitems' : name, value }];
	});
	if (depth === 0) return own;
	const isHere = entries.some(([key, value]) => !NO_ITEMS.test(key) && isListOfObjects(value));
	const inner = entries.flatMap(([key, value]) => {
		const isHolder =
			itemsField === '' ? !isHere && holdsList(value) : itemsField.startsWith(`${path}${key}.`);
		return isJsonObject(value) && (isHolder || WRAPPERS.has(plainName(key)))
			? statementsInBody(
					value,
					`${path}${key}.`,
					PAGING_WRAPPERS.has(plainName(key)),
					isHolder ? depth : depth - 1,
					itemsField,
				)
			: [];
	});
	return [...own, ...inner];
}

/** What has the list in it may speak of its pages under any name, as in `data.reservation.charges`; beside a list, it has another. */
function holdsList(value: unknown): boolean {
	return (
		isJsonObject(value) &&
		Object.values(value).some((inner) => isListOfObjects(inner) || holdsList(inner))
	);
}

/** Of links in a list: [{ rel: 'next', href: … }]. */
function nextOf(links: unknown[], where: string): Statement[] {
	return links.filter(isJsonObject).flatMap((link) => {
		const rels = [link.rel].flat();
		const isNext = rels.some((rel) => typeof rel === 'string' && /^next$/i.test(rel));
		return isNext ? [{ where, about: 'next', value: link.href ?? link.url ?? link.uri }] : [];
	});
}

/** An object that has a total of its own says nothing about another one. */
function isPagingParameter(key: string, value: unknown): boolean {
	if (!PAGING_PARAMETERS.has(plainName(key))) return false;
	if (!isJsonObject(value)) return countOf(value) !== undefined;
	return !Object.keys(value).some((inner) => plainName(inner).startsWith('total'));
}

function statementsInHeaders(status: number, headers: Answer['headers']): Statement[] {
	const total = totalInRange(headers['content-range']);
	const isPartial = status === 206 && total === undefined;
	return [
		{ where: 'Link', about: 'next', value: nextInLinkHeader(headers.link) },
		{ where: 'Content-Range', about: 'totalitems', value: total },
		{ where: 'status 206', about: 'hasmore', value: isPartial ? true : undefined },
		...Object.entries(headers)
			.filter(([name]) => name.startsWith('x-'))
			.map(([name, value]) => ({ where: titled(name), about: plainName(name), value })),
	].filter(({ value }) => value !== undefined);
}

/** The target of rel=next (RFC 8288). */
function nextInLinkHeader(header: unknown): string | undefined {
	if (typeof header !== 'string') return undefined;
	const isNext = /;\s*rel="?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:;|$)/i;
	const link = header.split(/,(?=\s*<)/).find((each) => isNext.test(each));
	return link && /<([^>]*)>/.exec(link)?.[1];
}

/** The 66 of `items 0-24/66`; bytes tell nothing about items. */
function totalInRange(range: unknown): number | undefined {
	if (typeof range !== 'string' || /^\s*bytes/i.test(range)) return undefined;
	return countOf(range.split('/')[1]);
}

/** A whole number, which some services write as text. */
export function countOf(value: unknown): number | undefined {
	const isCount =
		Number.isInteger(value) || (typeof value === 'string' && /^\s*\d+\s*$/.test(value));
	return isCount ? Number(value) : undefined;
}

function titled(header: string): string {
	return header.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}
