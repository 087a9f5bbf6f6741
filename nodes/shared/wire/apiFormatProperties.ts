import type { INodeProperties } from 'n8n-workflow';

import { exampleProperties } from './exampleProperties';
import { paginationProperties } from './paginationProperties';
import { textField } from './textField';

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
	...exampleProperties,
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
	...paginationProperties,
];
