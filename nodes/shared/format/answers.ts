import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { CHECK } from './apiFormat';
import type { Charge } from './charges';
import { readCharge } from './charges';
import { TROUBLE, USUAL_LIST } from './defaults';
import { isEntry } from './example';
import { settingName } from './fields';
import type { Leaf, Path } from './json';
import { isBlank, isJsonObject, leavesOf, quoted, valueAt } from './json';

/** @throws UserError where the list is not where List Response shows it */
export function listIn(format: ApiFormat, body: unknown): IDataObject[] {
	const { itemsPath } = format;
	const found =
		itemsPath.length > 0
			? entriesAt(itemsPath, body)
			: searchList(format, body);
	return found.map((entry) => {
		if (isJsonObject(entry)) return entry;
		throw noList(`${quoted(entry)} is in it`, body);
	});
}

const ONE_OBJECT =
	'lists that are one object where there is one charge are not supported';

/** Lists around a charge stand for all their entries; null for none. */
function entriesAt(path: Path, body: unknown): unknown[] {
	let found: unknown[] = [body];
	for (const step of path) {
		const inner = found.filter((each) => each !== null);
		if (isEntry(step)) {
			if (inner.some(isJsonObject)) throw noList(ONE_OBJECT, body);
			const isList = inner.every((each) => Array.isArray(each));
			if (!isList) throw noList(`'${path.join('.')}' is none`, body);
			found = inner.flat();
		} else {
			found = inner.map((each) => valueAt(each, [step]));
		}
	}
	return found;
}

/** Outside of other lists. */
function searchList(format: ApiFormat, body: unknown): unknown[] {
	const leaves = leavesOf(body);
	const lists = leaves.filter(({ value }) => {
		return Array.isArray(value) && value.every(isJsonObject);
	}) as Array<Leaf & { value: unknown[] }>;
	const isUsual = ({ path }: Leaf): boolean =>
		USUAL_LIST.test(path.at(-1) ?? '');
	const full = lists.filter(({ value }) => value.length > 0);
	for (const all of [lists, lists.filter(isUsual), full]) {
		const [found, second] = all;
		if (found && !second) return found.value;
	}
	if (full.length > 1) throw noList('there are several', body);
	const isEmpty = leaves.some((leaf) => leaf.value === null && isUsual(leaf));
	if (lists.length > 0 || isEmpty) return [];
	const { fields } = chargeIn(format, body, {}) ?? {};
	const isOne = fields?.amount !== undefined;
	throw noList(isOne ? ONE_OBJECT : 'there is none', body);
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
		for (const object of objects) {
			const charge = readCharge(format, object);
			const isAsked = charge.id === (asked.id ?? charge.id);
			if (charge.id !== undefined && isAsked) charges.push(charge);
		}
		const inner = objects.flatMap((object) => Object.entries(object));
		const others = inner.filter(([name]) => !TROUBLE.test(name));
		level = others.map(([, value]) => value);
	}
	// Something around it may have its ID, but not its fields.
	const own = charges.find(({ fields: { amount } }) => {
		return amount !== undefined && amount === (asked.sentAmount ?? amount);
	});
	return own ?? charges[0];
}
