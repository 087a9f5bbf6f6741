import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FurtherPaging, Pagination } from './pagination';
import { DEFAULT_FURTHER_PAGING } from './pagination';

/** What can be chosen as Pagination. */
export const paginationOptions: Array<INodePropertyOptions & { value: Pagination }> = [
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

/** The credential fields of the further kinds of paging. */
export const furtherPagingProperties: INodeProperties[] = [
	textField(
		'nextLinkField',
		'nextLink',
		'Next Link Field',
		'Property of the list response that holds the address or path of the next page, for example links.next. If empty, the Link header or a property with a usual name is taken.',
		'Detected',
	),
	textField(
		'lastItemParameter',
		'lastItem',
		'Last Item Parameter',
		'Query parameter that takes the ID of the last service item of the page before',
	),
	textField(
		'hasMoreField',
		'lastItem',
		'Has More Field',
		'Property of the list response that says whether there are more service items',
	),
];

function textField(
	name: keyof FurtherPaging,
	pagination: Pagination,
	displayName: string,
	description: string,
	placeholder = '',
): INodeProperties {
	const defaultName = DEFAULT_FURTHER_PAGING[name];
	return {
		displayName,
		name,
		type: 'string',
		default: defaultName,
		...(placeholder && { placeholder }),
		description,
		displayOptions: { show: { customApiFormat: [true], pagination: [pagination] } },
	};
}
