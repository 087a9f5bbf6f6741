import type { INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/run/itemInput';
import { reservationKey } from '../../shared/run/job';
import { chargeIn, referenceIn, toOutputOf, toReconcileJob } from './charge';
import type { Operation } from './fields';
import {
	additionalFields,
	amountField,
	dateField,
	descriptionField,
	referenceField,
	referenceNotice,
	reservationIdField,
	simplifyField,
} from './fields';

const preventDuplicatesField: INodeProperties = {
	displayName: 'Prevent Duplicates',
	name: 'preventDuplicates',
	type: 'options',
	options: [
		{
			name: 'By Reference',
			value: 'reference',
			description:
				'Give the charge a reference of your own. If the reservation has a charge with this reference, no second one is created.',
		},
		{
			name: 'By Same Fields',
			value: 'sameFields',
			description:
				'If the reservation has a charge with the same amount, date, description and accounts, no second one is created',
		},
		{
			name: 'Off',
			value: 'off',
			description: 'Create the charge without looking. Every run charges again.',
		},
	],
	default: 'off',
	description:
		'Whether to look for the charge before creating it, and by what, so that another run does not charge again',
};

/** Shown in the form, without a tooltip, under what it warns of. */
const offNotice: INodeProperties = {
	displayName:
		'Off means that every run charges again, for example when a webhook comes twice or you execute the workflow once more.',
	name: 'offNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { preventDuplicates: ['off'] } },
};

const byReference = { displayOptions: { show: { preventDuplicates: ['reference'] } } };

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create service item (charge or extra)',
		description:
			'Add a charge to a reservation. Every run adds another one, unless Prevent Duplicates is on.',
	},
	fields: [
		reservationIdField,
		{ ...amountField, required: true },
		{ ...dateField, required: true },
		{ ...descriptionField, required: true },
		preventDuplicatesField,
		offNotice,
		{ ...referenceField, ...byReference },
		{ ...referenceNotice, ...byReference },
		additionalFields,
		simplifyField,
	],
	prepare(input, { client }) {
		const reservationId = input.requiredName('reservationId', 'Reservation ID');
		const matchBy = preventionIn(input);
		const reference = matchBy === 'reference' ? referenceIn(input) : undefined;
		const charge = chargeIn({ reservationId, reference }, input, { isRequired: true });
		if (matchBy === 'sameFields') {
			input.check(() => input.mapper.assertComparable(charge.fields));
		}
		if (matchBy !== 'off') {
			return toReconcileJob(input, { matchBy, whenFound: 'keep', ...charge }, 'oneCharge');
		}
		const { body, expected, idempotencyKey } = charge.charge;
		const toOutput = toOutputOf(input);
		return {
			kind: 'change',
			orderKey: reservationKey(reservationId),
			sentAs: { protection: 'off', fields: input.mapper.read(expected).fields },
			async run(earlier) {
				if (earlier && !earlier.hasKey(idempotencyKey)) throw earlier;
				const mayHaveArrived = earlier !== undefined;
				const request = { method: 'POST', body, idempotencyKey } as const;
				const answer = await client.send({ ...request, reservationId, mayHaveArrived });
				const { id, item } = input.mapper.readAnswer(answer, { item: expected });
				return [toOutput(item, { id, reservationId, sent: expected })];
			},
		};
	},
};

/** A wrong value from an expression must not turn the protection off. */
function preventionIn(input: ItemInput): 'off' | 'sameFields' | 'reference' {
	const value = input.guard('preventDuplicates', 'Prevent Duplicates');
	if (value === 'off' || value === 'sameFields' || value === 'reference') return value;
	throw input.problem(
		`'Prevent Duplicates' has no such choice`,
		'Choose one from the list, or let the expression give off, sameFields or reference.',
	);
}
