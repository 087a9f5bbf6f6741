import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Pagination } from './apiSettings';
import { textField } from './textField';

/** What can be chosen as Pagination. */
const paginationOptions: Array<INodePropertyOptions & { value: Pagination }> = [
	{
		name: 'Cursor',
		value: 'cursor',
		description: 'Each answer holds a cursor, which is sent along to get the next page',
	},
	{
		name: 'Last Item',
		value: 'lastItem',
		description: 'The ID of the last service item of a page is sent along to get the next page',
	},
	{
		name: 'Next Link',
		value: 'nextLink',
		description:
			'Each answer holds the address or path of the next page, or names it in its Link header',
	},
	{ name: 'None', value: 'none', description: 'The whole list comes with one answer' },
	{
		name: 'Offset',
		value: 'offset',
		description: 'The number of service items to skip is sent along',
	},
	{ name: 'Page Number', value: 'page', description: 'The number of the page is sent along' },
	{
		name: 'Page Number and Cursor',
		value: 'pageAndCursor',
		description: 'Both the number of the page and the cursor of the last answer are sent along',
	},
];

const numbered: IDisplayOptions = {
	show: { customApiFormat: [true], pagination: ['page', 'pageAndCursor'] },
};
const paged: IDisplayOptions = {
	show: { customApiFormat: [true] },
	hide: { pagination: ['none'] },
};

/** The credential fields that say how a long list is split. */
export const paginationProperties: INodeProperties[] = [
	{
		displayName: 'Pagination',
		name: 'pagination',
		type: 'options',
		options: paginationOptions,
		default: 'none',
		description: 'How the service splits a long list of service items',
		displayOptions: { show: { customApiFormat: [true] } },
	},
	{
		...textField('pageParameter', 'Page Parameter', 'Query parameter that holds the page number'),
		default: 'page',
		displayOptions: numbered,
	},
	{
		displayName: 'First Page',
		name: 'firstPage',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description: 'Number of the first page: 1, or 0 if the service counts from there',
		displayOptions: numbered,
	},
	{
		...textField(
			'pageParameter',
			'Offset Parameter',
			'Query parameter that holds the number of service items to skip',
			'',
			['offset'],
		),
		default: 'offset',
	},
	textField('cursorParameter', 'Cursor Parameter', 'Query parameter that holds the cursor', '', [
		'cursor',
		'pageAndCursor',
	]),
	textField(
		'nextCursorField',
		'Next Cursor Field',
		'Property of the list response that holds the cursor of the next page, or the header, such as X-Next-Cursor',
		'',
		['cursor', 'pageAndCursor'],
	),
	textField(
		'nextLinkField',
		'Next Link Field',
		'Property of the list response that holds the address or path of the next page, for example links.next. If empty, the Link header or a property with a usual name is taken.',
		'Detected',
		['nextLink'],
	),
	textField(
		'lastItemParameter',
		'Last Item Parameter',
		'Query parameter that takes the ID of the last service item of the page before',
		'',
		['lastItem'],
	),
	textField(
		'hasMoreField',
		'Has More Field',
		'Property of the list response that says whether there are more service items',
		'',
		['lastItem'],
	),
	{
		...textField(
			'pageSizeParameter',
			'Page Size Parameter',
			'Query parameter that holds the number of service items per page',
		),
		displayOptions: paged,
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description: 'How many service items to ask for per page',
		displayOptions: paged,
	},
];
