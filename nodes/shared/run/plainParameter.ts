import type { IDataObject } from 'n8n-workflow';

import { isJsonObject, readKey } from '../format/json';
import type { Piece } from './textWithFields';
import { piecesOf } from './textWithFields';

/** The modes of a resource locator whose value is taken as it stands. */
const TYPED_MODES = ['id', 'reference'];

type Plain = string | number | boolean;

/**
 * The value of a parameter that is no expression, or whose expression only names a field of the input item, as dragging a
 * field into it writes, or puts such fields into text. n8n 2.41 spends half a millisecond on every expression: four of them
 * are more than half of all a charge costs.
 *
 * @param saved the parameter as it is saved; of a resource locator that is typed in, its value counts
 * @param item gives the input item's JSON
 * @returns undefined for anything else, and where the value is not text, a number or true or false: all that is left to n8n
 */
export function plainParameter(saved: unknown, item: () => IDataObject): Plain | undefined {
	const isTyped = isJsonObject(saved) && TYPED_MODES.includes(saved.mode as string);
	const given = isTyped ? saved.value : saved;
	if (!isPlain(given)) return undefined;
	if (typeof given !== 'string' || !given.startsWith('=')) return given;
	const pieces = piecesOf(given.slice(1));
	if (!pieces) return undefined;
	const [first, second] = pieces;
	if (second !== undefined || typeof first === 'string') return textOf(pieces, item());
	const value = first?.reduce<unknown>(readKey, item());
	return isPlain(value) ? value : undefined;
}

/** Text with the values of fields in it, as n8n 1.123 to 2.41 puts it together; undefined where a value is neither plain nor missing. */
function textOf(pieces: Piece[], item: IDataObject): string | undefined {
	let text = '';
	for (const piece of pieces) {
		const part = typeof piece === 'string' ? piece : wordOf(piece, item);
		if (part === undefined) return undefined;
		text += part;
	}
	return text;
}

/** A field's value within a text; undefined where n8n may see something else than text, a number, true or false, or nothing. */
function wordOf(path: string[], item: IDataObject): string | undefined {
	const parent = path.slice(0, -1).reduce<unknown>(readKey, item);
	const name = path[path.length - 1] ?? '';
	const value = readKey(parent, name);
	// Nothing in the text is what n8n makes of a missing field; what is missing above it is n8n's to judge.
	if (value === undefined && (!isJsonObject(parent) || name in parent)) return undefined;
	if (value === undefined || value === null || Number.isNaN(value)) return '';
	return isPlain(value) ? String(value) : undefined;
}

/** The same for a collection such as Additional Fields: undefined unless it can be had without n8n as a whole. */
export function plainCollection(saved: unknown, item: () => IDataObject): IDataObject | undefined {
	if (!isJsonObject(saved)) return undefined;
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(saved)) {
		const plain = isPlain(value) ? plainParameter(value, item) : undefined;
		if (plain === undefined) return undefined;
		fields[name] = plain;
	}
	return fields;
}

function isPlain(value: unknown): value is Plain {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
