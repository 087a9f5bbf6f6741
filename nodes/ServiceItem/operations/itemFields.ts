import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';
import { parseAmount } from '../../shared/wire/amount';
import { parseDay } from '../../shared/wire/date';
import { readAt } from '../../shared/wire/dotPath';
import { isBlank, isJsonObject } from '../../shared/wire/json';
import type { ServiceItemFields, WireContext } from '../../shared/wire/serviceItem';
import type { Key, Template } from '../../shared/wire/templates/template';
import { placesOf } from '../../shared/wire/templates/template';
import { encodeServiceItem, fieldsLeftOut } from '../../shared/wire/writtenItem';

/** The fields a user fills in one by one; the reference has an operation's own parameter. */
type UserField = Exclude<keyof ServiceItemFields, 'reference'>;

type Parser<Value> = (value: unknown) => Value | undefined;

/** How each field is read from what the user entered; undefined means blank, and a blank field is not sent. */
export function fieldParsers(
	input: ItemInput,
	{ format, timeZone }: WireContext,
): { [Name in UserField]: Parser<NonNullable<ServiceItemFields[Name]>> } {
	return {
		amount: (value) => input.parse('Amount', () => parseAmount(value, format.currencyDecimals)),
		date: (value) => input.parse('Date', () => parseDay(value, timeZone)),
		description: (value) => input.textOf(value, 'Description'),
		accountCode: (value) => input.textOf(value, 'Account Code'),
		destinationAccount: (value) => input.textOf(value, 'Destination Account'),
	};
}

/** Reads those fields of a collection that are filled in. */
export function fieldsIn(
	collection: IDataObject,
	input: ItemInput,
	wire: WireContext,
): ServiceItemFields {
	const fields: ServiceItemFields = {};
	const given = Object.entries(collection).filter(([, value]) => !isBlank(value));
	if (given.length === 0) return fields;
	const parsers: Record<string, Parser<unknown>> = fieldParsers(input, wire);
	for (const [name, value] of given) {
		const parsed = parsers[name]?.(value);
		if (parsed !== undefined) Object.assign(fields, { [name]: parsed });
	}
	return fields;
}

/** What goes into a body beside the fields, and what it is checked against. */
type Writing = 'create' | 'update';

/** Checks what an item is to be created or changed with, and gives the custom fields. */
export function customIn(
	customFields: unknown,
	fields: ItemFields,
	input: ItemInput,
	{ format }: WireContext,
	writing: Writing,
): IDataObject {
	const custom = input.objectOf(customFields, 'Custom Fields');
	assertNoOverlap(fields, custom, input, format.templates[writing]);
	return custom;
}

/** Builds the body of a create; a custom field may add to the named fields but not contradict them. */
export function bodyOf(
	fields: ItemFields,
	customFields: unknown,
	input: ItemInput,
	wire: WireContext,
): IDataObject {
	const custom = customIn(customFields, fields, input, wire, 'create');
	for (const field of fieldsLeftOut(fields, wire.format)) {
		input.hint(
			`'${field}' was left out, as 'Create Body' in the Reservation Service credential has no place for it`,
		);
	}
	return input.check(() => encodeServiceItem(fields, custom, wire));
}

/**
 * The key under which the service makes a charge once; undefined where it takes none.
 *
 * @param content all that makes the charge what it is
 */
export function idempotencyKeyIn(
	input: ItemInput,
	content: unknown,
	{ format }: WireContext,
): string | undefined {
	return format.idempotencyHeader === '' ? undefined : input.chargeKey(content);
}

type ItemFields = ServiceItemFields & { reservationId?: string };

/** The path, or the first part of it, at which `custom` has a value that leaves no room for the field's. */
function takenPart(custom: IDataObject, path: Key[]): Key[] | undefined {
	return path
		.map((_, index) => path.slice(0, index + 1))
		.find((part) => {
			const value = readAt(custom, part);
			return value !== undefined && (part.length === path.length || !isJsonObject(value));
		});
}

function assertNoOverlap(
	fields: ItemFields,
	custom: IDataObject,
	input: ItemInput,
	template: Template,
): void {
	if (Object.keys(custom).length === 0) return;
	const overlap = placesOf(template)
		.filter(({ blanks }) => blanks.some(({ field }) => field in fields))
		.map(({ path }) => takenPart(custom, path)?.join('.'))
		.find((path) => path !== undefined);
	if (overlap === undefined) return;
	throw input.problem(
		`'Custom Fields' sets '${overlap}', which another field of this node already sets`,
		`Remove '${overlap}' from 'Custom Fields', or leave the other field blank.`,
	);
}
