import type { Value } from './fields';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Undoes what services change in a text: spaces, line breaks, Unicode forms, HTML escapes. */
export function comparableText(text: string): string {
	return withoutEscapes(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Of HTML. A text that is sent back with them would be escaped once more. */
export function withoutEscapes(text: string): string {
	return text.replace(
		/&(?:(amp|lt|gt|quot|apos)|#0?39);/g,
		(_, name: string = 'apos') => ENTITIES[name] ?? '',
	);
}

/** True where a service item shows a value as it is wanted. Case counts. */
export function isSameValue(wanted: Value, shown: Value = ''): boolean {
	if (typeof wanted === 'number' || wanted === shown) return wanted === shown;
	return comparableText(String(shown)) === comparableText(wanted);
}
