import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { FieldName } from '../../shared/format/fields';
import { FIELD_LABELS } from '../../shared/format/fields';

type Field = INodeProperties;

function text(name: FieldName, example: string, description?: string): Field {
	const placeholder = `e.g. ${example}`;
	const field = { name, placeholder, description, default: '' };
	return { ...field, displayName: FIELD_LABELS[name], type: 'string' };
}

/** By no expression: a model would decide. */
export function toggle(
	displayName: string,
	name: string,
	description: string,
): Field {
	const field = { displayName, name, description, default: false };
	return { ...field, type: 'boolean', noDataExpression: true };
}

/** The first is the default. */
export function choice(
	displayName: string,
	name: string,
	options: INodePropertyOptions[],
): Field {
	const field = { displayName, name, options, default: options[0]?.value };
	return { ...field, type: 'options', noDataExpression: true };
}

export function number(
	displayName: string,
	name: string,
	preset: number,
	description: string,
): Field {
	const field = { displayName, name, description, default: preset };
	return { ...field, type: 'number', typeOptions: { minValue: 0 } };
}

export function notice(name: string, displayName: string): Field {
	return { displayName, name, type: 'notice', default: '' };
}

function collection(
	displayName: string,
	name: string,
	options: Field[],
): Field {
	return { displayName, name, type: 'collection', default: {}, options };
}

export function shownWith(
	name: string,
	values: Array<string | boolean>,
	field: Field,
): Field {
	const show = { ...field.displayOptions?.show, [name]: values };
	return { ...field, displayOptions: { show } };
}

const reservationId = text('reservationId', 'RES-1001');
export const reservationIdField = { ...reservationId, required: true };

export const serviceIdFields: Field[] = [
	{ ...reservationId, description: "Needed, but for 'By ID'" },
	{
		displayName: 'Service Item',
		name: 'serviceId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		typeOptions: { loadOptionsDependsOn: ['reservationId'] },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: {
					searchListMethod: 'searchServiceItems',
					searchable: true,
				},
			},
			{ displayName: 'By ID', name: 'id', type: 'string' },
			{ displayName: 'By Reference', name: 'reference', type: 'string' },
		],
	},
];

// No number: n8n drops a comma there, and 12,50 would be charged as 1250. No
// dateTime: n8n's picker turns 2026-02-30 into 2 March.
const amount = text('amount', '12.50', 'Not in cents; negative for a refund');
const date = text('date', '2026-12-07', 'Day the charge is for');
const description = text(
	'description',
	'Late checkout until 14:00',
	'What the guest reads on the bill',
);
const otherFields: Field[] = [
	text('accountCode', '4010'),
	text('destinationAccount', 'rooms'),
	{
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'json',
		default: '{}',
		description: 'By your service\'s names, such as {"currency": "EUR"}',
	},
];

export const chargeFields = [
	amount,
	date,
	// n8n lets no model fill a parameter called description.
	{ ...description, name: 'chargeDescription' },
];
export const additionalFields = collection(
	'Additional Fields',
	'additionalFields',
	otherFields,
);
export const updateFields = collection('Update Fields', 'updateFields', [
	amount,
	date,
	description,
	...otherFields,
]);

const reference = text(
	'reference',
	'order-5512',
	'Your own key for this charge, the same every time',
);
export const referenceFields: Field[] = [
	{ ...reference, required: true },
	notice(
		'referenceNotice',
		'The guest sees the reference on the bill, as [ref:order-5512], unless your service has a field for it.',
	),
];

/** Of a charge that is known by its reference. */
export const wishFields: Field[] = [
	reservationIdField,
	...referenceFields,
	...chargeFields,
	additionalFields,
];

const simplify = toggle(
	'Simplify',
	'simplify',
	'Whether to return the same fields for every service',
);
export const simplifyField = { ...simplify, default: true };

const ignoreMissing = toggle(
	'Ignore Missing',
	'ignoreMissing',
	'Whether a charge that is already gone counts as deleted',
);
const maxAmount = number(
	'Max Amount',
	'maxAmount',
	0,
	'Positive or negative; 0 means no limit',
);
const changing = ['create', 'upsert', 'sync', 'update'];
export const optionsField = collection('Options', 'options', [
	shownWith('/operation', ['delete'], ignoreMissing),
	shownWith('/operation', changing, maxAmount),
	number('Max Retries', 'maxRetries', 3, 'How often a request is sent again'),
	number('Timeout', 'timeout', 30_000, 'In milliseconds'),
]);
