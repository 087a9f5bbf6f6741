import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../shared/run/itemInput';
import type { ChargeFields, WrittenFields } from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';
import type { Charge } from '../../shared/reservation/wanted';

type Parser<Value> = (value: unknown) => Value | undefined;

/** How each field is read from what the user entered; undefined means blank, and a blank field is not sent. */
export function fieldParsers(
	input: ItemInput,
	mapper: Mapper,
): { [Name in keyof ChargeFields]-?: Parser<NonNullable<ChargeFields[Name]>> } {
	return {
		amount: (value) => input.parse('Amount', () => mapper.parseAmount(value)),
		date: (value) => input.parse('Date', () => mapper.parseDate(value, dateOrigin(input))),
		description: (value) => input.textOf(value, 'Description'),
		accountCode: (value) => input.textOf(value, 'Account Code'),
		destinationAccount: (value) => input.textOf(value, 'Destination Account'),
	};
}

function dateOrigin(input: ItemInput): 'typed' | 'expression' {
	const isExpression = input.isExpression('date') || input.isExpression('updateFields.date');
	return isExpression && !input.isOfModel ? 'expression' : 'typed';
}

/** Reads those fields of a collection that are filled in. */
export function fieldsIn(collection: IDataObject, input: ItemInput, mapper: Mapper): ChargeFields {
	const given = Object.entries(collection).filter(([, value]) => !isBlank(value));
	if (given.length === 0) return {};
	const parsers: Record<string, Parser<unknown>> = fieldParsers(input, mapper);
	const parsed = given.map(([name, value]) => [name, parsers[name]?.(value)] as const);
	return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

/** Builds the body of a create; what it has no place for is told of. */
export function chargeOf(
	fields: WrittenFields,
	custom: IDataObject,
	input: ItemInput,
	mapper: Mapper,
): Charge {
	for (const field of mapper.leftOut(fields)) {
		input.hint(
			`'${field}' was left out, as 'Create Body' in the Reservation Service credential has no place for it`,
		);
	}
	const body = input.check(() => mapper.createBody(fields, custom));
	return {
		body,
		sent: mapper.asCreated(fields, custom),
		...(mapper.takesIdempotencyKey && {
			idempotencyKey: input.chargeKey([fields.reference, body]),
		}),
	};
}

/** Custom Fields as an object. */
export function customIn(collection: IDataObject, input: ItemInput): IDataObject {
	return input.objectOf(collection.customFields, 'Custom Fields');
}
