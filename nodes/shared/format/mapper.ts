import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { userError, userMessageOf } from '../n8n/userError';
import { parseAmount, toPlainDecimal } from './amount';
import { BodyWriter, writer } from './bodies';
import { amountsIn } from './customFields';
import { parseDay } from './day';
import type { ApiFormat, Texts } from './examples';
import { apiFormatOf, filledTexts } from './examples';
import type { PlaceholderField, Value, Values, WrittenFields } from './fields';
import type { ItemReader } from './items';
import { ExampleReader } from './items';
import type { PageHints } from './listExample';
import { pageHintsIn, slotsIn } from './listExample';
import { namesOf } from './path';
import { parseDescription, parseReference } from './reference';
import type { PlacedSlot, Slot, Template } from './template';
import { fieldsOf, fillTemplate, hasField, parseTemplate, readSlots, slotsOf } from './template';
import type { PresentItem } from './updates';
import { UpdateWriter } from './updates';

/** Where a list goes on. */
interface PagePosition {
	/** Counts from 1. */
	page?: number;
	offset?: number;
	cursor?: string;
	lastId?: string;
}

/**
 * Translates between the node and the service's JSON: the only door of this folder. Nobody above it knows where a value
 * stands, or how it is written. UserErrors of `parse…` go on after the field's label.
 */
export interface Mapper extends ItemReader {
	parseAmount: (value: unknown) => number;
	parseDate: (value: unknown, origin: 'typed' | 'expression') => string;
	parseDescription: (value: string) => string;
	parseReference: (value: string) => string;
	amountText: (value: number) => string;

	/** @throws UserError when a field has no place or does not fit its format, or `custom` contradicts one */
	createBody: (fields: WrittenFields, custom?: IDataObject) => IDataObject;
	/** Labels of fields that are left out for want of a place, for a hint. */
	leftOut: (fields: WrittenFields) => string[];
	/** What the service will show of a new item, in case its answer has none. */
	asCreated: (fields: WrittenFields, custom?: IDataObject) => IDataObject;
	/** The largest amount, up or down, that would be sent. @throws UserError when Custom Fields have one that cannot be read */
	amountToSend: (fields: WrittenFields, custom: IDataObject) => number | undefined;
	/** The part of Custom Fields that an item does not show. */
	customChanges: (custom: IDataObject, item: IDataObject) => IDataObject;

	/** True where an item has to be read before it is changed. */
	needsPresent: (changes: WrittenFields, custom?: IDataObject) => boolean;
	/** For Update: the fields that were added. See `UpdateWriter`. */
	updateBody: (changes: WrittenFields, custom?: IDataObject, present?: PresentItem) => IDataObject;
	/** For Create or Update and for Sync: all that the input gives, and whatever carries the reference. */
	fullUpdateBody: (wanted: WrittenFields, custom: IDataObject, present: PresentItem) => IDataObject;
	asUpdated: (changes: WrittenFields, custom?: IDataObject) => IDataObject;

	/** The placeholders about pages in List Query and List Response; `page` stands also for `page from 0`. */
	paging: ReadonlySet<PlaceholderField>;
	/** @throws UserError when the reservation ID would change the filter that it stands in */
	listQuery: (reservationId: string, position?: PagePosition) => Texts;
	/** @throws UserError where a value is of another kind than its placeholder */
	pageHints: (body: unknown) => PageHints;
	/** True where List Response has a placeholder about pages, at these names. */
	hasPagePlaceAt: (names: string[]) => boolean;
	/** True where an example has a placeholder at these names, for an item wherever that stands. */
	hasPlaceAt: (names: string[]) => boolean;

	takesIdempotencyKey: boolean;
	/** @param idempotencyKey only for a create */
	headers: (idempotencyKey?: string) => Texts;
	timeZone: string;
}

