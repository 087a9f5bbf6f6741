import type { INodeProperties } from 'n8n-workflow';

import type { ApiSettings } from './apiSettings';
import { DEFAULT_API_SETTINGS } from './apiSettings';
import { furtherPagingProperties, paginationOptions } from './paginationProperties';

type TextField = {
	[Key in keyof ApiSettings]: ApiSettings[Key] extends string ? Key : never;
}[keyof ApiSettings];

/** The credential fields that adapt the package to a deployment, see `ApiSettings`. */
export const apiFormatProperties: INodeProperties[] = [
	{
		displayName: 'Custom API Format',
		name: 'customApiFormat',
		type: 'boolean',
		default: false,
		description:
			'Whether the API of your reservation service uses other field names, formats or paging than the defaults. New to your service? Run the operation Check of the resource API Format first: it says what to enter here.',
	},
	textField(
		'reservationIdField',
		'Reservation ID Field',
		'Query parameter when listing, and body property when creating, that holds the reservation ID',
	),
	textField('idField', 'ID Field', 'Property that holds the ID of a service item', 'Detected'),
	textField(
		'itemsField',
		'Items Field',
		'Property of the list response that holds the service items, for example data.items',
		'Detected',
	),
	textField(
		'amountField',
		'Amount Field',
		'Property that holds the amount, for example data.amount',
	),
	textField('dateField', 'Date Field', 'Property that holds the date'),
	textField('descriptionField', 'Description Field', 'Property that holds the description'),
	textField('accountCodeField', 'Account Code Field', 'Property that holds the account code'),
	textField(
		'destinationAccountField',
		'Destination Account Field',
		'Property that holds the destination account',
	),
	textField(
		'referenceField',
		'Reference Field',
		'Property that can hold your own reference. If empty, the reference is kept at the end of the description.',
		'End of description',
	),
	{
		displayName: 'Amount Format',
		name: 'amountFormat',
		type: 'options',
		options: [
			{ name: 'Minor Units (1250)', value: 'minorUnits' },
			{ name: 'Number (12.5)', value: 'number' },
			{ name: 'Text (12.50)', value: 'string' },
		],
		default: 'number',
		description: 'How the service writes an amount',
		displayOptions: { show: { customApiFormat: [true] } },
	},
	{
		displayName: 'Currency Decimals',
		name: 'currencyDecimals',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 4 },
		default: 2,
		description:
			'How many digits an amount has behind the point: 2 for most currencies, 0 for yen, 3 for dinars',
		displayOptions: { show: { customApiFormat: [true] } },
	},
	{
		displayName: 'Date Format',
		name: 'dateFormat',
		type: 'options',
		options: [
			{ name: 'Date (2026-11-21)', value: 'date' },
			{ name: 'Date and Time (2026-11-21T00:00:00.000+01:00)', value: 'dateTime' },
		],
		default: 'date',
		description: 'How the service writes a date',
		displayOptions: { show: { customApiFormat: [true] } },
	},
	jsonField(
		'createBody',
		'Create Body',
		'Example of the body that creates a service item, from the documentation of your service, with blanks such as {amount}, {date as dd/MM/yyyy} or {reservationId as number} where values go. It stands in for the fields above when writing.',
		'{ "bookingId": "{reservationId}", "price": { "value": "{amount}", "currency": "EUR" } }',
	),
	jsonField(
		'updateBody',
		'Update Body',
		'Example of the body that changes a service item, of which only what changes is sent; {date!} is always sent. If empty, Create Body serves, without the reservation.',
		'{ "price": { "value": "{amount}", "currency": "EUR" } }',
	),
	jsonField(
		'returnedItem',
		'Returned Service Item',
		'Example of one service item as the service returns it in a list, with blanks where values stand. It stands in for the fields above when reading.',
		'{ "uid": "{id}", "price": { "value": "{amount}" }, "day": "{date as utc}" }',
	),
	jsonField(
		'listQuery',
		'List Query',
		'Query parameters that list the service items of a reservation. If empty, the reservation ID is sent under the name of Reservation ID Field.',
		'{ "filter": "booking$eq:{reservationId}" }',
	),
	{
		...jsonField(
			'requestHeaders',
			'Request Headers',
			'Headers that every request for service items carries, such as a version or the key of a gateway. Not Authorization, which carries the access token.',
			'{ "Api-Version": "2026-01" }',
		),
		typeOptions: { password: true },
	},
	{
		...jsonField(
			'requestQuery',
			'Request Query',
			'Query parameters that every request for service items carries',
			'{ "hotel": "12" }',
		),
		typeOptions: { password: true },
	},
	{
		displayName: 'Idempotency Header',
		name: 'idempotencyHeader',
		type: 'string',
		default: '',
		placeholder: 'e.g. Idempotency-Key',
		description:
			'Header in which your service takes a key per charge and creates no second one with the same key. If set, a create whose outcome is unclear is sent again.',
		displayOptions: { show: { customApiFormat: [true] } },
	},
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
	...furtherPagingProperties,
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

function textField(
	name: TextField,
	displayName: string,
	description: string,
	placeholder = '',
): INodeProperties {
	const defaultName = DEFAULT_API_SETTINGS[name];
	return {
		displayName,
		name,
		type: 'string',
		default: defaultName,
		...(placeholder && { placeholder }),
		description,
		displayOptions: { show: { customApiFormat: [true] } },
	};
}

function jsonField(
	name: string,
	displayName: string,
	description: string,
	example: string,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'json',
		default: '',
		placeholder: `e.g. ${example}`,
		description,
		displayOptions: { show: { customApiFormat: [true] } },
	};
}
