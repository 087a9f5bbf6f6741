import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { EXAMPLES } from './apiTemplates';
import { mergeBelow } from './dotPath';
import { describeWithReference } from './reference';
import type { ServiceItemFields, WireContext } from './serviceItem';
import type { Blank, BlankField } from './templates/blank';
import type { BlankValues } from './templates/fillTemplate';
import { FIELD_LABELS } from './templates/blank';
import { fillPlaces, fillTemplate } from './templates/fillTemplate';
import { readTemplate } from './templates/readTemplate';
import type { FilledPlace, Template } from './templates/template';
import { fieldsOf, isInList, placesOf } from './templates/template';
import { mistakenField } from './templates/unnamedEntries';

/** What a body is built of. */
type WrittenFields = ServiceItemFields & { reservationId?: string };

/** Without these a service may still take a charge; the user is told. */
const MAY_BE_LEFT_OUT = ['date', 'description'] as const;

/**
 * Builds the body of POST /services. Names, nesting and formats are those of `format`.
 *
 * @param custom further wire properties as the user gave them, merged in below the named fields
 * @throws UserError when a value has no place in it, or cannot be written in the service's format
 */
export function encodeServiceItem(
	fields: WrittenFields,
	custom: IDataObject,
	{ format, timeZone }: WireContext,
): IDataObject {
	const { create } = format.templates;
	assertPlaces(create, fields, format, MAY_BE_LEFT_OUT);
	const values = valuesToSend(fields, format);
	assertTold(create, ({ field }) => values[field] !== undefined, EXAMPLES.createBody);
	const body = fillTemplate(create, values, timeZone);
	return withCustom(body, custom, EXAMPLES.createBody);
}

/**
 * Builds the body of PATCH /services/{serviceId}: what changes, what belongs to it, and what is always sent.
 *
 * @param present the item as it is, where `fieldsToRead` are needed; without it they are left out, as is enough for a check
 * @throws UserError as `encodeServiceItem` does, or when a value that is always sent cannot be read
 */
export function encodeChanges(
	changes: ServiceItemFields,
	custom: IDataObject,
	{ format, timeZone }: WireContext,
	present?: BlankValues,
): IDataObject {
	const { update } = format.templates;
	assertPlaces(update, changes, format, []);
	const values = valuesToSend(changes, format);
	const isSent = ({ field, isAlways }: Blank): boolean => isAlways || values[field] !== undefined;
	assertTold(update, isSent, format.updateSetting);
	if (present) {
		for (const field of fieldsToRead(changes, format)) {
			values[field] = present[field] ?? unknownPresent(field);
		}
	}
	return withCustom(fillTemplate(update, values, timeZone), custom, format.updateSetting);
}

/** The fields whose present value an update needs: those it always sends, and those in one text with a field that changes. */
export function fieldsToRead(changes: ServiceItemFields, format: ApiFormat): BlankField[] {
	const values = valuesToSend(changes, format);
	const isChanged = ({ field }: Blank): boolean => values[field] !== undefined;
	const isSent = ({ blanks }: FilledPlace): boolean =>
		blanks.some((blank) => blank.isAlways || isChanged(blank));
	const sent = placesOf(format.templates.update).filter(isSent);
	const needed = sent.flatMap(({ blanks }) => blanks).filter((blank) => !isChanged(blank));
	return [...new Set(needed.map(({ field }) => field))];
}

/** The values of an item that an update may need, as they are. */
export function presentValues(item: IDataObject, { format, timeZone }: WireContext): BlankValues {
	return readTemplate(format.templates.item, item, timeZone).values;
}

/** Date and description that Create Body has no place for: the service gets the charge without them. */
export function fieldsLeftOut(fields: ServiceItemFields, { templates }: ApiFormat): string[] {
	const places = fieldsOf(templates.create);
	return MAY_BE_LEFT_OUT.filter((field) => fields[field] !== undefined && !places.has(field)).map(
		(field) => FIELD_LABELS[field],
	);
}

