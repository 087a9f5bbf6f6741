import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { PagePosition } from '../../../../../nodes/shared/answers/pagings';
import { pageRequest, pagingOf } from '../../../../../nodes/shared/answers/pagings';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { thrownBy } from '../../../support/thrown';

/** A format that pages like this; further settings are those of the credential. */
function formatOf(pagination: string, settings: Record<string, unknown> = {}) {
	return apiFormatOf({ customApiFormat: true, pagination, pageSize: 2, ...settings });
}

/** Where the page after one with these items and this body starts. */
function nextOf(
	format: ReturnType<typeof formatOf>,
	{ items = [{ id: 7 }], body = {}, position }: Page,
): PagePosition {
	const answer = { status: 200, headers: {}, body };
	return pagingOf(format).next({ items, answer, position }, format);
}

interface Page {
	items?: IDataObject[];
	body?: unknown;
	position?: PagePosition;
}

describe('the first page', () => {
	it.each([
		['none', {}],
		['page', { page: 1, limit: 2 }],
		['offset', { offset: 0, limit: 2 }],
		['cursor', { limit: 2 }],
		['nextLink', { limit: 2 }],
		['lastItem', { limit: 2 }],
		['pageAndCursor', { page: 1, limit: 2 }],
	])('of a list by %s is asked for with no more than that', (pagination, paging) => {
		const format = formatOf(pagination, { pageParameter: 'page', pageSizeParameter: 'limit' });
		const { query, link } = pageRequest({ reservationId: 'R-1' }, undefined, format);

		expect(query).toStrictEqual({ reservationId: 'R-1', ...paging });
		expect(link).toBeUndefined();
	});
});

it('is asked for without a size where the service takes none', () => {
	const format = formatOf('page', { pageSizeParameter: '' });
	expect(pageRequest({ reservationId: 'R-1' }, 2, format).query).toEqual({
		reservationId: 'R-1',
		page: 2,
	});
});

describe('a list by cursor', () => {
	const format = formatOf('cursor', { nextCursorField: 'next' });

	it('goes on with the one in a header, and sees there that it is the last page', () => {
		const named = formatOf('cursor', { nextCursorField: 'X-Next-Cursor' });
		const page = (headers: Record<string, string>) => ({
			items: [{ id: 7 }],
			position: undefined,
			answer: { status: 200, headers, body: [] },
		});
		expect(pagingOf(named).next(page({ 'x-next-cursor': 'c2' }), named)).toBe('c2');
		expect(pagingOf(named).next(page({}), named)).toBeUndefined();
		expect(pagingOf(named).showsPlace?.(page({}).answer, named)).toBe(false);
		expect(pagingOf(named).showsPlace?.(page({ 'x-next-cursor': '' }).answer, named)).toBe(true);
	});

	it.each([
		['the cursor that came with it', { body: { next: 'c2' } }, 'c2'],
		['a number', { body: { next: 5 } }, 5],
		['nothing where there is none', { body: {} }, undefined],
		['nothing where it is empty', { body: { next: '' } }, undefined],
		['nothing where it is no cursor', { body: { next: { a: 1 } } }, undefined],
		['a cursor behind an empty page', { items: [], body: { next: 'c3' }, position: 'c2' }, 'c3'],
		['nothing behind the end', { items: [], body: { next: 'c2' }, position: 'c2' }, undefined],
		['the same again while there are items', { body: { next: 'c2' }, position: 'c2' }, 'c2'],
	])('goes on with %s', (_, page: Page, next) => {
		expect(nextOf(format, page)).toBe(next);
	});
});

describe('a list by a link', () => {
	const named = formatOf('nextLink', { nextLinkField: 'paging.next' });
	const url = 'https://api.example.com/v1/services?page=2';

	it.each([
		['an address', url, url],
		['a path', '/services?page=2', '/services?page=2'],
		['a path with blanks around it', ' ?page=2 ', '?page=2'],
		['a path without a slash, with blanks around it', ' services/2 ', 'services/2'],
		['nothing that is blank', '  ', undefined],
		['nothing that is no text', 2, undefined],
		['no null', null, undefined],
	])('goes on at %s', (_, given, next) => {
		expect(nextOf(named, { body: { paging: { next: given } } })).toBe(next);
	});

	it('shows the place where it would tell of more, even when that is empty', () => {
		const showsPlace = (format: ReturnType<typeof formatOf>, body: unknown) =>
			pagingOf(format).showsPlace?.({ status: 200, headers: {}, body }, format);

		expect(showsPlace(named, { paging: { next: null } })).toBe(true);
		expect(showsPlace(named, { next: url })).toBe(false);
		expect(showsPlace(formatOf('nextLink'), { links: { next: url } })).toBe(true);
		expect(showsPlace(formatOf('nextLink'), {})).toBe(false);
	});

	it('is followed as it is, without a query of ours', () => {
		expect(pageRequest({ reservationId: 'R-1' }, url, named)).toEqual({ query: {}, link: url });
	});
});

describe('a list by its last item', () => {
	const format = formatOf('lastItem', { hasMoreField: 'more', lastItemParameter: 'after' });

	it.each([true, 'true', 1, 10, '100', '0a1b', undefined, null])(
		'goes on where more is %p',
		(more) => {
			expect(nextOf(format, { items: [{ id: 6 }, { id: 7 }], body: { more } })).toBe(7);
		},
	);

	it.each([false, 'false', 'False', 0, '0', 'no', 'NO'])('ends where more is %p', (more) => {
		expect(nextOf(format, { body: { more } })).toBeUndefined();
	});

	it('asks for what is behind it', () => {
		expect(pageRequest({}, 7, format).query).toMatchObject({ after: 7 });
	});

	it('cannot go on from an item without an ID, and says what to set', () => {
		const error = thrownBy(() => nextOf(format, { items: [{ amount: 5 }] }));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain("Set 'ID Field'");
		expect(error.description).toContain("'Last Item'");
	});
});

describe('a list by page number and cursor', () => {
	const format = formatOf('pageAndCursor', {
		pageParameter: 'page',
		cursorParameter: 'token',
		nextCursorField: 'next',
	});

	it('counts the pages, and gives every cursor back as it was', () => {
		const second = nextOf(format, { body: { next: 'a b  c' } });
		expect(pageRequest({}, second, format).query).toMatchObject({ page: 2, token: 'a b  c' });
		const third = nextOf(format, { body: { next: 'd' }, position: second });
		expect(pageRequest({}, third, format).query).toMatchObject({ page: 3, token: 'd' });
	});

	it.each([
		['no cursor', { body: {} }],
		['no items', { items: [], body: { next: 'c' } }],
	])('ends with %s', (_, page: Page) => {
		expect(nextOf(format, page)).toBeUndefined();
	});
});
