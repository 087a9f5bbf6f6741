import type { IDataObject } from 'n8n-workflow';

import { readKey } from '../wire/dotPath';
import { isJsonObject } from '../wire/json';

/** `{{ $json.name }}`, `{{ $json.guest.name }}`, `{{ $json["first name"] }}`, and nothing else around it. */
const OWN_FIELD = /^=\{\{\s*\$json((?:\.[A-Za-z_]\w*|\[(?:"[^"'\\\]]+"|'[^"'\\\]]+')\])+)\s*\}\}$/;
const KEY = /\.(\w+)|\["([^"]+)"\]|\['([^']+)'\]/g;

/** The modes of a resource locator whose value is taken as it stands. */
const TYPED_MODES = ['id', 'reference'];

type Plain = string | number | boolean;

/**
 * The value of a parameter that is no expression, or whose expression does no more than name a field of the input item,
 * which is what dragging a field into it writes. n8n 2.41 spends half a millisecond on every expression, however short:
 * with four of them that is more than half of all a charge costs.
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
	const path = OWN_FIELD.exec(given)?.[1];
	if (path === undefined) return undefined;
	const keys = [...path.matchAll(KEY)].map(
		([, plain, double, single]) => plain ?? double ?? single,
	);
	const value = keys.reduce<unknown>((object, key = '') => readKey(object, key), item());
	return isPlain(value) ? value : undefined;
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
