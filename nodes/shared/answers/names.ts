/** Names that services give to something, likeliest first; written with spaces between. */
export function names(text: string): string[] {
	return text.split(' ');
}

/** Plain names, to look others up in. */
export function nameSet(text: string): Set<string> {
	return new Set(names(text));
}

/** A name without case and punctuation: next_page, nextPage and Next-Page are one. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
