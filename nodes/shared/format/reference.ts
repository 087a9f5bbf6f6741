import { userError } from '../n8n/userError';
import { MARK } from './defaults';

/** Zero-width characters, direction marks and the like. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * Two that look alike are one: white space folded, invisible ones dropped.
 *
 * @throws UserError, which goes on after the field's name
 */
export function cleanReference(text: string): string {
	const clean = text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
	if (clean !== '') return clean;
	throw userError({
		what: 'has no visible character',
		advice: 'Give each charge its own, such as order number and line',
	});
}

export function referenceAtEnd(description: string): string | undefined {
	return MARK.exec(description)?.[1]?.trim() || undefined;
}

export function withoutReference(description: string): string {
	return description.replace(MARK, '');
}

export function withReference(description = '', reference: string): string {
	return `${description} [ref:${reference}]`.trim();
}
