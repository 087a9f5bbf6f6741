import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { ApiFormat } from './examples';
import type { PlaceholderField, FieldName, Values, WrittenFields } from './fields';
import { CHARGE_FIELDS, FIELD_LABELS } from './fields';
import { canonicalJson, isBlank, isJsonObject, merge, readKey } from './json';
import { slotsIn } from './listExample';
import { settingName } from './placeholder';
import { describeWithReference } from './reference';
import type { Key, PlacedSlot, Slot, Template, Write } from './template';
import { fieldsOf, fillTemplate, pathText, readSlots, slotsOf, valueAt } from './template';

/** As it was read; not each item shows its reservation. */
type PresentItem = { item: IDataObject; reservationId?: string };

/** A service may take a charge without these; the user is told. */
const MAY_BE_LEFT_OUT: readonly FieldName[] = ['date', 'description'];
const NEED_A_PLACE: readonly FieldName[] = [
	'reservationId',
	...CHARGE_FIELDS.filter((field) => !MAY_BE_LEFT_OUT.includes(field)),
];

export function bodyWriter(format: ApiFormat, timeZone: string) {
	const { list, isReferencePlaced, updateSetting } = format;
	const [createSlots, updateSlots] = [slotsOf(format.createBody), slotsOf(format.updateBody)];
	const [createFields, updateFields] = [fieldsOf(createSlots), fieldsOf(updateSlots)];

	const valuesToSend = (fields: WrittenFields): Values => {
		const { reference, ...values } = fields;
		if (reference === undefined || isReferencePlaced) return { ...fields };
		return { ...values, description: describeWithReference(fields.description, reference) };
	};
	/** Where the description does not change, neither does the reference in it. */
	const changesToSend = (changes: WrittenFields): Values => {
		const isKept = isReferencePlaced || changes.description !== undefined;
		return valuesToSend(isKept ? changes : { ...changes, reference: undefined });
	};
	/** A reference never changes. */
	const isSent = (values: Values, { placeholders }: Slot): boolean =>
		placeholders.some(
			({ field, isAlways }) => isAlways || (field !== 'reference' && values[field] !== undefined),
		);

	/** Unchanged fields with an exclamation mark, or in one text with a changed field. */
	const sentAlong = (changes: WrittenFields): PlaceholderField[] => {
		const values = changesToSend(changes);
		const sent = updateSlots.filter((slot) => isSent(values, slot));
		return [...fieldsOf(sent)].filter((field) => values[field] === undefined);
	};

	const presentValues = (fields: PlaceholderField[], present: PresentItem): Values => {
		const { item, reservationId } = present;
		const { values, mismatches, shown } = readSlots(slotsIn(item, list), item, timeZone);
		const known: Values = { reservationId, ...values };
		const unknown = fields.find(
			(field) => known[field] === undefined && (mismatches[field] ?? !shown.has(field)),
		);
		if (unknown === undefined) return known;
		throw userError(
			`${updateSetting} sends {${unknown}} along, but the service item shows no usable value for it. Fill in '${FIELD_LABELS[unknown as FieldName]}' as well, or put {${unknown}} into 'List Response' as the service returns it`,
			'What an update sends along is read from the service item first.',
		);
	};

	const asReturned = (values: Values, custom: IDataObject): IDataObject =>
		merge(fillTemplate(list.item, writer(values, timeZone)) as IDataObject, custom);

	return {
		/** @throws UserError when a field has no place or does not fit its format, or `custom` contradicts one */
		createBody: (fields: WrittenFields, custom: IDataObject = {}): IDataObject => {
			assertNone(withoutPlace(NEED_A_PLACE, createFields, fields), settingName('createBody'));
			const values = valuesToSend(fields);
			const body = fillTemplate(format.createBody, writer(values, timeZone)) as IDataObject;
			return withCustom(body, custom, values, createSlots);
		},

		/** Labels, for a hint. */
		leftOut: (fields: WrittenFields): string[] =>
			withoutPlace(MAY_BE_LEFT_OUT, createFields, fields).map((field) => FIELD_LABELS[field]),

		needsPresent: (changes: WrittenFields): boolean => sentAlong(changes).length > 0,

		/**
		 * @param changes with the reference that the item is to keep
		 * @param present without it, unchanged fields are left out, which is enough for a check
		 * @throws UserError as `createBody` does, or when a value of `present` cannot be read
		 */
		updateBody: (
			changes: WrittenFields,
			custom: IDataObject = {},
			present?: PresentItem,
		): IDataObject => {
			assertNone(withoutPlace(CHARGE_FIELDS, updateFields, changes), updateSetting);
			const values = changesToSend(changes);
			const along = present && presentValues(sentAlong(changes), present);
			const write = writer({ ...along, ...values }, timeZone);
			const body = fillTemplate(format.updateBody, (placeholder, slot) =>
				isSent(values, slot) ? write(placeholder, slot) : undefined,
			) as IDataObject;
			return withCustom(body, custom, values, updateSlots);
		},

		/** What the service will show, in case its answer has no item. */
		asCreated: (fields: WrittenFields, custom: IDataObject = {}): IDataObject =>
			asReturned(valuesToSend(fields), custom),

		asUpdated: (changes: WrittenFields, custom: IDataObject = {}): IDataObject =>
			asReturned(changesToSend(changes), custom),

		customChanges: (custom: IDataObject, item: IDataObject): IDataObject =>
			differences(custom, [item], format.createBody),
	};
}

