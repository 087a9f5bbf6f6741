import type { IDataObject } from 'n8n-workflow';

import { givenNumber } from '../../shared/format/amount';
import type { ChargeFields } from '../../shared/format/fields';
import { CHARGE_FIELDS, FIELD_LABELS } from '../../shared/format/fields';
import { isBlank, merge } from '../../shared/format/json';
import type { DesiredCharge } from '../../shared/reservation/desired';
import type { ItemInput } from '../../shared/run/itemInput';
import type { ReconcileJob } from '../../shared/run/job';

/** Reads the fields that are filled in; empty ones are not sent. */
export function filledIn(given: Record<string, unknown>, input: ItemInput) {
	const parse = (name: keyof ChargeFields): unknown => {
		const [value, label] = [given[name], FIELD_LABELS[name]];
		if (name === 'date') {
			return input.parse(label, () => input.mapper.parseDate(value, dateOrigin(input)));
		}
		if (name === 'amount') return input.parse(label, () => input.mapper.parseAmount(value));
		const text = input.textOf(value, label);
		if (name !== 'description' || text === undefined) return text;
		return input.parse(label, () => input.mapper.parseDescription(text));
	};
	const filled = CHARGE_FIELDS.filter((name) => !isBlank(given[name]));
	const fields: ChargeFields = Object.fromEntries(filled.map((name) => [name, parse(name)]));
	return { fields, custom: input.objectOf(given.customFields, 'Custom Fields') };
}

function dateOrigin(input: ItemInput): 'typed' | 'expression' {
	const isExpression = input.isExpression('date') || input.isExpression('updateFields.date');
	return isExpression && !input.isOfModel ? 'expression' : 'typed';
}

/** Checks what would be sent, from whichever field it comes. */
export function assertWithinMax(fields: ChargeFields, custom: IDataObject, input: ItemInput): void {
	const given = input.guard('options.maxAmount', 'Max Amount');
	const rule = { subject: `The option 'Max Amount'`, least: 0, isWhole: false, standard: 0 };
	const advice = 'Correct it, or give 0 for no limit';
	const max = input.check(() => givenNumber(given, { ...rule, advice }));
	if (max === 0) return;
	const amount = input.check(() => input.mapper.amountToSend(fields, custom)) ?? 0;
	if (amount <= max) return;
	throw input.problem(
		`'Amount' is ${amount}, more than the option 'Max Amount' allows (${max})`,
		'Check the amount. If it is right, set the option higher.',
	);
}

export function referenceIn(input: ItemInput): string {
	const reference = input.requiredName('reference', 'Reference');
	if (reference === input.constantTextOf('reference')) {
		throw input.problem(
			`'Reference' is '${reference}', only the text around the expression, which gave nothing`,
			'Look in the input whether the field that the expression names is there, and spelled like that. All inputs would share this reference.',
		);
	}
	return input.parse('Reference', () => input.mapper.parseReference(reference));
}

/** Reads a charge and checks that it can be written. */
export function chargeIn(
	known: DesiredCharge['fields'],
	input: ItemInput,
	{ isRequired }: { isRequired: boolean },
): Omit<DesiredCharge, 'matchBy' | 'whenFound'> {
	const { mapper } = input;
	const read = (name: 'amount' | 'date' | 'description'): unknown =>
		isRequired ? input.requiredValue(name, FIELD_LABELS[name]) : input.value(name);
	const given = { amount: read('amount'), date: read('date'), description: read('description') };
	const all = { ...given, ...input.collection('additionalFields') };
	const { fields: filled, custom } = filledIn(all, input);
	const fields = { ...known, ...filled };
	assertWithinMax(fields, custom, input);
	for (const field of mapper.leftOut(fields)) {
		input.hint(
			`'${field}' was left out, as 'Create Body' in the Reservation Service credential has no place for it`,
		);
	}
	const body = input.check(() => mapper.createBody(fields, custom));
	const expected = mapper.asCreated(fields, custom);
	const key = mapper.takesIdempotencyKey ? input.chargeKey([fields.reference, body]) : undefined;
	return { fields, custom, charge: { body, expected, idempotencyKey: key } };
}

/** Reads a charge that is recognized by its reference, and updated where it differs. */
export function desiredIn(known: DesiredCharge['fields'], input: ItemInput): DesiredCharge {
	const charge = chargeIn(known, input, { isRequired: false });
	return { matchBy: 'reference', whenFound: 'update', ...charge };
}

export function toReconcileJob(
	input: ItemInput,
	desired: DesiredCharge,
	twice: ReconcileJob['twice'],
): ReconcileJob {
	const { reservationId } = desired.fields;
	const toOutput = toOutputOf(input);
	return {
		kind: 'reconcile',
		reservationId,
		desired,
		twice,
		outputOf: ({ action, item: { id, raw } }) => {
			return { ...toOutput(raw, { id, reservationId }), action };
		},
	};
}

/**
 * Gives items out as the service returned them, or simplified. Call it before sending: it refuses a wrong option. `sent` is
 * what the service accepted but may have left out of its answer.
 */
export function toOutputOf(input: ItemInput) {
	const isSimplified = input.flag(input.value('simplify'), 'Simplify');
	return (
		item: IDataObject,
		{ sent = {}, ...known }: { id?: string; reservationId?: string; sent?: IDataObject },
	): IDataObject => (isSimplified ? input.mapper.simplify(merge(sent, item), known) : item);
}
