import type { IDataObject } from 'n8n-workflow';

import { names } from '../../shared/wire/names';
import type { Settings } from './advisedSettings';
import { columnsOf } from './columns';

/** Names of the query parameter with the page asked for (assumption), likeliest first. */
const USUAL_PAGE_NAMES = names('page pageNumber page_number pageNum pageNo p page[number]');
const USUAL_OFFSET_NAMES = names('offset skip start $skip page[offset]');
const USUAL_CURSOR_NAMES = names(
	'cursor after page_token pageToken next next_token continuationToken page[after]',
);
const USUAL_LAST_ITEM_NAMES = names('starting_after startingAfter after_id since_id');

/** What was found out about the pages of a list. */
export interface FoundPaging {
	settings: Settings & { pagination: string };
	/** What was seen, as half a sentence. */
	seen: string;
}

/**
 * The usual ways to ask for the second page.
 *
 * @param body the first page
 * @param item its first charge
 * @param query what names the reservation
 */
export function waysOn(
	body: unknown,
	item: IDataObject,
	query: IDataObject,
): Array<FoundPaging & { parameters: IDataObject }> {
	const cursors = cursorsIn(body);
	const ids = columnsOf([item]).slice(0, 3);
	const hasMoreField = hasMoreIn(body);
	return [
		...cursors.flatMap(({ path, value }) =>
			[...casedLike(query, USUAL_CURSOR_NAMES), parameterFor(path)].map((name) => ({
				parameters: { [name]: value },
				settings: { pagination: 'cursor', cursorParameter: name, nextCursorField: path },
				seen: `'${name}' takes the value of '${path}'`,
			})),
		),
		...casedLike(query, USUAL_PAGE_NAMES).flatMap((name) =>
			[0, 1].map((firstPage) => ({
				parameters: { [name]: firstPage + 1 },
				settings: { pagination: 'page', pageParameter: name, firstPage },
				seen: `'${name}' takes the number of the page`,
			})),
		),
		...casedLike(query, USUAL_OFFSET_NAMES).map((name) => ({
			parameters: { [name]: 1 },
			settings: { pagination: 'offset', pageParameter: name },
			seen: `'${name}' takes the number of charges to skip`,
		})),
		...casedLike(query, USUAL_LAST_ITEM_NAMES).flatMap((name) =>
			ids.map(({ values: [id] }) => ({
				parameters: { [name]: id },
				settings: {
					pagination: 'lastItem',
					lastItemParameter: name,
					...(hasMoreField !== undefined && { hasMoreField }),
				},
				seen: `'${name}' takes the ID of the last charge`,
			})),
		),
	];
}

/** The parameter that by its name takes what stands at a place: `pageToken` for `nextPageToken`, `offset` for `next_offset`. */
function parameterFor(path: string): string {
	return path
		.replace(/^.*\./, '')
		.replace(/^next_?(.)/, (_, letter: string) => letter.toLowerCase());
}

/** The names with a capital, where those of the query have one. */
export function casedLike(query: IDataObject, usual: string[]): string[] {
	const isCapital = Object.keys(query).some((name) => /^[A-Z]/.test(name));
	return isCapital ? usual.map((name) => name.charAt(0).toUpperCase() + name.slice(1)) : usual;
}

/** What may be a cursor, by its name. */
export function cursorsIn(body: unknown): Array<{ path: string; value: string | number }> {
	return envelopeColumns(body).flatMap(({ path, values: [value] }) =>
		/next|cursor|token|after|continuation/i.test(path) &&
		(typeof value === 'string' || typeof value === 'number') &&
		value !== ''
			? [{ path, value }]
			: [],
	);
}

function hasMoreIn(body: unknown): string | undefined {
	return envelopeColumns(body).find(
		({ path, values: [value] }) => /more|next/i.test(path) && value === true,
	)?.path;
}

/** The plain values beside the list. */
export function envelopeColumns(body: unknown): ReturnType<typeof columnsOf> {
	return typeof body === 'object' && body !== null && !Array.isArray(body)
		? columnsOf([body as IDataObject])
		: [];
}
