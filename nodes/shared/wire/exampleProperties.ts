import type { INodeProperties } from 'n8n-workflow';

/** The credential fields that hold JSON: examples with blanks, and what every request carries. */
export const exampleProperties: INodeProperties[] = [
	jsonField(
		'createBody',
		'Create Body',
		'Example of the body that creates a service item, from the documentation of your service, with blanks such as {amount}, {date as dd/MM/yyyy} or {reservationId as number} where values go. While it is filled in, the fields above do not count for what is sent.',
		'{ "bookingId": "{reservationId}", "price": { "value": "{amount}", "currency": "EUR" } }',
	),
	jsonField(
		'updateBody',
		'Update Body',
		'Example of the body that changes a service item, of which only what changes is sent, and {date!} with every change. If empty, Create Body without the reservation is used.',
		'{ "price": { "value": "{amount}", "currency": "EUR" } }',
	),
	jsonField(
		'returnedItem',
		'Returned Service Item',
		'Example of one service item as the service returns it in a list, with blanks where values stand. While it is filled in, the fields above do not count for what comes back.',
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
];

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
