import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';
import { parseAmount } from '../../shared/wire/amount';
import type { ApiFormat } from '../../shared/wire/apiFormat';
import { parseDay } from '../../shared/wire/date';
import { readPath } from '../../shared/wire/dotPath';
import { isBlank, isJsonObject } from '../../shared/wire/json';
import type { ServiceItemFields, WireContext } from '../../shared/wire/serviceItem';
import { encodeServiceItem } from '../../shared/wire/serviceItem';

/** The fields a user fills in one by one; the reference has an operation's own parameter. */
type UserField = Exclude<keyof ServiceItemFields, 'reference'>;

type Parser<Value> = (value: unknown) => Value | undefined;

/** How each field is read from what the user entered; undefined means blank, and a blank field is not sent. */
export function fieldParsers(
	input: ItemInput,
	timeZone: string,
): { [Name in UserField]: Parser<NonNullable<ServiceItemFields[Name]>> } {
	return {
		amount: (value) => input.parse('Amount', () => parseAmount(value)),
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
	timeZone: string,
): ServiceItemFields {
	const fields: ServiceItemFields = {};
	for (const [name, parser] of Object.entries(fieldParsers(input, timeZone))) {
		const value = collection[name];
		const parsed = isBlank(value) ? undefined : parser(value);
		if (parsed !== undefined) Object.assign(fields, { [name]: parsed });
	}
	return fields;
}

/** Builds the body to send; a custom field may add to the named fields but not contradict them. */
export function bodyOf(
	fields: ServiceItemFields & { reservationId?: string },
	customFields: unknown,
	input: ItemInput,
	wire: WireContext,
): IDataObject {
	const custom = input.objectOf(customFields, 'Custom Fields');
	assertNoOverlap(fields, custom, input, wire.format);
	return input.parse('Amount', () => encodeServiceItem(fields, custom, wire));
}

/** Where a field is written; a reference without a field of its own is part of the description. */
function placeOf(name: keyof ServiceItemFields | 'reservationId', format: ApiFormat): string {
	if (name === 'reference') return format.referenceField || format.descriptionField;
	return format[`${name}Field`];
}

/** The path, or the first part of it, at which `custom` has a value that leaves no room for the field's. */
function takenPart(custom: IDataObject, path: string): string | undefined {
	const keys = path.split('.');
	return keys
		.map((_, index) => keys.slice(0, index + 1).join('.'))
		.find((part) => {
			const value = readPath(custom, part);
			return value !== undefined && (part === path || !isJsonObject(value));
		});
}

function assertNoOverlap(
	fields: ServiceItemFields & { reservationId?: string },
	custom: IDataObject,
	input: ItemInput,
	format: ApiFormat,
): void {
	const overlap = (Object.keys(fields) as Array<keyof typeof fields>)
		.map((name) => takenPart(custom, placeOf(name, format)))
		.find((path) => path !== undefined);
	if (overlap === undefined) return;
	throw input.problem(
		`'Custom Fields' sets '${overlap}', which another field of this node already sets`,
		`Remove '${overlap}' from 'Custom Fields', or leave the other field blank.`,
	);
}
