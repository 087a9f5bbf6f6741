/** How GET /services is paged, beyond page numbers, offsets and cursors (SERVICE-API.md section 8: not shown). */
export interface FurtherPaging {
	/** Property of the list response with the address or path of the next page; empty: the Link header or a usual name. */
	nextLinkField: string;
	/** Query parameter that takes the ID of the last item of the page before. */
	lastItemParameter: string;
	/** Property of the list response that says whether there is more. */
	hasMoreField: string;
}

/** What is assumed until the user says otherwise. */
export const DEFAULT_FURTHER_PAGING: FurtherPaging = {
	nextLinkField: '',
	lastItemParameter: 'starting_after',
	hasMoreField: 'has_more',
};

/** The kinds of paging, as the credential stores them. */
export const PAGINATIONS = [
	'none',
	'page',
	'offset',
	'cursor',
	'nextLink',
	'lastItem',
	'pageAndCursor',
] as const;

export type Pagination = (typeof PAGINATIONS)[number];