/** @throws UserError naming the setting that cannot be used */
export function mapperFor(credential: ICredentialDataDecryptedObject, timeZone: string): Mapper {
	const format = apiFormatOf(credential);
	const { createBody, updateBody, list, requestHeaders } = format;
	const bodySlots = [...slotsOf(createBody), ...slotsOf(updateBody)];
	const decimals = decimalsIn(createBody);
	const reader = new ExampleReader(format, timeZone);
	const bodies = new BodyWriter(format, timeZone);
	const updates = new UpdateWriter(format, reader, timeZone);
	const places = placesIn(format);

	return {
		timeZone,

		read: (item) => reader.read(item),
		simplify: (item, known) => reader.simplify(item, known),
		shownItems: (body) => reader.shownItems(body),
		idPlace: (item) => reader.idPlace(item),
		isWithdrawn: (item) => reader.isWithdrawn(item),
		assertReadable: (items) => reader.assertReadable(items),
		assertComparable: (fields) => reader.assertComparable(fields),
		readAnswer: (answer, known) => reader.readAnswer(answer, known),
		isUnderstood: (answer) => reader.isUnderstood(answer),
		holdsItem: (body) => reader.holdsItem(body),

		parseAmount: (value) => parseAmount(value, decimals),
		parseDate: (value, origin) => parseDay(value, timeZone, origin),
		parseDescription,
		parseReference: (value) => parseReference(value, format),
		amountText: (value) => toPlainDecimal(value, decimals),

		createBody: (fields, custom = {}) => bodies.createBody(fields, custom),
		leftOut: (fields) => bodies.leftOut(fields),
		asCreated: (fields, custom = {}) => bodies.asCreated(fields, custom),
		customChanges: (custom, item) => bodies.customChanges(custom, item),
		amountToSend({ amount }, custom) {
			const amounts = amountsIn(custom, bodySlots, timeZone);
			if (amount !== undefined) amounts.push(amount);
			return amounts.length > 0 ? Math.max(...amounts.map(Math.abs)) : undefined;
		},

		needsPresent: (changes, custom = {}) => updates.needsPresent(changes, custom),
		updateBody: (changes, custom = {}, present) => updates.updateBody(changes, custom, present),
		fullUpdateBody: (wanted, custom, present) => updates.fullUpdateBody(wanted, custom, present),
		asUpdated: (changes, custom = {}) => updates.asUpdated(changes, custom),

		paging: pagingIn(format),
		listQuery: (reservationId, position = {}) =>
			queryFor(format, { reservationId, ...position }, timeZone),
		pageHints: (body) => pageHintsIn(body, list),
		hasPagePlaceAt: (names) => places.ofPages.has(placeKey(names)),
		hasPlaceAt(names) {
			const key = placeKey(names);
			return places.ofPages.has(key) || places.ofItems.some((end) => key.endsWith(end));
		},

		takesIdempotencyKey: fieldsOf(slotsOf(requestHeaders)).has('idempotencyKey'),
		headers: (idempotencyKey) => filledTexts(requestHeaders, writer({ idempotencyKey }, timeZone)),
	};
}

const USUAL_DECIMALS = 2;

function decimalsIn(createBody: Template): number {
	const placeholders = slotsOf(createBody).flatMap((slot) => slot.placeholders);
	const amount = placeholders.find(({ field }) => field === 'amount');
	return amount?.format.decimals ?? USUAL_DECIMALS;
}

function pagingIn({ listQuery, list }: ApiFormat): ReadonlySet<PlaceholderField> {
	const paging = fieldsOf([...slotsOf(listQuery), ...list.pageSlots]);
	paging.delete('reservationId');
	if (paging.delete('page from 0')) paging.add('page');
	return paging;
}

function queryFor(
	{ listQuery }: ApiFormat,
	{ reservationId, page = 1, offset = 0, ...others }: PagePosition & { reservationId: string },
	timeZone: string,
): Texts {
	for (const slot of slotsOf(listQuery)) {
		if (hasField(slot, 'reservationId')) assertWithinQuotes(reservationId, slot);
	}
	const values = { reservationId, ...others, page, 'page from 0': page - 1, offset };
	return filledTexts(listQuery, writer(values, timeZone));
}

/** Where the examples have placeholders: names alone, as lists do not matter there. */
function placesIn({ createBody, updateBody, list }: ApiFormat) {
	const bodySlots = [...slotsOf(createBody), ...slotsOf(updateBody)];
	const itemSlots = [...bodySlots, ...list.itemSlots, ...slotsIn({}, list)];
	const keyOf = ({ path }: PlacedSlot): string => placeKey(namesOf(path));
	return {
		ofItems: [...new Set(itemSlots.map(keyOf))],
		ofPages: new Set(list.pageSlots.map(keyOf)),
	};
}

function placeKey(names: string[]): string {
	return names.map((name) => `\n${name}`).join('');
}

/** In a filter such as "id eq '{reservationId}'", an ID with a quote could list other reservations. */
function assertWithinQuotes(reservationId: string, { around }: Slot): void {
	const quotes = ["'", '"', '`'].filter((quote) => around.some((text) => text.includes(quote)));
	const bad = quotes.length > 0 && [...quotes, '\\'].find((each) => reservationId.includes(each));
	if (!bad) return;
	throw userError({
		what: `'Reservation ID' is ${JSON.stringify(reservationId)}, and its ${bad} would change the filter in 'List Query' in the Reservation Service credential`,
		advice: 'Give an ID without it',
		more: 'Another reservation might be listed, and changed, in its place.',
	});
}

/** What a text with placeholders in List Response reads in a value. */
export function valuesReadBy(text: string, value: Value, timeZone: string): Values {
	const example = parseTemplate({ text }, 'listResponse');
	return example ? readSlots(slotsOf(example), { text: value }, timeZone).values : {};
}

/** True where such a text writes a value as it was read. */
export function isWrittenBy(text: string, value: Value, timeZone: string): boolean {
	const example = parseTemplate({ text }, 'listResponse');
	if (!example) return false;
	try {
		const values = valuesReadBy(text, value, timeZone);
		const written = fillTemplate(example, writer(values, timeZone)) as IDataObject;
		return written.text === value;
	} catch (error) {
		userMessageOf(error);
		return false;
	}
}
