import type { ChargeFields } from '../format/fields';
import { CHARGE_FIELDS } from '../format/fields';
import type { Fit } from './assign';

/** Those wanted fields that an item has otherwise. Fields that are not wanted, or blank, are left alone. */
export function differencesOf(wanted: ChargeFields, actual: ChargeFields): ChargeFields {
	const names = CHARGE_FIELDS.filter((name) => {
		const [value, other = ''] = [wanted[name], actual[name]];
		if (value === undefined || value === other) return false;
		return typeof value === 'number' || comparableText(String(other)) !== comparableText(value);
	});
	return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}

/** How well an item matches the wanted fields. Some services keep texts in capitals, so case does not matter. */
export function fitOf(wanted: ChargeFields, actual: ChargeFields): Fit {
	const [wish, item] = [comparable(wanted), comparable(actual)];
	let hasMore = false;
	// With the first difference it is decided: every wish is compared with every charge.
	for (const [n, value] of wish.entries()) {
		if (value === undefined) hasMore ||= (item[n] ?? '') !== '';
		else if (value !== (item[n] ?? '')) return undefined;
	}
	return hasMore ? 'filledIn' : 'exact';
}

const known = new WeakMap<ChargeFields, Array<string | number | undefined>>();

/** The fields as they are compared, worked out once: the same are compared again and again. */
function comparable(fields: ChargeFields): Array<string | number | undefined> {
	const values =
		known.get(fields) ??
		CHARGE_FIELDS.map((name) => {
			const value = fields[name];
			return typeof value === 'string' ? comparableText(value).toUpperCase() : value;
		});
	known.set(fields, values);
	return values;
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
