import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { settingName, withoutEscapes } from './fields';

/**
 * At the end of a description (assumption: the service shows no field for a
 * reference).
 */
const SUFFIX = /(?:^|\s)\[ref:((?:(?!\s\[ref:)[^\]\r\n])+)\]\s*$/;

export function parseReference(format: ApiFormat, given: string): string {
	assertKept(format);
	const reference = plainReference(given) ?? '';
	if (format.isReferencePlaced || !/[\]\r\n]|\s\[ref:/.test(reference)) {
		return reference;
	}
	const inner = referenceAtEnd(reference);
	let advice = 'Use other characters';
	if (inner !== undefined) advice = `Give '${inner}' alone`;
	throw userError({
		what: `is '${reference}', which contains a ] or a line break, or [ref:`,
		more: `${advice}, or put {reference} into 'Create Body' and 'List Response' in the credential.`,
	});
}

/**
 * Without outer spaces and escapes of HTML, and each letter in its usual form;
 * undefined for an empty one.
 */
export function plainReference(reference = ''): string | undefined {
	return withoutEscapes(reference).trim().normalize() || undefined;
}

function assertKept(format: ApiFormat): void {
	for (const field of ['reference', 'description'] as const) {
		const isWritten = format.createBody.fields.has(field);
		const isRead = format.list.fields.has(field);
		if (isWritten && isRead) return;
		if (!isWritten && !isRead) continue;
		const setting = settingName(isWritten ? 'listResponse' : 'createBody');
		throw userError({
			what: `would not be found again, as ${setting} has no {${field}}`,
			advice: `Put {${field}} there as well, where the service has it`,
		});
	}
	throw userError({
		what: `has no place, as ${settingName('createBody')} has neither {reference} nor {description}`,
		advice:
			'Put {reference} there, or {description}, at the end of which the reference is kept',
	});
}

/**
 * @throws UserError, whose message goes on after the field's name, for a text
 * that another charge would be known by
 */
export function parseDescription(given: string): string {
	const mark = referenceAtEnd(given);
	if (mark === undefined) return given;
	throw userError({
		what: `ends with a reference, [ref:${mark}]`,
		advice: 'Leave that out',
		more: 'References are given in their own field only.',
	});
}

export function describeWithReference(
	description: string | undefined,
	reference: string,
): string {
	const mark = `[ref:${reference}]`;
	if (!description) return mark;
	return `${description} ${mark}`;
}

export function referenceAtEnd(description: string): string | undefined {
	return plainReference(SUFFIX.exec(description)?.[1]);
}

export function withoutReference(description: string): string {
	return description.replace(SUFFIX, '');
}
