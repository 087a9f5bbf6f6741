import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { readPath } from './dotPath';
import { idOf } from './itemId';
import { isJsonObject } from './json';

/** Where the items of a list are looked for when the credential names no Items Field (assumption), best first. */
const USUAL_ITEMS_FIELDS = [
	'data',
	'items',
	'services',
	'serviceItems',
	'service_items',
	'results',
	'result',
	'records',
	'content',
	'value',
	'list',
	'rows',
	'_embedded',
];

/**
 * Finds the service items in the answer to GET /services: at Items Field where one is set, else the
 * answer itself or the likeliest list in it.
 *
 * @throws UserError when there is no list, or more than one it could be
 */
export function itemsOf(body: unknown, format: ApiFormat): IDataObject[] {
	const list = format.itemsField === '' ? findList(body) : readPath(body, format.itemsField);
	if (Array.isArray(list)) {
		return list.map((entry: unknown) =>
			isJsonObject(entry) ? entry : ({ value: entry } as IDataObject),
		);
	}
	const where =
		format.itemsField === '' ? 'a list of service items' : `a list at '${format.itemsField}'`;
	throw new UserError(
		`The service's answer does not hold ${where}. Check 'Items Field' in the credential`,
		{
			description: `Turn on 'Custom API Format' in the credential and set 'Items Field' to the property that holds the list, for example data.items.${foundIn(body)}`,
		},
	);
}

/**
 * The service item in the answer to a get, create or update: the answer itself, or what it is wrapped in.
 *
 * @returns undefined when the answer holds no object
 */
export function itemOf(body: unknown, format: ApiFormat): IDataObject | undefined {
	if (Array.isArray(body) && body.length === 1) return itemOf(body[0], format);
	if (!isJsonObject(body)) return undefined;
	if (looksLikeItem(body, format)) return body;
	const wrapped = Object.values(body).flatMap((value) =>
		Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [value],
	);
	return wrapped.filter(isJsonObject).find((value) => looksLikeItem(value, format)) ?? body;
}

function looksLikeItem(value: IDataObject, format: ApiFormat): boolean {
	return (
		idOf(value, format) !== undefined ||
		[format.amountField, format.dateField, format.descriptionField].some(
			(path) => readPath(value, path) !== undefined,
		)
	);
}

function findList(body: unknown): unknown {
	if (Array.isArray(body)) return body;
	if (!isJsonObject(body)) return undefined;
	for (const key of USUAL_ITEMS_FIELDS) {
		const value = readPath(body, key);
		if (Array.isArray(value)) return value;
		if (isJsonObject(value)) {
			const inner = findList(value);
			if (Array.isArray(inner)) return inner;
		}
	}
	const lists = Object.entries(body).filter(
		([key, value]) => Array.isArray(value) && !/error|warning|message|link/i.test(key),
	);
	return lists.length === 1 ? lists[0]?.[1] : undefined;
}

function foundIn(body: unknown): string {
	if (!isJsonObject(body) || Object.keys(body).length === 0) return '';
	return ` The answer has: ${Object.keys(body).slice(0, 10).join(', ')}.`;
}
