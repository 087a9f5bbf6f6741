import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

import { labelOf } from '../../shared/n8n/parameters';

type Field = INodeProperties;

/** Without a type, of that of its default. */
export function field(
	name: string,
	preset: Field['default'],
	description?: string,
	more?: Partial<Field>,
): Field {
	const type = typeof preset as NodePropertyTypes;
	const own = { name, type, default: preset, description, ...more };
	const made = { displayName: labelOf(name), ...own };
	// By no expression: a mistake or a model would decide.
	const isChoice = made.type === 'boolean' || made.type === 'options';
	return isChoice ? { ...made, noDataExpression: true } : made;
}

export function notice(name: string, displayName: string): Field {
	return field(name, '', '', { type: 'notice', displayName });
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

function text(name: string, example: string, description?: string): Field {
	return field(name, '', description, { placeholder: `e.g. ${example}` });
}

const reservationId = text('reservationId', 'RES-1001');
export const reservationIdField = { ...reservationId, required: true };

export const serviceIdFields: Field[] = [
	{ ...reservationId, description: "Needed, but for 'By ID'" },
	field('serviceId', { mode: 'list', value: '' }, '', {
		type: 'resourceLocator',
		required: true,
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
const CUSTOM_FIELDS = 'By your service\'s names, such as {"currency": "EUR"}';
const otherFields: Field[] = [
	text('accountCode', '4010'),
	text('destinationAccount', 'rooms'),
	field('customFields', '{}', CUSTOM_FIELDS, { type: 'json' }),
];

export const chargeFields = [
	amount,
	date,
	// n8n lets no model fill a parameter called description.
	{ ...description, name: 'chargeDescription' },
];
export const additionalFields = collection('additionalFields', otherFields);
export const updateFields = collection('updateFields', [
	amount,
	date,
	description,
	...otherFields,
]);

function collection(name: string, options: Field[]): Field {
	return field(name, {}, '', { type: 'collection', options });
}

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

export const simplifyField = field(
	'simplify',
	true,
	'Whether to return the same fields for every service',
);

const ignoreMissing = field(
	'ignoreMissing',
	false,
	'Whether a charge that is already gone counts as deleted',
);
const maxAmount = field(
	'maxAmount',
	0,
	'Positive or negative; 0 means no limit',
);
const changing = ['create', 'upsert', 'sync', 'update'];
export const optionsField = collection('options', [
	...shownWith('/operation', ['delete'], ignoreMissing),
	...shownWith('/operation', changing, maxAmount),
	field('maxRetries', 3, 'How often a request is sent again'),
	field('timeout', 30_000, 'In milliseconds'),
]);
