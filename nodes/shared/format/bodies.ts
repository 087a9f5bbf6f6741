import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { Wire } from './examples';
import type { BlankField, FieldName, Values, WrittenFields } from './fields';
import { FIELD_LABELS } from './fields';
import { canonicalJson, isBlank, isJsonObject, merge, readKey } from './json';
import { readItem } from './listExample';
import type { Placeholder } from './placeholder';
import { settingName } from './placeholder';
import { describeWithReference, hasReferencePlace } from './reference';
import type { Key, Template, Write } from './template';
import { fieldsOf, fillTemplate, slotsOf, valueAt } from './template';

/** A service item as it is, for what an update sends along. */
export interface PresentItem {
	item: IDataObject;
	/** Where the item need not show it. */
	reservationId?: string;
}

/** Without these a service may still take a charge; the user is told. */
const MAY_BE_LEFT_OUT: readonly FieldName[] = ['date', 'description'];

/** Builds bodies. `custom` is further properties as the user gave them, merged into the body. */
export function bodyWriter({ format, timeZone }: Wire) {
	const { createBody: createExample, updateBody: updateExample, list } = format;
	const updateSetting = settingName(format.isGiven('updateBody') ? 'updateBody' : 'createBody');
	const isReferencePlaced = hasReferencePlace(format);

	/** A reference without a place of its own is at the end of the description. */
	const valuesToSend = (fields: WrittenFields): Values => {
		const { reference, ...values } = fields;
		if (reference === undefined || isReferencePlaced) return { ...fields };
		return { ...values, description: describeWithReference(fields.description, reference) };
	};
	/** What stays as it is keeps its reference, too. */
	const changesToSend = (changes: WrittenFields): Values => {
		const isKept = isReferencePlaced || changes.description !== undefined;
		return valuesToSend(isKept ? changes : { ...changes, reference: undefined });
	};
	/** A reference never changes. */
	const isSent = (values: Values, { field, isAlways }: Placeholder): boolean =>
		isAlways || (field !== 'reference' && values[field] !== undefined);

	const assertPlaces = (
		example: Template,
		fields: WrittenFields,
		setting: string,
		optional: readonly FieldName[],
	): void => {
		const places = fieldsOf(example);
		const placeOf = (field: FieldName): FieldName =>
			field === 'reference' && !isReferencePlaced ? 'description' : field;
		const missing = (Object.keys(fields) as FieldName[]).find(
			(field) =>
				fields[field] !== undefined && !places.has(placeOf(field)) && !optional.includes(field),
		);
		if (missing === undefined) return;
		throw userError(
			`'${FIELD_LABELS[missing]}' is filled in, but ${setting} has no {${placeOf(missing)}}`,
			`Put {${placeOf(missing)}} there where the service takes it, or leave the field blank.`,
		);
	};

	/** The fields that an update sends along as they are: with an exclamation mark, or in one text with a field that changes. */
	const sentAlong = (changes: WrittenFields): BlankField[] => {
		const values = changesToSend(changes);
		const sent = slotsOf(updateExample)
			.map(({ slot }) => slot.placeholders)
			.filter((placeholders) => placeholders.some((each) => isSent(values, each)));
		const fields = sent.flat().map(({ field }) => field);
		return [...new Set(fields)].filter((field) => values[field] === undefined);
	};

	const presentValues = (fields: BlankField[], { item, reservationId }: PresentItem): Values => {
		const { values, mismatches, shown } = readItem(item, list, timeZone);
		const present: Values = { reservationId, ...values };
		const unknown = fields.find(
			(field) => present[field] === undefined && (mismatches[field] ?? !shown.has(field)),
		);
		if (unknown === undefined) return present;
		throw userError(
			`${updateSetting} sends {${unknown}} along, but the service item shows no usable value for it. Fill in '${FIELD_LABELS[unknown as FieldName]}' as well, or put {${unknown}} into 'List Response' as the service returns it`,
			'What an update sends along is read from the service item first.',
		);
	};

	const asReturned = (values: Values, custom: IDataObject): IDataObject =>
		merge(fillTemplate(list.item, writer(values, timeZone)) as IDataObject, custom);

	return {
		/**
		 * The body of POST /services.
		 *
		 * @throws UserError when a field has no place or cannot be written in its format, or `custom` contradicts one
		 */
		createBody: (fields: WrittenFields, custom: IDataObject = {}): IDataObject => {
			assertPlaces(createExample, fields, settingName('createBody'), MAY_BE_LEFT_OUT);
			const values = valuesToSend(fields);
			const body = fillTemplate(createExample, writer(values, timeZone)) as IDataObject;
			return withCustom(body, custom, { example: createExample, values });
		},

		/** The labels of fields that `createBody` leaves out for want of a place, for a hint. */
		leftOut: (fields: WrittenFields): string[] => {
			const places = fieldsOf(createExample);
			const isLeftOut = (field: FieldName): boolean =>
				fields[field] !== undefined && !places.has(field);
			return MAY_BE_LEFT_OUT.filter(isLeftOut).map((field) => FIELD_LABELS[field]);
		},

		/** True when an update of these fields sends others along, so that the item has to be read first. */
		needsPresent: (changes: WrittenFields): boolean => sentAlong(changes).length > 0,

		/**
		 * The body of PATCH /services/{serviceId}.
		 *
		 * @param changes with the reference that the item carries, if it is to keep one
		 * @param present the item as it is; without it, what is sent along is left out, as is enough for a check
		 * @throws UserError as `createBody` does, or when a value that is sent along cannot be read
		 */
		updateBody: (
			changes: WrittenFields,
			custom: IDataObject = {},
			present?: PresentItem,
		): IDataObject => {
			assertPlaces(updateExample, { ...changes, reference: undefined }, updateSetting, []);
			const values = changesToSend(changes);
			const along = present && presentValues(sentAlong(changes), present);
			const write = writer({ ...along, ...values }, timeZone);
			const body = fillTemplate(updateExample, (placeholder, slot) =>
				slot.placeholders.some((each) => isSent(values, each))
					? write(placeholder, slot)
					: undefined,
			) as IDataObject;
			return withCustom(body, custom, { example: updateExample, values });
		},

		/** What was created, as the service will show it: it stands for the answer where there is none. */
		asCreated: (fields: WrittenFields, custom: IDataObject = {}): IDataObject =>
			asReturned(valuesToSend(fields), custom),

		/** The same of what was changed. */
		asUpdated: (changes: WrittenFields, custom: IDataObject = {}): IDataObject =>
			asReturned(changesToSend(changes), custom),

		/**
		 * The part of Custom Fields that an item has otherwise. What it shows without a wrapper that Create Body has, such as
		 * `data`, is the same.
		 */
		customChanges: (custom: IDataObject, item: IDataObject): IDataObject =>
			leavesOf(custom)
				.filter(({ path, value }) =>
					path.every((_, depth) => !isSame(value, valueAt(item, path.slice(depth)))),
				)
				.map(({ path, value }) => nested(path, value))
				.reduce(merge, {}),
	};
}

