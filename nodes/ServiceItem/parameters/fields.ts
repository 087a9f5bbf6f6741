import type { INodeProperties } from 'n8n-workflow';

import { SEND_OPTIONS } from '../../shared/http/client';
import type { ItemInput } from '../../shared/run/itemInput';

const reservationId: INodeProperties = {
	displayName: 'Reservation ID',
	name: 'reservationId',
	type: 'string',
	default: '',
	placeholder: 'e.g. RES-1001',
};

export const reservationIdField: INodeProperties = {
	...reservationId,
	required: true,
	description:
		'ID of the reservation, exactly as the reservation service shows it',
};

export function reservationIdIn(input: ItemInput): string {
	return input.requiredName('reservationId', 'Reservation ID');
}

export const serviceIdFields: INodeProperties[] = [
	{
		...reservationId,
		description:
			"Needed for 'From List' and 'By Reference'. With 'By ID' you can leave it empty; if you fill it in, the charge has to be on that reservation.",
	},
	{
		displayName: 'Service Item',
		name: 'serviceId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description:
			'Which charge it is: choose it from the list, or give its ID or your own reference. Get Many shows the IDs.',
		typeOptions: { loadOptionsDependsOn: ['reservationId'] },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a service item...',
				typeOptions: {
					searchListMethod: 'searchServiceItems',
					searchable: true,
				},
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. si-3',
			},
			{
				displayName: 'By Reference',
				name: 'reference',
				type: 'string',
				placeholder: 'e.g. order-5512',
			},
		],
	},
];

export const amountField: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	// Text: n8n's number field silently drops a comma, and 12,50 would be charged
	// as 1250.
	type: 'string',
	default: '',
	placeholder: 'e.g. 12.50',
	description:
		'Amount in the main currency unit, not in cents: a number with a decimal point. Negative for a refund.',
};

export const dateField: INodeProperties = {
	displayName: 'Date',
	name: 'date',
	// Text: n8n's date picker turns 2026-02-30 into 2 March, and keeps the old
	// date if 07.12.2026 is typed.
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-12-07',
	description:
		"Day the charge is for, as year-month-day. For a date with a time, the day in the workflow's time zone counts.",
};

export const descriptionField: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. Late checkout until 14:00',
	description:
		'What the charge is for, in the words the guest reads on the bill',
};

const accountCodeField: INodeProperties = {
	displayName: 'Account Code',
	name: 'accountCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. 4010',
	description:
		"Accounting code the charge is booked under, as in your service's settings",
};

const customFieldsField: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'json',
	default: '{}',
	description:
		'Further fields of the charge as a JSON object, with the names that your service uses, for example {"currency": "EUR"}',
};

const destinationAccountField: INodeProperties = {
	displayName: 'Destination Account',
	name: 'destinationAccount',
	type: 'string',
	default: '',
	placeholder: 'e.g. rooms',
	description: "Account that the charge goes to, as in your service's settings",
};

export const referenceField: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. order-5512',
	description:
		'Your own key for this charge, such as an order number. Give the same charge the same key every time: a reservation has one charge per key.',
};

export const referenceNotice: INodeProperties = {
	displayName:
		'The guest sees the reference on the bill, as [ref:order-5512] after the description, unless your service has a field of its own for it. Keep it short.',
	name: 'referenceNotice',
	type: 'notice',
	default: '',
};

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description:
		'Whether to return the same fields for every service (ID, reservation, reference, amount, date, description and accounts) instead of the raw data',
};

const collection = {
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
} as const;

/** In collections, n8n wants the fields in alphabetical order. */
export const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	...collection,
	options: [accountCodeField, customFieldsField, destinationAccountField],
};

export const wantedFields: INodeProperties[] = [
	reservationIdField,
	referenceField,
	referenceNotice,
	amountField,
	dateField,
	descriptionField,
	additionalFields,
];

export const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	...collection,
	options: [
		accountCodeField,
		amountField,
		customFieldsField,
		dateField,
		descriptionField,
		destinationAccountField,
	],
};

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Ignore Missing',
			name: 'ignoreMissing',
			type: 'boolean',
			default: false,
			description:
				'Whether a charge that is already gone counts as deleted, instead of failing',
			displayOptions: { show: { '/operation': ['delete'] } },
		},
		{
			displayName: 'Max Amount',
			name: 'maxAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'The highest amount, positive or negative, that one input item may have; 0 means no limit',
			displayOptions: {
				show: { '/operation': ['create', 'upsert', 'sync', 'update'] },
			},
		},
		numberOption(
			'maxRetries',
			'How often a request is sent again when the service is busy or not reachable',
		),
		{
			displayName: 'Query Parameters',
			name: 'queryParameters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Query Parameter',
			default: {},
			description:
				'Further query parameters of the list request, such as filters of your service',
			displayOptions: { show: { '/operation': ['getAll'] } },
			options: [
				{
					displayName: 'Parameters',
					name: 'parameters',
					values: [
						{ displayName: 'Name', name: 'name', type: 'string', default: '' },
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
						},
					],
				},
			],
		},
		numberOption('timeout', 'How long to wait for an answer, in milliseconds'),
	],
};

function numberOption(
	name: keyof typeof SEND_OPTIONS,
	description: string,
): INodeProperties {
	const { label, min, default: usual } = SEND_OPTIONS[name];
	return {
		displayName: label,
		name,
		type: 'number',
		typeOptions: { minValue: min },
		default: usual,
		description,
	};
}
