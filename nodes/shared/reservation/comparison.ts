import type { IDataObject } from 'n8n-workflow';

import { canonicalJson, isBlank, isJsonObject } from '../wire/json';
import { readAt, writeKey } from '../wire/dotPath';
import { shownPlacesOf } from '../wire/customPlaces';
import type { Key } from '../wire/templates/template';
import type { ApiFormat } from '../wire/apiFormat';
import { referenceOf, withoutReference } from '../wire/reference';
import type { ServiceItemFields, WireContext } from '../wire/serviceItem';
import { CHARGE_FIELDS, simplifyServiceItem } from '../wire/serviceItem';

/** The fields of an item as the service holds it, read through the wire format: so 12.5 and "12.50" are the same. */
export function fieldsOf(item: IDataObject, wire: WireContext): ServiceItemFields {
	const simplified = simplifyServiceItem(item, wire);
	const shown = CHARGE_FIELDS.map((name) => [name, simplified[name] ?? undefined]);
	const fields = Object.fromEntries(shown) as ServiceItemFields;
	const isInDescription = !wire.format.hasReferencePlace && fields.description !== undefined;
	if (isInDescription) fields.description = withoutReference(fields.description ?? '');
	return { ...fields, reference: referenceOf(item, wire.format) };
}

/** Those wanted fields that an item has otherwise. Fields that are not wanted, or blank, are left alone. */
export function differencesOf(
	wanted: ServiceItemFields,
	actual: ServiceItemFields,
): ServiceItemFields {
	const names = CHARGE_FIELDS.filter((name) => isOther(name, wanted, actual, comparableText));
	return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}

/**
 * How well an item matches the wanted fields. Some services keep texts in capitals, so case does not matter.
 *
 * @returns 'exact' when all five are the same; 'filledIn' when the item only has more than was wanted, as a
 * service may fill in an account code that was left blank; undefined when any wanted field differs
 */
export function matchOf(
	wanted: ServiceItemFields,
	actual: ServiceItemFields,
): 'exact' | 'filledIn' | undefined {
	// With the first difference it is decided: every input item is compared with every charge.
	if (CHARGE_FIELDS.some((name) => isOther(name, wanted, actual, inCapitals))) return undefined;
	const hasMore = CHARGE_FIELDS.some(
		(name) => wanted[name] === undefined && comparableText(String(actual[name] ?? '')) !== '',
	);
	return hasMore ? 'filledIn' : 'exact';
}

/**
 * The part of `custom` that the item has otherwise, property by property.
 *
 * @param path where in the body that is sent `custom` stands
 */
export function customDifferencesOf(
	custom: IDataObject,
	item: IDataObject,
	format: ApiFormat,
	path: Key[] = [],
): IDataObject {
	const differences: IDataObject = {};
	for (const [key, value] of Object.entries(custom)) {
		const place = [...path, key];
		if (isJsonObject(value) && Object.keys(value).length > 0) {
			const inner = customDifferencesOf(value, item, format, place);
			if (Object.keys(inner).length > 0) writeKey(differences, key, inner);
		} else if (
			!shownPlacesOf(place, format).some((shown) => isSameValue(value, readAt(item, shown)))
		) {
			writeKey(differences, key, value);
		}
	}
	return differences;
}

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	'#39': "'",
	'#039': "'",
};

/** Without what services change in a text that people read as the same: blanks, line breaks, accents' encoding, HTML escapes. */
function comparableText(text: string): string {
	return text
		.replace(/&(amp|lt|gt|quot|apos|#0?39);/g, (_, name: string) => ENTITIES[name] ?? '')
		.normalize('NFC')
		.replace(/\s+/g, ' ')
		.trim();
}

function inCapitals(text: string): string {
	return comparableText(text).toUpperCase();
}

/** True when a field is wanted that an item has otherwise. */
function isOther(
	name: (typeof CHARGE_FIELDS)[number],
	wanted: ServiceItemFields,
	actual: ServiceItemFields,
	asText: (text: string) => string,
): boolean {
	const [value, other = ''] = [wanted[name], actual[name]];
	if (value === undefined || value === other) return false;
	return typeof value === 'number' || asText(String(other)) !== asText(value);
}

/** Compares without regard to the order of keys; a value that was cleared is the same as one that is not there. */
function isSameValue(wanted: unknown, actual: unknown): boolean {
	if (isBlank(wanted) && isBlank(actual)) return true;
	return canonicalJson(wanted) === canonicalJson(actual);
}
