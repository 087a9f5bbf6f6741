import type { INodeProperties } from 'n8n-workflow';

import { userError } from '../../shared/n8n/userError';
import type { DesiredCharge } from '../../shared/reservation/desired';
import type { ItemInput } from '../../shared/run/itemInput';
import type { SendJob } from '../../shared/run/job';
import { chargeIn, reconcileJob, referenceIn } from '../parameters/charge';
import {
	additionalFields,
	amountField,
	dateField,
	descriptionField,
	referenceField,
	referenceNotice,
	reservationIdField,
	reservationIdIn,
	simplifyField,
} from '../parameters/fields';
import type { Operation } from './operation';

const preventDuplicatesField: INodeProperties = {
	displayName: 'Prevent Duplicates',
	name: 'preventDuplicates',
	type: 'options',
	options: [
		{
			name: 'By Reference',
			value: 'reference',
			description:
				'If the reservation has a charge with the reference that you give, no second one is created',
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
			description:
				'Create the charge without looking. Every run charges again.',
		},
	],
	default: 'off',
	description:
		'How to find out, before creating the charge, whether the reservation has it already',
};

const offNotice: INodeProperties = {
	displayName:
		'Off means that every run charges again, for example when a webhook comes twice or you execute the workflow once more.',
	name: 'offNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { preventDuplicates: ['off'] } },
};

const byReference = {
	displayOptions: { show: { preventDuplicates: ['reference'] } },
};

/** With Prevent Duplicates off. */
interface CreateJob extends SendJob {
	changes: { reservationId: string };
	charge: DesiredCharge['charge'];
}

export const create: Operation<CreateJob> = {
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
	prepare(input) {
		const reservationId = reservationIdIn(input);
		const matchBy = preventionIn(input);
		const reference = matchBy === 'reference' ? referenceIn(input) : undefined;
		const desired = chargeIn({ reservationId, reference }, input, {
			isNew: true,
		});
		if (matchBy === 'sameFields') input.mapper.assertComparable(desired.fields);
		if (matchBy !== 'off') {
			return reconcileJob({ matchBy, whenFound: 'keep', ...desired });
		}
		const { charge } = desired;
		const sentAs = {
			protection: matchBy,
			fields: input.mapper.read(charge.expected).fields,
		};
		return {
			changes: { reservationId },
			creates: { sentAs, idempotencyKey: charge.idempotencyKey },
			charge,
		};
	},
	async send({ changes, charge, input }, earlier) {
		const { reservationId } = changes;
		const { body, expected, idempotencyKey } = charge;
		const mayHaveArrived = earlier !== undefined;
		const request = { method: 'POST', body, idempotencyKey } as const;
		const answer = await input.session.client.send({
			...request,
			reservationId,
			mayHaveArrived,
		});
		const { id, item, shows } = input.mapper.readAnswer(answer, {
			item: expected,
		});
		const shown = shows === 'other' ? {} : item;
		return {
			results: [
				input.asOutput(item, { id, reservationId, sent: expected, shown }),
			],
		};
	},
};

/** A wrong value from an expression must not turn the protection off. */
function preventionIn(input: ItemInput): 'off' | 'sameFields' | 'reference' {
	const value = input.guard('preventDuplicates', 'Prevent Duplicates');
	if (value === 'off' || value === 'sameFields' || value === 'reference') {
		return value;
	}
	throw userError({
		what: `'Prevent Duplicates' has no such choice`,
		advice:
			'Choose one from the list, or let the expression give off, sameFields or reference',
	});
}
