// What services call things is compared without case and punctuation: next_page, nextPage and Next-Page are one.

/** A name as it is compared. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Such names, in the order in which they are written here. */
export function names(text: string): string[] {
	return text.split(' ');
}

/** The same to look names up in. */
export function nameSet(text: string): Set<string> {
	return new Set(names(text));
}
