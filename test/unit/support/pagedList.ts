import type { IDataObject } from 'n8n-workflow';

import { readItems } from '../../../nodes/shared/answers/listPages';
import type { ListAnswer } from '../../../nodes/shared/answers/pageStatements';
import type { PageRequest } from '../../../nodes/shared/answers/pagings';
import type { ApiFormat } from '../../../nodes/shared/wire/apiFormat';
import { apiFormatOf } from '../../../nodes/shared/wire/apiFormat';
import type { ApiSettings } from '../../../nodes/shared/wire/apiSettings';

/** A list as a service with paging gives it out, and every query it was asked with. */
export interface PagedList {
	fetchList: (request: PageRequest) => Promise<ListAnswer>;
	queries: IDataObject[];
}

/** More requests than any list of these tests takes: a reader that does not stop is told so. */
const ENDLESS = 1000;

/** Answers every query with `page`, which gets it and the number of requests so far. */
export function pagedList(page: (query: IDataObject, request: number) => unknown): PagedList {
	const queries: IDataObject[] = [];
	return {
		queries,
		fetchList: ({ query, link }) => {
			queries.push(link === undefined ? query : { link });
			if (queries.length > ENDLESS) throw new Error('The list is read without end');
			return Promise.resolve({
				status: 200,
				headers: {},
				body: page(queries.at(-1) ?? {}, queries.length),
			});
		},
	};
}

/** `count` service items with ids 1, 2, 3, … */
export function itemsUpTo(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
}

/** The items from `start`, at most `size` and at most `cap` of them, which is what a service may limit a page to. */
export function slice(
	items: IDataObject[],
	start: number,
	size: unknown,
	cap = Infinity,
): IDataObject[] {
	return items.slice(start, start + Math.min(Number(size), cap));
}

/** The format of a service that pages like this, with ten items on a page. */
export function formatOf(settings: Partial<ApiSettings>): ApiFormat {
	return apiFormatOf({ customApiFormat: true, pageSize: 10, ...settings });
}

/** How reading such a list ends: with so many items, or with these words. */
export async function endOf(
	settings: Partial<ApiSettings>,
	page: Parameters<typeof pagedList>[0],
	limit = Infinity,
): Promise<number | string> {
	const { fetchList } = pagedList(page);
	return await readItems(fetchList, { reservationId: 'R-1' }, limit, formatOf(settings)).then(
		(items) => items.length,
		(error: Error) => error.message,
	);
}

/** The words with which a list is refused that was not read to its end. */
export function refusal(why: string): string {
	return expect.stringMatching(`read to its end: .*${why}`) as string;
}
