import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { decodeAmount } from '../wire/amount';
import { decodeDay } from '../wire/date';
import { readPath } from '../wire/dotPath';
import { idOf } from '../wire/itemId';
import { canonicalJson, isBlank } from '../wire/json';
import { referenceOf } from '../wire/reference';
import type { WireContext } from '../wire/serviceItem';

/** Lists in pages may show an item twice, when pages overlap: what has the same ID and is the same is one item. */
export function withoutRepeats(items: IDataObject[], { format }: WireContext): IDataObject[] {
	const firsts = new Map<string | number, IDataObject>();
	const texts = new Set<string>();
	return items.filter((item) => {
		const id = idOf(item, format);
		const first = id === undefined ? undefined : firsts.get(id);
		if (id !== undefined && !first) firsts.set(id, item);
		if (!first) return true;
		// Only where an ID comes again are items compared, as every list goes through here.
		texts.add(canonicalJson(first));
		const text = canonicalJson(item);
		const isNew = !texts.has(text);
		texts.add(text);
		return isNew;
	});
}

/**
 * Makes sure that the items of a list can be told apart: where nothing of them can be read, every charge would look new,
 * in every run.
 *
 * @throws UserError naming the settings when no item shows an amount, a description or a reference
 */
export function assertReadable(items: IDataObject[], wire: WireContext): void {
	const { format } = wire;
	const isReadable = items.some(
		(item) =>
			hasAmount(item, wire) ||
			!isBlank(readPath(item, format.descriptionField)) ||
			referenceOf(item, format) !== undefined,
	);
	if (items.length > 0 && !isReadable) throw unreadable('Amount Field', format.amountField, items);
}

/**
 * The same for items that are recognized by their fields.
 *
 * @throws UserError naming the setting when no item shows an amount or a description, or none of their dates is one
 */
export function assertComparable(items: IDataObject[], wire: WireContext): void {
	if (items.length === 0) return;
	const { format, timeZone } = wire;
	if (!items.some((item) => hasAmount(item, wire))) {
		throw unreadable('Amount Field', format.amountField, items);
	}
	if (items.every((item) => readPath(item, format.descriptionField) === undefined)) {
		throw unreadable('Description Field', format.descriptionField, items);
	}
	const dates = items
		.map((item) => readPath(item, format.dateField))
		.filter((date) => !isBlank(date));
	const isDated = dates.some((date) => decodeDay(date, timeZone, format.dateFormat) !== undefined);
	if (dates.length > 0 && !isDated) throw unreadable('Date Field', format.dateField, items);
}

/** Also when it is blank: then the name is right, and the charge is none. */
function hasAmount(item: IDataObject, { format }: WireContext): boolean {
	const amount = readPath(item, format.amountField);
	if (amount === null || amount === '') return true;
	return decodeAmount(amount, format.amountFormat) !== undefined;
}

function unreadable(setting: string, path: string, [item = {}]: IDataObject[]): UserError {
	return new UserError(
		`The list of the reservation's service items cannot be read: none of them shows a usable value under '${path}'. Set '${setting}', or 'Items Field', in the credential before this is run again`,
		{
			description: `What the reservation has already would not be recognized. Turn on 'Custom API Format' in the credential and give the names the service uses; its items have: ${Object.keys(item).join(', ')}.`,
		},
	);
}