/** The query of GET /services that lists a reservation. */
export function listQueryOf(reservationId: string, { format, timeZone }: WireContext): IDataObject {
	return fillTemplate(format.templates.list, { reservationId }, timeZone) as IDataObject;
}

/**
 * A body that the service has accepted, as it will show the item: what stands in for the answer where there is none.
 *
 * @param fields what it was built of
 * @param written by which template
 */
export function asReturned(
	body: IDataObject,
	fields: WrittenFields,
	{ format, timeZone }: WireContext,
	written: 'create' | 'update',
): IDataObject {
	if (!format.hasExamples) return body;
	const template = format.templates[written];
	const places = fieldsOf(template);
	// Custom Fields are in the body alone. They never are in a list, where what was left out has moved the rest.
	const outsideLists = placesOf(template).filter((place) => !isInList(place));
	const { values } = readTemplate(outsideLists, body, timeZone);
	for (const [field, value] of Object.entries(valuesToSend(fields, format))) {
		if (places.has(field as BlankField)) values[field as BlankField] = value;
	}
	return (fillPlaces(placesOf(format.templates.item), values, timeZone) ?? {}) as IDataObject;
}

function valuesToSend(
	{ description, reference, ...others }: WrittenFields,
	{ hasReferencePlace }: ApiFormat,
): BlankValues {
	if (hasReferencePlace || reference === undefined) return { ...others, description, reference };
	return { ...others, description: describeWithReference(description, reference) };
}

/**
 * What the user has filled in is sent, or there is a word about it.
 *
 * @param optional fields without which the service may take a charge
 */
function assertPlaces(
	template: Template,
	fields: WrittenFields,
	{ hasReferencePlace, updateSetting, templates }: ApiFormat,
	optional: readonly BlankField[],
): void {
	const places = fieldsOf(template);
	const placeOf = (field: BlankField): BlankField =>
		field === 'reference' && !hasReferencePlace ? 'description' : field;
	const missing = (Object.keys(fields) as Array<keyof typeof fields>).find(
		(field) =>
			fields[field] !== undefined && !places.has(placeOf(field)) && !optional.includes(field),
	);
	if (missing === undefined) return;
	const setting = template === templates.update ? updateSetting : EXAMPLES.createBody;
	throw userError(
		`'${FIELD_LABELS[missing]}' is filled in, but '${setting}' in the Reservation Service credential has no {${placeOf(missing)}}`,
		`Put {${placeOf(missing)}} into '${setting}' where the service takes it, or leave the field blank.`,
	);
}

/** A service that tells values by their position in a list would take one for another. */
function assertTold(template: Template, isSent: (blank: Blank) => boolean, setting: string): void {
	const mistaken = mistakenField(template, isSent);
	if (!mistaken) return;
	const { left, taken } = mistaken;
	throw userError(
		`'${FIELD_LABELS[left]}' has no value, and '${setting}' in the Reservation Service credential has a list without names, in which {${taken}} would stand in its place`,
		`Fill in '${FIELD_LABELS[left]}' as well, give every entry of the list a name of its own, or, for updates, write {${left}!} in '${EXAMPLES.updateBody}', so that it is always sent.`,
	);
}

function unknownPresent(field: BlankField): never {
	throw userError(
		`'${EXAMPLES.updateBody}' in the Reservation Service credential always sends {${field}}, but the service item shows no usable value for it`,
		`Fill in '${FIELD_LABELS[field]}' as well, or put {${field}} into '${EXAMPLES.returnedItem}' in the format in which the service returns it.`,
	);
}

function withCustom(body: object = {}, custom: IDataObject, setting: string): IDataObject {
	if (Array.isArray(body) && Object.keys(custom).length > 0) {
		throw userError(
			`'Custom Fields' cannot be added, as '${setting}' in the Reservation Service credential is a list`,
			'Put further properties into that list as they are, or leave the field blank.',
		);
	}
	mergeBelow(body as IDataObject, custom);
	return body as IDataObject;
}
