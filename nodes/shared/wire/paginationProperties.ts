import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Pagination } from './pagination';
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
		displayName: 'Page Parameter',
		name: 'pageParameter',
		type: 'string',
		default: 'page',
		description: 'Query parameter that holds the page number',
		displayOptions: { show: { customApiFormat: [true], pagination: ['page', 'pageAndCursor'] } },
	},
	{
		displayName: 'First Page',
		name: 'firstPage',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1,
		description: 'Number of the first page: 1, or 0 if the service counts from there',
		displayOptions: { show: { customApiFormat: [true], pagination: ['page', 'pageAndCursor'] } },
	},
	{
		displayName: 'Offset Parameter',
		name: 'pageParameter',
		type: 'string',
		default: 'offset',
		description: 'Query parameter that holds the number of service items to skip',
		displayOptions: { show: { customApiFormat: [true], pagination: ['offset'] } },
	},
	{
		displayName: 'Cursor Parameter',
		name: 'cursorParameter',
		type: 'string',
		default: 'cursor',
		description: 'Query parameter that holds the cursor',
		displayOptions: { show: { customApiFormat: [true], pagination: ['cursor', 'pageAndCursor'] } },
	},
	{
		displayName: 'Next Cursor Field',
		name: 'nextCursorField',
		type: 'string',
		default: 'nextCursor',
		description: 'Property of the list response that holds the cursor of the next page',
		displayOptions: { show: { customApiFormat: [true], pagination: ['cursor', 'pageAndCursor'] } },
	},
	textField(
		'nextLinkField',
		'Next Link Field',
		'Property of the list response that holds the address or path of the next page, for example links.next. If empty, the Link header or a property with a usual name is taken.',
		'Detected',
		'nextLink',
	),
	textField(
		'lastItemParameter',
		'Last Item Parameter',
		'Query parameter that takes the ID of the last service item of the page before',
		'',
		'lastItem',
	),
	textField(
		'hasMoreField',
		'Has More Field',
		'Property of the list response that says whether there are more service items',
		'',
		'lastItem',
	),
	{
		displayName: 'Page Size Parameter',
		name: 'pageSizeParameter',
		type: 'string',
		default: 'limit',
		description: 'Query parameter that holds the number of service items per page',
		displayOptions: { show: { customApiFormat: [true] }, hide: { pagination: ['none'] } },
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description: 'How many service items to ask for per page',
		displayOptions: { show: { customApiFormat: [true] }, hide: { pagination: ['none'] } },
	},
];
