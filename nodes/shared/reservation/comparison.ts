import type { ChargeFields } from '../format/fields';
import { CHARGE_FIELDS } from '../format/fields';

/** Those wanted fields that an item has otherwise. Fields that are not wanted, or blank, are left alone. */
export function differencesOf(wanted: ChargeFields, actual: ChargeFields): ChargeFields {
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
	wanted: ChargeFields,
	actual: ChargeFields,
): 'exact' | 'filledIn' | undefined {
	// With the first difference it is decided: every input item is compared with every charge.
	if (CHARGE_FIELDS.some((name) => isOther(name, wanted, actual, inCapitals))) return undefined;
	const hasMore = CHARGE_FIELDS.some(
		(name) => wanted[name] === undefined && comparableText(String(actual[name] ?? '')) !== '',
	);
	return hasMore ? 'filledIn' : 'exact';
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
	wanted: ChargeFields,
	actual: ChargeFields,
	asText: (text: string) => string,
): boolean {
	const [value, other = ''] = [wanted[name], actual[name]];
	if (value === undefined || value === other) return false;
	return typeof value === 'number' || asText(String(other)) !== asText(value);
}
