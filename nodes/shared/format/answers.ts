import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { CHECK } from './apiFormat';
import type { Charge } from './charges';
import { readCharge } from './charges';
import { USUAL_LIST } from './defaults';
import { isEntry } from './example';
import { settingName } from './fields';
import { isBlank, isJsonObject, leavesOf, quoted, valueAt } from './json';

/** @throws UserError where the list is not where List Response shows it */
export function listIn(format: ApiFormat, body: unknown): IDataObject[] {
	const { itemsPath } = format;
	const found =
		itemsPath.length > 0 ? entriesAt(itemsPath, body) : searchList(body);
	return found.map((entry) => {
		if (isJsonObject(entry)) return entry;
		throw noList(`${quoted(entry)} is in it`, body);
	});
}

/** Lists around a charge stand for all their entries. */
function entriesAt(path: readonly string[], body: unknown): unknown[] {
	let found: unknown[] = [body];
	for (const step of path) {
		found = found.flatMap((inner) => {
			if (inner === null) return [];
			if (!isEntry(step)) return [valueAt(inner, [step])];
			if (Array.isArray(inner)) return inner as unknown[];
			const isOne = isJsonObject(inner) ? ', but an object' : '';
			throw noList(`'${path.join('.')}' is none${isOne}`, body);
		});
	}
	return found;
}

/** The answer itself or the only list of objects in it, outside of lists. */
function searchList(body: unknown): unknown[] {
	if (body === null || body === undefined) return [];
	const lists = leavesOf(body).filter(({ value }) => {
		return Array.isArray(value) && value.every(isJsonObject);
	});
	const usual = lists.filter(({ path }) => USUAL_LIST.test(path.at(-1) ?? ''));
	const [found, second] = lists.length > 1 ? usual : lists;
	if (found && !second) return found.value as unknown[];
	throw noList(lists.length > 1 ? 'there are several' : 'there is none', body);
}

function noList(why: string, body: unknown) {
	return userError({
		what: `The list of charges is not found in the service's answer: ${why}`,
		advice: `Show the answer, with one charge in it, in ${settingName('listResponse')}`,
		more: `The answer is ${quoted(body)}. ${CHECK}`,
	});
}

/** Undefined for none: then the list is at its end. */
export function cursorIn(format: ApiFormat, body: unknown): string | undefined {
	const place = format.pagePlaces.find((each) => each.field === 'cursor');
	const found = place && valueAt(body, place.path);
	return isBlank(found) ? undefined : String(found);
}

/** How deep an answer wraps its charge. */
const MAX_DEPTH = 4;

/**
 * The charge in the answer to a get, create or update: the object with the ID
 * that was asked for; of a create one with an ID and the amount that was sent;
 * else the outermost with an ID.
 */
export function chargeIn(
	format: ApiFormat,
	body: unknown,
	asked: { id?: string; sentAmount?: number },
): Charge | undefined {
	const charges: Charge[] = [];
	let level: unknown[] = [body];
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const objects = level.flat().filter(isJsonObject);
		charges.push(...objects.map((object) => readCharge(format, object)));
		level = objects.flatMap((object) => Object.values(object));
	}
	const named = charges.filter((charge) => charge.id !== undefined);
	if (asked.id !== undefined) {
		return named.find((charge) => charge.id === asked.id);
	}
	const own = named.find((charge) => {
		return charge.fields.amount === asked.sentAmount;
	});
	return own ?? named[0];
}
