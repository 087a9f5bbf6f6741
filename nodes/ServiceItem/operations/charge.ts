import type { IDataObject } from 'n8n-workflow';

import type { ChargeFields } from '../../shared/format/fields';
import { CHARGE_FIELDS, FIELD_LABELS } from '../../shared/format/fields';
import { isBlank, merge } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';
import type { Wanted } from '../../shared/reservation/wanted';
import type { ItemInput } from '../../shared/run/itemInput';
import type { ReconcileJob } from '../../shared/run/job';
import { assertWithinLargest } from './options';

/** Reads the fields that are filled in; empty ones are not sent. */
export function filledIn(
	given: IDataObject,
	input: ItemInput,
	mapper: Mapper,
): { fields: ChargeFields; custom: IDataObject } {
	const parse = (name: keyof ChargeFields, value: unknown): unknown => {
		const label = FIELD_LABELS[name];
		if (name === 'date')
			return input.parse(label, () => mapper.parseDate(value, dateOrigin(input)));
		if (name !== 'amount') return input.textOf(value, label);
		const amount = input.parse(label, () => mapper.parseAmount(value));
		assertWithinLargest(amount, input);
		return amount;
	};
	const filled = CHARGE_FIELDS.filter((name) => !isBlank(given[name]));
	return {
		fields: Object.fromEntries(filled.map((name) => [name, parse(name, given[name])])),
		custom: input.objectOf(given.customFields, 'Custom Fields'),
	};
}

function dateOrigin(input: ItemInput): 'typed' | 'expression' {
	const isExpression = input.isExpression('date') || input.isExpression('updateFields.date');
	return isExpression && !input.isOfModel ? 'expression' : 'typed';
}

export function referenceIn(input: ItemInput, mapper: Mapper): string {
	const reference = input.requiredName('reference', 'Reference');
	return input.parse('Reference', () => mapper.parseReference(reference));
}

/** Reads a charge and checks that it can be written. */
export function chargeIn(
	known: { reservationId: string; reference?: string },
	given: IDataObject,
	input: ItemInput,
	mapper: Mapper,
): Omit<Wanted, 'match' | 'whenFound'> {
	const all = { ...given, ...input.collection('additionalFields') };
	const { fields: filled, custom } = filledIn(all, input, mapper);
	const fields = { ...known, ...filled };
	for (const field of mapper.leftOut(fields)) {
		input.hint(
			`'${field}' was left out, as 'Create Body' in the Reservation Service credential has no place for it`,
		);
	}
	const body = input.check(() => mapper.createBody(fields, custom));
	const charge = { body, sent: mapper.asCreated(fields, custom) };
	if (!mapper.takesIdempotencyKey) return { fields, custom, charge };
	const idempotencyKey = input.chargeKey([fields.reference, body]);
	return { fields, custom, charge: { ...charge, idempotencyKey } };
}

/** Reads a charge that is recognized by its reference, and updated where it differs. */
export function wantedIn(
	known: { reservationId: string; reference: string },
	input: ItemInput,
	mapper: Mapper,
): Wanted {
	const names = ['amount', 'date', 'description'];
	const given = Object.fromEntries(names.map((name) => [name, input.value(name)])) as IDataObject;
	return { match: 'reference', whenFound: 'update', ...chargeIn(known, given, input, mapper) };
}

export function reconcileJob(input: ItemInput, wanted: Wanted, mapper: Mapper): ReconcileJob {
	const { reservationId } = wanted.fields;
	const toOutput = toOutputOf(input, mapper);
	return {
		kind: 'reconcile',
		reservationId,
		wanted,
		outputOf: ({ action, item: { id, raw, sent } }) => {
			return { ...toOutput(raw, { id, reservationId, sent }), _action: action };
		},
	};
}

/**
 * Gives items out as the service returned them, or simplified. Call it before sending: it refuses a wrong option.
 *
 * @returns a function whose `sent` is what the service accepted but may have left out of its answer
 */
export function toOutputOf(input: ItemInput, mapper: Mapper) {
	const isSimplified = input.flag(input.collection('options').simplify, 'Simplify');
	return (
		item: IDataObject,
		{ sent = {}, ...known }: { id?: string; reservationId?: string; sent?: IDataObject },
	): IDataObject => (isSimplified ? mapper.simplify(merge(sent, item), known) : item);
}