/** Writes values in the formats of the placeholders, and names the field of one that cannot be written so. */
export function writer(values: Values, timeZone: string): Write {
	return ({ field, format }) => {
		const value = values[field];
		const label = FIELD_LABELS[field as FieldName] ?? field;
		if (value === undefined) return undefined;
		return prefixErrors(`'${label}'`, () => format.encode(value, timeZone));
	};
}

/** @param taken what the fields have set: a custom property may add to it, but not contradict it */
function withCustom(
	body: IDataObject,
	custom: IDataObject,
	taken: { example: Template; values: Values },
): IDataObject {
	if (Object.keys(custom).length === 0) return body;
	if (Array.isArray(body)) {
		throw userError(
			`'Custom Fields' cannot be added, as the body is a list in the Reservation Service credential`,
			'Put further properties into that list as they are, or leave the field blank.',
		);
	}
	const overlap = slotsOf(taken.example)
		.filter(({ slot }) => slot.placeholders.some(({ field }) => taken.values[field] !== undefined))
		.map(({ path }) => takenPart(custom, path))
		.find((part) => part !== undefined);
	if (overlap === undefined) return merge(body, custom);
	throw userError(
		`'Custom Fields' sets '${overlap}', which another field of this node already sets`,
		`Remove '${overlap}' from 'Custom Fields', or leave the other field blank.`,
	);
}

/** The path, or the first part of it, at which `custom` has a value that leaves no room for the field's. */
function takenPart(custom: IDataObject, path: Key[]): string | undefined {
	let value: unknown = custom;
	for (const [index, key] of path.entries()) {
		value = readKey(value, String(key));
		if (value === undefined) return undefined;
		const isLast = index === path.length - 1;
		if (isLast || !isJsonObject(value)) return path.slice(0, index + 1).join('.');
	}
	return undefined;
}

/** Every value that is no object with something in it, and where it stands. */
function leavesOf(
	custom: IDataObject,
	path: string[] = [],
): Array<{ path: string[]; value: unknown }> {
	return Object.entries(custom).flatMap(([key, value]) => {
		const hasMore = isJsonObject(value) && Object.keys(value).length > 0;
		return hasMore ? leavesOf(value, [...path, key]) : [{ path: [...path, key], value }];
	});
}

/** A value that was cleared is the same as one that is not there; the order of keys does not count. */
function isSame(wanted: unknown, actual: unknown): boolean {
	return (isBlank(wanted) && isBlank(actual)) || canonicalJson(wanted) === canonicalJson(actual);
}

function nested(path: string[], value: unknown): IDataObject {
	const wrap = (inner: unknown, key: string): unknown => Object.fromEntries([[key, inner]]);
	return path.reduceRight(wrap, value) as IDataObject;
}
