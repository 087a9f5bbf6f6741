/** A piece of an expression: text as it stands, or the way to a field of the input item. */
export type Piece = string | string[];

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

/** The same few expressions come with every input item. */
const known = new Map<string, Piece[] | undefined>();
const MOST_KNOWN = 1_000;

/**
 * Takes apart an expression that is a field of the input item, or text with such fields in it, such as
 * `Late checkout for {{ $json.guest }}, room {{ $json.room }}`.
 *
 * @param expression without its equals sign
 * @returns undefined for any other expression
 */
export function piecesOf(expression: string): Piece[] | undefined {
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
		const [, path, text] = match;
		pieces.push(path === undefined ? (text ?? '') : stepsOf(path));
		end = PIECE.lastIndex;
	}
	const isWhole = end === expression.length && expression !== '';
	const isSpecial = pieces.some((piece) => typeof piece !== 'string' && piece.some(isSpecialName));
	return isWhole && !isSpecial ? pieces : undefined;
}

function stepsOf(path: string): string[] {
	return [...path.matchAll(STEPS)].map(
		([, plain, double, single]) => plain ?? double ?? single ?? '',
	);
}

function isSpecialName(name: string): boolean {
	return SPECIAL.has(name);
}
