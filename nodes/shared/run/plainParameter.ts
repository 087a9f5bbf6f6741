import type { IDataObject } from 'n8n-workflow';

import { isJsonObject, readKey } from '../format/json';

/** The modes of a resource locator whose value is taken as it stands. */
const TYPED_MODES = ['id', 'reference'];

type Plain = string | number | boolean;

/** Text as it stands, or the path of a field of the input item. */
type Piece = string | string[];

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

/** The same for a collection, if it holds for each of its fields. */
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

/** As n8n 1.123 to 2.41 puts text and values together; undefined where a value is neither plain nor missing. */
function textOf(pieces: Piece[], item: IDataObject): string | undefined {
	const parts = pieces.map((piece) => (typeof piece === 'string' ? piece : wordOf(piece, item)));
	return parts.includes(undefined) ? undefined : parts.join('');
}

function wordOf(path: string[], item: IDataObject): string | undefined {
	const parent = path.slice(0, -1).reduce<unknown>(readKey, item);
	const name = path[path.length - 1] ?? '';
	const value = readKey(parent, name);
	// Nothing in the text is what n8n makes of a missing field; what is missing above it is left to n8n.
	if (value === undefined && (!isJsonObject(parent) || name in parent)) return undefined;
	if (value === undefined || value === null || Number.isNaN(value)) return '';
	return isPlain(value) ? String(value) : undefined;
}

function isPlain(value: unknown): value is Plain {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** `.name` or `["first name"]`; no braces, which n8n looks for first, and no brackets, which may be of another call. */
const STEP = /\.([A-Za-z_]\w*)|\["([^"'\\[\]{}()]+)"\]|\['([^"'\\[\]{}()]+)'\]/;
/** `{{ $json.guest.name }}`, or text without anything that n8n would take for more than text. */
const PIECE = new RegExp(
	`\\{\\{\\s*\\$json((?:${STEP.source.replace(/\((?!\?)/g, '(?:')})+)\\s*\\}\\}|([^{}\\\\]+)`,
	'y',
);
const STEPS = new RegExp(STEP, 'g');

/** What n8n refuses to evaluate, wherever it stands. */
const REFUSED = /\.\s*constructor/;
/** Names that n8n does not let an expression read, or that every object has (n8n 2.41, `unsafeObjectProperties`). */
const SPECIAL = new Set([
	...Object.getOwnPropertyNames(Object.prototype),
	...['prototype', 'getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor'],
	...['getOwnPropertyDescriptors', 'defineProperty', 'defineProperties', 'mainModule', 'binding'],
	...['_linkedBinding', '_load', 'prepareStackTrace', 'caller', 'callee', 'arguments'],
	...['getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile'],
]);

const known = new Map<string, Piece[] | undefined>();
const MOST_KNOWN = 1_000;

/**
 * Takes apart text with fields of the input item in it, such as `Late checkout for {{ $json.guest }}, room {{ $json.room }}`.
 *
 * @returns undefined for any other expression
 */
function piecesOf(expression: string): Piece[] | undefined {
	if (!known.has(expression)) {
		if (known.size >= MOST_KNOWN) known.clear();
		known.set(expression, takeApart(expression));
	}
	return known.get(expression);
}

function takeApart(expression: string): Piece[] | undefined {
	if (REFUSED.test(expression)) return undefined;
	const pieces: Piece[] = [];
	PIECE.lastIndex = 0;
	let end = 0;
	for (let match = PIECE.exec(expression); match; match = PIECE.exec(expression)) {
		const [, path, text = ''] = match;
		pieces.push(path === undefined ? text : stepsOf(path));
		end = PIECE.lastIndex;
	}
	const isWhole = end === expression.length && expression !== '';
	const isSpecial = pieces.some(
		(piece) => typeof piece !== 'string' && piece.some((name) => SPECIAL.has(name)),
	);
	return isWhole && !isSpecial ? pieces : undefined;
}

function stepsOf(path: string): string[] {
	return [...path.matchAll(STEPS)].map(
		([, plain, double, single]) => plain ?? double ?? single ?? '',
	);
}
