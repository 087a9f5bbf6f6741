/** A name without case and punctuation: next_page, nextPage and Next-Page are one. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Plain names, written with spaces between, to look others up in. */
export function nameSet(text: string): Set<string> {
	return new Set(text.split(' '));
}
