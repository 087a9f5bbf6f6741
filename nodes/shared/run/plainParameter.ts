import type { IDataObject } from 'n8n-workflow';

import { isJsonObject, readKey } from '../format/json';

/** The modes of a resource locator whose value is taken as it stands. */
const TYPED_MODES = ['id', 'reference'];

type Plain = string | number | boolean;

/**
 * The value of a parameter that is no expression, or only names a field of the input item, as dragging a field into it
 * writes. n8n 2.41 spends half a millisecond on every expression: four are more than half the cost of a charge.
 *
 * @param saved the parameter as it is saved; of a resource locator that is typed in, its value counts
 * @returns undefined for anything else, and where the value is not text, a number or true or false: n8n evaluates those
 */
export function plainParameter(saved: unknown, item: () => IDataObject): Plain | undefined {
	const isTyped = isJsonObject(saved) && TYPED_MODES.includes(saved.mode as string);
	const given = isTyped ? saved.value : saved;
	if (!isPlain(given)) return undefined;
	if (typeof given !== 'string' || !given.startsWith('=')) return given;
	const value = pathIn(given)?.reduce<unknown>(readKey, item());
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

function isPlain(value: unknown): value is Plain {
	return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** `={{ $json.guest["first name"] }}`; n8n looks for braces first, and for `.constructor` also between quotes. */
const FIELD =
	/^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"'\\[\]{}().]+"\]|\['[^"'\\[\]{}().]+'\])+)\s*\}\}$/;
const STEP = /\.(\w+)|\[.([^\]]+).\]/g;

/** Names that n8n does not let an expression read, or that every object has (n8n 2.41, `unsafeObjectProperties`). */
const SPECIAL = new Set([
	...Object.getOwnPropertyNames(Object.prototype),
	...['prototype', 'getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor'],
	...['getOwnPropertyDescriptors', 'defineProperty', 'defineProperties', 'mainModule', 'binding'],
	...['_linkedBinding', '_load', 'prepareStackTrace', 'caller', 'callee', 'arguments'],
	...['getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile'],
]);

function pathIn(expression: string): string[] | undefined {
	const [, steps] = FIELD.exec(expression) ?? [];
	const path = steps && [...steps.matchAll(STEP)].map(([, plain, quoted]) => plain ?? quoted ?? '');
	return path && !path.some((name) => SPECIAL.has(name)) ? path : undefined;
}