export function writer(values: Values, timeZone: string): Write {
	return ({ field, format }) => {
		const value = values[field];
		const label = FIELD_LABELS[field as FieldName] ?? field;
		if (value === undefined) return undefined;
		return prefixErrors(`'${label}'`, () => format.encode(value, timeZone));
	};
}

/** Fields with a value and no place in an example; for a reference, `parseReference` looks. */
function withoutPlace(names: readonly FieldName[], places: Set<string>, fields: WrittenFields) {
	return names.filter((field) => fields[field] !== undefined && !places.has(field));
}

function assertNone([missing]: FieldName[], setting: string): void {
	if (missing === undefined) return;
	throw userError(
		`'${FIELD_LABELS[missing]}' is filled in, but ${setting} has no {${missing}}`,
		`Put {${missing}} there where the service takes it, or leave the field blank.`,
	);
}

/** Adds custom properties, none of which may replace one of `values`. */
function withCustom(
	body: IDataObject,
	custom: IDataObject,
	values: Values,
	slots: PlacedSlot[],
): IDataObject {
	if (Object.keys(custom).length === 0) return body;
	if (Array.isArray(body)) {
		throw userError(
			`'Custom Fields' cannot be added, as the body is a list in the Reservation Service credential`,
			'Put further properties into that list as they are, or leave the field blank.',
		);
	}
	const merged = merge(body, custom);
	/** Up to where `custom` has no object: all below would be replaced, even a reference that is not sent. */
	const setBy = ({ path }: PlacedSlot): Key[] => {
		const parts = path.map((_, index) => path.slice(0, index + 1));
		return parts.find((part) => !isJsonObject(valueAt(custom, part))) ?? path;
	};
	const textAt = (source: IDataObject, path: Key[]) => canonicalJson(valueAt(source, path));
	const replaced = slots
		.filter(({ placeholders }) => placeholders.some(({ field }) => values[field] !== undefined))
		.map(setBy)
		.find((path) => textAt(merged, path) !== textAt(body, path));
	if (!replaced) return merged;
	const name = pathText(replaced);
	throw userError(
		`'Custom Fields' sets '${name}', which another field of this node already sets`,
		`Remove '${name}' from 'Custom Fields', or leave the other field blank.`,
	);
}

/**
 * The part of `custom` that an item, the first of `shownIn`, does not show. The item may lack an outer object of Create
 * Body, such as `data`.
 */
function differences(custom: IDataObject, shownIn: unknown[], template?: Template): IDataObject {
	const differing = Object.entries(custom).map(([key, value]): [string, unknown] => {
		const shown = shownIn.map((source) => readKey(source, key));
		// A blank value is the same as none.
		if (isBlank(value)) return [key, shown.every(isBlank) ? undefined : value];
		if (!isJsonObject(value) || Object.keys(value).length === 0) {
			const isShown = shown.some((actual) => canonicalJson(actual) === canonicalJson(value));
			return [key, isShown ? undefined : value];
		}
		const entries = template?.kind === 'branch' ? template.entries : [];
		const wrapper = entries.find((entry) => entry[0] === key && entry[1].kind === 'branch')?.[1];
		const inner = differences(value, wrapper ? [shownIn[0], ...shown] : shown, wrapper);
		return [key, Object.keys(inner).length > 0 ? inner : undefined];
	});
	return Object.fromEntries(differing.filter(([, value]) => value !== undefined)) as IDataObject;
}
