import type { Blank, BlankField } from './blank';
import { readAt } from '../dotPath';
import type { BlankValues } from './fillTemplate';
import { isBlank } from '../json';
import type { Key, Place, Template } from './template';
import type { FieldValue } from './valueForm';
import { readText } from './valueForm';

/** A value that is not of the form its blank says. */
export interface Misfit {
	blank: Blank;
	path: Key[];
	/** As it came. */
	value: string | number;
}

/** What is found in the places of a template's blanks. */
export interface Reading {
	values: BlankValues;
	/** Values in another form than the template says. */
	misfits: { [Field in BlankField]?: Misfit };
}

/** Reads the values out of a service item; where a field has several places, the first with a value counts. */
export function readTemplate(template: Template, item: unknown, timeZone: string): Reading {
	const reading: Reading = { values: {}, misfits: {} };
	for (const place of template) {
		if (place.kind !== 'constant') readPlace(place, readAt(item, place.path), timeZone, reading);
	}
	return reading;
}

/** How many of a template's places for some fields hold anything in an item. */
export function filledPlaces(template: Template, item: unknown, fields: BlankField[]): number {
	return template.filter(
		(place) =>
			place.kind !== 'constant' &&
			place.blanks.some(({ field }) => fields.includes(field)) &&
			readAt(item, place.path) !== undefined,
	).length;
}

function readPlace(
	place: Exclude<Place, { kind: 'constant' }>,
	found: unknown,
	timeZone: string,
	{ values, misfits }: Reading,
): void {
	if (isBlank(found)) return;
	if (typeof found !== 'string' && typeof found !== 'number') return;
	const texts = place.kind === 'text' ? textsIn(String(found), place) : undefined;
	place.blanks.forEach((blank, index) => {
		const { field, form } = blank;
		const text = texts?.[index];
		if (values[field] !== undefined || text === '') return;
		const value: FieldValue | undefined =
			place.kind === 'blank'
				? form.read(found, timeZone)
				: text === undefined
					? undefined
					: readText(form, text, timeZone);
		if (value === undefined) misfits[field] ??= { blank, path: place.path, value: found };
		else values[field] = value;
	});
}

/**
 * What stands in the places of the blanks; undefined when the text around them is another one. Only a description takes in
 * what looks like the text behind it: it alone is free text.
 */
function textsIn(
	text: string,
	{ around, blanks }: { around: string[]; blanks: Blank[] },
): string[] | undefined {
	const pieces = around.map((piece, index) => {
		const field = blanks[index]?.field;
		const group = field === 'description' ? '(.*)' : field === undefined ? '' : '(.*?)';
		return `${piece.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}${group}`;
	});
	return new RegExp(`^${pieces.join('')}$`, 's').exec(text)?.slice(1);
}
