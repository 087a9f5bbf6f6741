import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from '../wire/apiFormat';
import { idOf } from '../wire/itemId';
import { canonicalJson, isBlank } from '../wire/json';
import { referenceOf } from '../wire/reference';
import type { WireContext } from '../wire/serviceItem';
import { CHARGE_FIELDS } from '../wire/serviceItem';
import { blankText, FIELD_LABELS, likelyBlank } from '../wire/templates/blank';
import type { Misfit } from '../wire/templates/readTemplate';
import { foundAt, readTemplate } from '../wire/templates/readTemplate';
import { placesOf } from '../wire/templates/template';
import { assertOneReservation } from './listOwner';

/** What the items of a list are wanted for: to be given out, to be found by reference or ID, or to be told apart by their fields. */
export type ListUse = 'shown' | 'identified' | 'compared';

/**
 * The checks of a whole list, in this order: one reservation's? no item twice? in the form the credential says? readable? What
 * is only given out goes out whatever its form.
 *
 * @throws UserError naming the setting to correct
 */
export function checkedItems(items: IDataObject[], wire: WireContext, use: ListUse): IDataObject[] {
	assertOneReservation(items, wire);
	const distinct = withoutRepeats(items, wire);
	if (use === 'shown') return distinct;
	assertFit(distinct, wire);
	if (use === 'compared') assertComparable(distinct, wire);
	else assertReadable(distinct, wire);
	return distinct;
}

/** Lists in pages may show an item twice, when pages overlap: what has the same ID and is the same is one item. */
function withoutRepeats(items: IDataObject[], { format }: WireContext): IDataObject[] {
	const firsts = new Map<string | number | undefined, IDataObject>();
	const texts = new Set<string>();
	return items.filter((item) => {
		const id = idOf(item, format);
		const first = firsts.get(id);
		if (!first) {
			if (id !== undefined) firsts.set(id, item);
			return true;
		}
		// Only where an ID comes again are items compared, as every list goes through here.
		texts.add(canonicalJson(first));
		const text = canonicalJson(item);
		const isNew = !texts.has(text);
		texts.add(text);
		return isNew;
	});
}

/**
 * Where nothing of its items can be read, every charge would look new, in every run.
 *
 * @throws UserError naming the settings when no item shows an amount, a description or a reference
 */
function assertReadable(items: IDataObject[], wire: WireContext): void {
	const { format } = wire;
	const isReadable = items.some(
		(item) =>
			hasAmount(item, wire) ||
			foundAt(format.templates.item, item, 'description').some((value) => !isBlank(value)) ||
			referenceOf(item, format) !== undefined,
	);
	if (items.length > 0 && !isReadable) throw unreadable('amount', items, format);
}

/**
 * The same for items that are recognized by their fields.
 *
 * @throws UserError naming the setting when no item shows an amount or a description, or none of their dates is one
 */
function assertComparable(items: IDataObject[], wire: WireContext): void {
	if (items.length === 0) return;
	const { format, timeZone } = wire;
	const { item: template } = format.templates;
	if (!items.some((item) => hasAmount(item, wire))) throw unreadable('amount', items, format);
	if (items.every((item) => foundAt(template, item, 'description').length === 0)) {
		throw unreadable('description', items, format);
	}
	const dated = items.filter((item) =>
		foundAt(template, item, 'date').some((date) => !isBlank(date)),
	);
	const isDated = dated.some(
		(item) => readTemplate(template, item, timeZone, 'date').values.date !== undefined,
	);
	if (dated.length > 0 && !isDated) throw unreadable('date', items, format);
}

/** Also when it is blank: then the name is right, and the charge is none. */
function hasAmount(item: IDataObject, { format, timeZone }: WireContext): boolean {
	const { item: template } = format.templates;
	if (foundAt(template, item, 'amount').some((amount) => amount === null || amount === '')) {
		return true;
	}
	return readTemplate(template, item, timeZone, 'amount').values.amount !== undefined;
}

/**
 * A value in another form than the credential's example says would be compared as what it is not: 12.50 in place of 1250
 * cents is a hundredth.
 *
 * @throws UserError naming the blank
 */
function assertFit(items: IDataObject[], { format, timeZone }: WireContext): void {
	for (const item of items) {
		const { misfits } = readTemplate(format.templates.item, item, timeZone);
		const misfit = [...CHARGE_FIELDS, 'reference' as const]
			.map((field) => misfits[field])
			.find((found) => found && !found.blank.form.isLoose && found.value !== '');
		if (misfit) throw misfitting(misfit);
	}
}

function misfitting({ blank, path, value }: Misfit) {
	const right = likelyBlank(blank.field, value);
	return userError(
		`The list of the reservation's service items cannot be compared: it has ${JSON.stringify(value)} under '${path.join('.')}', where 'Returned Service Item' in the credential says ${blankText(blank)}. ${right === undefined ? 'Correct the format there' : `Write ${right} there`}`,
		'Compared in a wrong form, a charge would not be recognized, or changed.',
	);
}

function unreadable(
	field: 'amount' | 'date' | 'description',
	[item = {}]: IDataObject[],
	{ templates }: ApiFormat,
) {
	const place = placesOf(templates.item, field)[0];
	const path = place?.path.join('.') ?? `{${field}}`;
	const setting = place?.blanks[0]?.form.isLoose
		? `${FIELD_LABELS[field]} Field`
		: 'Returned Service Item';
	return userError(
		`The list of the reservation's service items cannot be read: none of them shows a usable value under '${path}'. Set '${setting}', or 'Items Field', in the credential before this is run again`,
		`What the reservation has already would not be recognized. Turn on 'Custom API Format' in the credential and give the names the service uses; its items have: ${Object.keys(item).join(', ')}.`,
	);
}
