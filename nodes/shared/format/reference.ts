import { MARK } from './defaults';

/** Zero-width characters, direction marks and the like. */
const INVISIBLE = /\p{Cf}/gu;

/** Two that look alike are one: white space folded, invisible ones dropped. */
export function cleanReference(text: string): string {
	return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

export function referenceAtEnd(description: string): string | undefined {
	return MARK.exec(description)?.[1]?.trim() || undefined;
}

export function withoutReference(description = ''): string {
	return description.replace(MARK, '');
}

export function withReference(description = '', reference?: string): string {
	if (reference === undefined) return description;
	return `${description} [ref:${reference}]`.trim();
}
