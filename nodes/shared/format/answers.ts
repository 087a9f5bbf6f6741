import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { CHECK } from './apiFormat';
import type { Charge } from './charges';
import { readCharge } from './charges';
import { TROUBLE, USUAL_LIST } from './defaults';
import { isEntry } from './example';
import { settingName } from './fields';
import type { Leaf } from './json';
import {
	isBlank,
	isEqual,
	isJsonObject,
	leavesOf,
	quoted,
	valueAt,
} from './json';

/** @throws UserError where the list is not where List Response shows it */
export function listIn(format: ApiFormat, body: unknown): IDataObject[] {
	const isShown = format.itemsPath.length > 0;
	const read = isShown ? entriesIn : searchList;
	return read(format, body).map((entry) => {
		if (isJsonObject(entry)) return entry;
		throw noList(`${quoted(entry)} is in it`, body);
	});
}

/** Lists around a charge stand for all their entries; null for none. */
function entriesIn({ itemsPath }: ApiFormat, body: unknown): unknown[] {
	let found = [body];
	for (const step of itemsPath) {
		const there = found.filter((each) => each !== null);
		if (!isEntry(step)) {
			found = there.map((each) => valueAt(each, [step]));
			continue;
		}
		if (there.some(isJsonObject)) throw noList(ONE_OBJECT, body);
		const isList = there.every((each) => Array.isArray(each));
		if (!isList) throw noList(`'${itemsPath.join('.')}' is none`, body);
		found = there.flat();
	}
	return found;
}

/** Lists within lists are none. */
function searchList(format: ApiFormat, body: unknown): unknown[] {
	const leaves = leavesOf(body);
	const lists = leaves.filter(({ value }) => {
		return Array.isArray(value) && value.every(isJsonObject);
	});
	const full = lists.filter(({ value }) => !isEqual(value, []));
	for (const some of [lists, lists.filter(isUsual), full]) {
		if (some.length === 1) return some[0]?.value as unknown[];
	}
	if (full.length > 1) throw noList('there are several', body);
	const nulls = leaves.filter(({ value }) => value === null);
	if (lists.length > 0 || nulls.some(isUsual)) return [];
	const one = chargeIn(format, body, {});
	const isOne = one?.fields.amount !== undefined;
	throw noList(isOne ? ONE_OBJECT : 'there is none', body);
}

function isUsual({ path }: Leaf): boolean {
	return USUAL_LIST.test(path.at(-1) ?? '');
}

const ONE_OBJECT =
	'lists that are one object where there is one charge are not supported';

function noList(why: string, body: unknown) {
	return userError({
		what: `The list of charges is not found in the service's answer: ${why}`,
		advice: `Show the answer, with one charge in it, in ${settingName('listResponse')}`,
		more: `The answer is ${quoted(body)}. ${CHECK}`,
	});
}

/** Undefined for none: then the list is at its end. */
export function cursorIn(format: ApiFormat, body: unknown): string | undefined {
	const { pagePlaces } = format;
	const place = pagePlaces.find(({ field }) => field === 'cursor');
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
	let level = [body];
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const objects = level.flat().filter(isJsonObject);
		level = [];
		for (const object of objects) {
			charges.push(readCharge(format, object));
			for (const [name, inner] of Object.entries(object)) {
				if (!TROUBLE.test(name)) level.push(inner);
			}
		}
	}
	const named = charges.filter(({ id }) => {
		return id !== undefined && id === (asked.id ?? id);
	});
	// Something around it may have its ID, but not its fields.
	const own = named.find(({ fields: { amount } }) => {
		return amount !== undefined && amount === (asked.sentAmount ?? amount);
	});
	return own ?? named[0];
}
