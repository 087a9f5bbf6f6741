import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { EXAMPLES } from './apiTemplates';
import { readTemplate } from './templates/readTemplate';
import { fieldsOf } from './templates/template';

/** A reference at the end of a description (assumption: the service shows no field for it). */
const SUFFIX = /(?:^|\s)\[ref:((?:(?!\s\[ref:)[^\]\r\n])+)\]\s*$/;

/**
 * Checks a caller's own key for a service item.
 *
 * @throws UserError when it could not be read back from where it is kept
 */
export function parseReference(reference: string, format: ApiFormat): string {
	assertKept(format);
	if (format.hasReferencePlace || !/[\]\r\n]|\s\[ref:/.test(reference)) return reference;
	throw userError(
		`is '${reference}', which contains a ] or a line break, or [ref:`,
		`Use other characters, or set 'Reference Field' in the credential, so that the reference gets a field of its own.`,
	);
}

/** A reference that is written but not read, or read where it is not written, would never be found again. */
function assertKept({ templates, hasReferencePlace }: ApiFormat): void {
	const [written, read] = [templates.create, templates.item].map(fieldsOf);
	if (hasReferencePlace || !written || !read) return;
	const lacking = (has: boolean): string => (has ? EXAMPLES.returnedItem : EXAMPLES.createBody);
	if (written.has('reference') || read.has('reference')) {
		const setting = lacking(written.has('reference'));
		throw userError(
			`would not be found again, as '${setting}' in the Reservation Service credential has no {reference}`,
			`Put {reference} into '${setting}' as well, where the service has it.`,
		);
	}
	if (written.has('description') && read.has('description')) return;
	const setting = lacking(written.has('description'));
	throw userError(
		`has no place, as '${setting}' in the Reservation Service credential has neither {reference} nor {description}`,
		`Put {reference} into '${setting}', or {description}, at the end of which the reference is kept.`,
	);
}

/** The description with the reference at its end, as it is sent when the service has no field for it. */
export function describeWithReference(description: string | undefined, reference: string): string {
	return [...(description ? [description] : []), `[ref:${reference}]`].join(' ');
}

/** The reference an item carries, or undefined. */
export function referenceOf(
	item: IDataObject,
	{ templates, hasReferencePlace }: ApiFormat,
): string | undefined {
	const field = hasReferencePlace ? 'reference' : 'description';
	const { values, misfits } = readTemplate(templates.item, item, 'UTC', field);
	const value = values[field] ?? misfits[field]?.value;
	if (hasReferencePlace) return value === undefined || value === '' ? undefined : String(value);
	return typeof value === 'string' ? SUFFIX.exec(value)?.[1] : undefined;
}

/** A description without the reference at its end. */
export function withoutReference(description: string): string {
	return description.replace(SUFFIX, '');
}
