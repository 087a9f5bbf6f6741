import { userError } from '../../n8n/userError';
import type { Blank } from './blank';
import { parseBlank } from './blank';
import { isBlank, isJsonObject, parseJson } from '../json';
import { withNames } from './namedEntries';
import type { Key, Place, Template } from './template';

/** A blank that somebody forgot to put into quotes. */
const BARE_BLANK = /[:[,]\s*(\{\s*[A-Za-z]\w*!?(?:\s+as\s+[^{}"]+)?\s*\})/;

/** A blank where other braces stand around it: those have a quoted name behind them. */
const BLANK_IN_JSON = /\{(\s*[A-Za-z][^{}"]*)\}/;

/**
 * Reads an example with blanks, as it is pasted into the credential.
 *
 * @param given JSON text, or the value an expression gave; blank means that there is none
 * @param decimals how many the currency has
 * @returns undefined when there is none
 * @throws UserError, whose message goes on after the setting's name, when it is no JSON or a blank in it is none
 */
export function parseTemplate(given: unknown, decimals: number): Template | undefined {
	const example = parseExample(given);
	return example === undefined ? undefined : placesIn(example, [], [], decimals);
}

/**
 * Reads a JSON object or list that a setting holds.
 *
 * @returns undefined when the setting is blank
 */
function parseExample(given: unknown): unknown {
	const isText = typeof given === 'string';
	if (isBlank(isText ? given.trim() : given)) return undefined;
	const value = isText ? parseExact(given) : given;
	if (typeof value === 'object' && value !== null) return value;
	throw userError(
		'is neither a JSON object nor a list',
		'Paste the example with its braces, such as { "amount": "{amount}" }.',
	);
}

function parseExact(text: string): unknown {
	const value = parseJson(text);
	if (value === undefined) throw notJson(text);
	if (JSON.stringify(value) === JSON.stringify(JSON.parse(text))) return value;
	throw userError(
		'has a number of more than 15 digits, which would not stay the same',
		'Put the number into quotes, so that it is text.',
	);
}

function notJson(text: string) {
	const bare = BARE_BLANK.exec(text)?.[1];
	if (bare === undefined) {
		return userError(
			'is not valid JSON. Check quotes, commas and braces',
			'Copy the example from the documentation of your service once more.',
		);
	}
	return userError(
		`is not valid JSON. Put quotes around the blank: "${bare}"`,
		'A blank stands in quotes also where the service wants a number.',
	);
}

/** @param within the innermost object or list with blanks around the value; empty at the root */
function placesIn(value: unknown, path: Key[], within: Key[], decimals: number): Place[] {
	if (typeof value === 'string') return [placeOfText(value, path, within, decimals)];
	if (typeof value !== 'object' || value === null) {
		return [{ kind: 'constant', path, value, within }];
	}
	const entries: Array<[Key, unknown]> = Array.isArray(value)
		? value.map((entry: unknown, index) => [index, entry])
		: Object.entries(value);
	if (isJsonObject(value)) assertPlainNames(Object.keys(value));
	const places = entries.flatMap(([key, entry]) => placesIn(entry, [...path, key], path, decimals));
	const isConstant = places.every(({ kind }) => kind === 'constant');
	if (isConstant) return [{ kind: 'constant', path, value, within }];
	return Array.isArray(value) ? withNames(places, path.length, value) : places;
}

function placeOfText(text: string, path: Key[], within: Key[], decimals: number): Place {
	const isJson = isJsonText(text);
	// Every second piece is what stands between a pair of braces.
	const pieces = text.split(isJson ? BLANK_IN_JSON : /\{([^{}]*)\}/);
	const around = pieces.filter((_, index) => index % 2 === 0);
	const stray = around.find((piece) => /[{}]/.test(piece));
	if (stray !== undefined && !isJson) throw strayBrace(text);
	const blanks = pieces
		.filter((_, index) => index % 2 === 1)
		.map((content) => parseBlank(content, decimals));
	if (blanks.length === 0) return { kind: 'constant', path, value: text, within };
	const isOneBlank = blanks.length === 1 && around.every((piece) => piece === '');
	if (isOneBlank) return { kind: 'blank', path, blanks: blanks as [Blank] };
	return { kind: 'text', path, blanks, around, isJson };
}

/** True for text that is JSON with braces of its own around its blanks: a filter such as `[{"field":"id","value":"{id}"}]`. */
function isJsonText(text: string): boolean {
	const filled = text.replace(new RegExp(BLANK_IN_JSON, 'g'), '0');
	const isFilter = filled !== text && filled.includes('{');
	return isFilter && typeof parseJson(filled) === 'object';
}

/** Sent as it stands, {{amount}} would reach the service as {12.5}. */
function strayBrace(text: string) {
	const single = /\{+\s*([^{}]*?)\s*\}+/.exec(text)?.[1];
	return userError(
		`has a brace too many or too few in "${text}". Write a blank with one pair of braces${single ? `, {${single}}` : ''}`,
		'Braces in a text always stand around a blank, such as {amount}.',
	);
}

function assertPlainNames(names: string[]): void {
	const filled = names.find((name) => /\{[^{}]*\}/.test(name));
	if (filled === undefined) return;
	throw userError(
		`has a blank in the name "${filled}". Put blanks where values stand, behind the colon`,
		'The names stay as they are in the example of your service.',
	);
}
