import type { Blank, BlankField } from './blank';
import { readAt } from '../dotPath';
import { parseJson } from '../json';
import type { BlankValues } from './fillTemplate';
import { pathIn } from './namedEntries';
import type { FilledPlace, Key, Template } from './template';
import { placesOf } from './template';
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

/**
 * Reads the values out of a service item; where a field has several places, the first with a value counts.
 *
 * @param only the one field to read; else all are read
 */
export function readTemplate(
	template: Template,
	item: unknown,
	timeZone: string,
	only?: BlankField,
): Reading {
	const reading: Reading = { values: {}, misfits: {} };
	for (const place of placesOf(template, only)) {
		readPlace(place, valueAt(item, place), timeZone, reading);
	}
	return reading;
}

/** What stands in the places of a field, as it came; what is missing is left out. */
export function foundAt(template: Template, item: unknown, field: BlankField): unknown[] {
	return placesOf(template, field)
		.map((place) => valueAt(item, place))
		.filter((value) => value !== undefined);
}

function valueAt(item: unknown, place: FilledPlace): unknown {
	const path = pathIn(item, place);
	return path && readAt(item, path);
}

function readPlace(
	place: FilledPlace,
	found: unknown,
	timeZone: string,
	{ values, misfits }: Reading,
): void {
	if (typeof found !== 'string' && typeof found !== 'number') return;
	const texts = place.kind === 'text' ? textsIn(String(found), place) : undefined;
	place.blanks.forEach((blank, index) => {
		const { field, form } = blank;
		const text = texts?.[index];
		if (!isMissing(values[field]) || text === '') return;
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

function isMissing(value: FieldValue | undefined): boolean {
	return value === undefined || value === '';
}

/**
 * What stands in the places of the blanks; undefined when the text around them is another one. Only a description, which is
 * free text, takes in what looks like the text behind it.
 */
function textsIn(
	text: string,
	{ around, blanks, isJson }: { around: string[]; blanks: Blank[]; isJson: boolean },
): string[] | undefined {
	const pieces = around.map((piece, index) => {
		const field = blanks[index]?.field;
		const group = field === 'description' ? '(.*)' : field === undefined ? '' : '(.*?)';
		return `${piece.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}${group}`;
	});
	const texts = new RegExp(`^${pieces.join('')}$`, 's').exec(text)?.slice(1);
	return isJson ? texts?.map(unescaped) : texts;
}

/** A piece of a JSON string as it is read out of it. */
function unescaped(piece: string): string {
	const text = parseJson(`"${piece}"`);
	return typeof text === 'string' ? text : piece;
}
