import type { IDataObject } from 'n8n-workflow';

import { parseNumberSetting } from '../../shared/format/amount';
import type { ChargeFields } from '../../shared/format/fields';
import { CHARGE_FIELDS, FIELD_LABELS } from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';
import type { DesiredCharge } from '../../shared/reservation/desired';
import { prefixErrors, userError } from '../../shared/n8n/userError';
import type { ItemInput } from '../../shared/run/itemInput';
import { objectOf, textOf } from '../../shared/run/itemInput';
import type { ReconcileJob } from '../../shared/run/job';

interface FilledFields {
	fields: ChargeFields;
	custom: IDataObject;
}

/** Reads the fields that are filled in; empty ones are not sent. */
export function readFilledFields(
	given: Record<string, unknown>,
	input: ItemInput,
): FilledFields {
	const fields: Record<string, unknown> = {};
	for (const name of CHARGE_FIELDS) {
		if (!isBlank(given[name])) fields[name] = fieldIn(name, given[name], input);
	}
	return { fields, custom: objectOf(given.customFields, 'Custom Fields') };
}

function fieldIn(
	name: keyof ChargeFields,
	value: unknown,
	input: ItemInput,
): unknown {
	const { mapper } = input;
	const label = FIELD_LABELS[name];
	const subject = `'${label}'`;
	switch (name) {
		case 'amount':
			return prefixErrors(subject, () => mapper.parseAmount(value));
		case 'date':
			return prefixErrors(subject, () =>
				mapper.parseDate(value, isDateExpression(input)),
			);
		case 'description': {
			const text = textOf(value, label) ?? '';
			return prefixErrors(subject, () => mapper.parseDescription(text));
		}
		default:
			return textOf(value, label);
	}
}

function isDateExpression(input: ItemInput): boolean {
	return ['date', 'updateFields.date'].some((path) =>
		input.saved.isExpression(path),
	);
}

/** Checks what would be sent, from whichever field it comes. */
export function assertWithinMax(filled: FilledFields, input: ItemInput): void {
	const given = input.guard('options.maxAmount', 'Max Amount');
	const max = parseNumberSetting(given, {
		subject: `The option 'Max Amount'`,
		min: 0,
		isWhole: false,
		default: 0,
		advice: 'Correct it, or give 0 for no limit',
	});
	if (max === 0) return;
	const amount = input.mapper.largestAmount(filled.fields, filled.custom);
	if (Math.abs(amount) <= max) return;
	throw userError({
		what: `'Amount' is ${amount}, more than the option 'Max Amount' allows (${max})`,
		advice: 'Check the amount. If it is right, set the option higher',
	});
}

export function referenceIn(input: ItemInput): string {
	const reference = input.requiredName('reference', 'Reference');
	return prefixErrors("'Reference'", () =>
		input.mapper.parseReference(reference),
	);
}

/**
 * Reads a charge and checks that it can be written. `isNew`: it needs all
 * fields that a new one has to have.
 */
export function chargeIn(
	known: DesiredCharge['fields'],
	input: ItemInput,
	how: { isNew: boolean },
): Omit<DesiredCharge, 'matchBy' | 'whenFound'> {
	const { mapper } = input;
	const given: Record<string, unknown> = input.collection('additionalFields');
	for (const name of ['amount', 'date', 'description'] as const) {
		given[name] = how.isNew
			? input.requiredValue(name, FIELD_LABELS[name])
			: input.value(name);
	}
	const { fields: filled, custom } = readFilledFields(given, input);
	const fields = { ...known, ...filled };
	assertWithinMax({ fields, custom }, input);
	const { body, expected, leftOut } = mapper.toCreate(fields, custom);
	if (leftOut.length > 0) {
		const labels = leftOut.map((label) => `'${label}'`).join(' and ');
		input.hint(
			`Left out, as 'Create Body' in the Reservation Service credential has no place for it: ${labels}`,
		);
	}
	const key = mapper.takesIdempotencyKey
		? input.chargeKey([fields.reference, body])
		: undefined;
	return { fields, custom, charge: { body, expected, idempotencyKey: key } };
}

/** Of a charge that is to be there once. */
export function reconcileJob(desired: DesiredCharge): ReconcileJob {
	return {
		reconciles: true,
		changes: { reservationId: desired.fields.reservationId },
		desired,
	};
}

/**
 * Of a charge that is recognized by its reference, and updated where it
 * differs.
 */
export function upsertJob(
	known: DesiredCharge['fields'],
	input: ItemInput,
): ReconcileJob {
	const charge = chargeIn(known, input, { isNew: false });
	return reconcileJob({ matchBy: 'reference', whenFound: 'update', ...charge });
}
