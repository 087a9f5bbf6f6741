import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

import type { FieldName } from '../../shared/format/fields';
import { FIELD_LABELS } from '../../shared/format/fields';
import { labelOf } from '../../shared/n8n/parameters';

type Field = INodeProperties;

export function field(
	type: NodePropertyTypes,
	name: string,
	more: Partial<Field>,
): Field {
	const displayName = labelOf(name);
	const made = { displayName, name, type, default: '', ...more };
	// By no expression: a mistake or a model would decide.
	if (type === 'options') return { ...made, noDataExpression: true };
	if (type !== 'boolean') return made;
	return { ...made, default: more.default ?? false, noDataExpression: true };
}

export function notice(name: string, displayName: string): Field {
	return field('notice', name, { displayName });
}

export function shownWith(
	name: string,
	values: Array<string | boolean>,
	...fields: Field[]
): Field[] {
	return fields.map((each) => {
		const show = { ...each.displayOptions?.show, [name]: values };
		return { ...each, displayOptions: { show } };
	});
}

function text(name: FieldName, example: string, description?: string): Field {
	const displayName = FIELD_LABELS[name];
	const placeholder = `e.g. ${example}`;
	return field('string', name, { displayName, placeholder, description });
}

const reservationId = text('reservationId', 'RES-1001');
export const reservationIdField = { ...reservationId, required: true };

const searching = {
	searchListMethod: 'searchServiceItems',
	searchable: true,
};
export const serviceIdFields: Field[] = [
	{ ...reservationId, description: "Needed, but for 'By ID'" },
	field('resourceLocator', 'serviceId', {
		displayName: 'Service Item',
		required: true,
		default: { mode: 'list', value: '' },
		typeOptions: { loadOptionsDependsOn: ['reservationId'] },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: searching,
			},
			{ displayName: 'By ID', name: 'id', type: 'string' },
			{ displayName: 'By Reference', name: 'reference', type: 'string' },
		],
	}),
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
	field('json', 'customFields', {
		default: '{}',
		description: 'By your service\'s names, such as {"currency": "EUR"}',
	}),
];

export const chargeFields = [
	amount,
	date,
	// n8n lets no model fill a parameter called description.
	{ ...description, name: 'chargeDescription' },
];
export const additionalFields = field('collection', 'additionalFields', {
	default: {},
	options: otherFields,
});
export const updateFields = field('collection', 'updateFields', {
	default: {},
	options: [amount, date, description, ...otherFields],
});

const REFERENCE_NOTICE =
	'The guest sees the reference on the bill, as [ref:order-5512], unless your service has a field for it.';
const reference = text(
	'reference',
	'order-5512',
	'Your own key for this charge, the same every time',
);
export const referenceFields: Field[] = [
	{ ...reference, required: true },
	notice('referenceNotice', REFERENCE_NOTICE),
];

/** Of a charge that is known by its reference. */
export const wishFields: Field[] = [
	reservationIdField,
	...referenceFields,
	...chargeFields,
	additionalFields,
];

export const simplifyField = field('boolean', 'simplify', {
	default: true,
	description: 'Whether to return the same fields for every service',
});

const ignoreMissing = field('boolean', 'ignoreMissing', {
	description: 'Whether a charge that is already gone counts as deleted',
});
const maxAmount = field('number', 'maxAmount', {
	default: 0,
	description: 'Positive or negative; 0 means no limit',
});
const maxRetries = field('number', 'maxRetries', {
	default: 3,
	description: 'How often a request is sent again',
});
const timeout = field('number', 'timeout', {
	default: 30_000,
	description: 'In milliseconds',
});
const changing = ['create', 'upsert', 'sync', 'update'];
export const optionsField = field('collection', 'options', {
	default: {},
	options: [
		...shownWith('/operation', ['delete'], ignoreMissing),
		...shownWith('/operation', changing, maxAmount),
		maxRetries,
		timeout,
	],
});
