import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { userError, userMessageOf } from '../n8n/userError';
import { parseAmount, toPlainDecimal } from './amount';
import { BodyWriter, writer } from './bodies';
import { amountsIn } from './customFields';
import { parseDay } from './day';
import { apiFormatOf, filledTexts } from './examples';
import type { PlaceholderField, Value, Values, WrittenFields } from './fields';
import { itemReader } from './items';
import { pageHintsIn, slotsIn } from './listExample';
import { parseDescription, parseReference } from './reference';
import type { Key, Slot } from './template';
import { fieldsOf, fillTemplate, hasField, parseTemplate, readSlots, slotsOf } from './template';
import type { PresentItem } from './updates';
import { UpdateWriter } from './updates';

/** Translates between the node and the service's JSON. */
export type Mapper = ReturnType<typeof mapperFor>;

/** @throws UserError naming the setting that cannot be used */
export function mapperFor(credential: ICredentialDataDecryptedObject, timeZone: string) {
	const format = apiFormatOf(credential);
	const { createBody, updateBody, list, requestHeaders } = format;
	const placeholders = slotsOf(createBody).flatMap((slot) => slot.placeholders);
	const decimals = placeholders.find(({ field }) => field === 'amount')?.format.decimals ?? 2;

	const querySlots = slotsOf(format.listQuery);
	const ownerSlots = querySlots.filter((slot) => hasField(slot, 'reservationId'));
	const paging = fieldsOf([...querySlots, ...list.pageSlots]);
	paging.delete('reservationId');
	if (paging.delete('page from 0')) paging.add('page');

	const bodySlots = [createBody, updateBody].flatMap((body) => slotsOf(body));
	const itemSlots = [...bodySlots, ...list.itemSlots, ...slotsIn({}, list)];
	const ends = [...new Set(itemSlots.map(({ path }) => namesIn(path)))];
	const pagePlaces = new Set(list.pageSlots.map(({ path }) => namesIn(path)));

	const reader = itemReader(format, timeZone);
	const bodies = new BodyWriter(format, timeZone);
	const updates = new UpdateWriter(format, reader, timeZone);
	const bodiesToSend = [...slotsOf(createBody), ...slotsOf(updateBody)];

	return {
		...reader,

		createBody: (fields: WrittenFields, custom: IDataObject = {}) =>
			bodies.createBody(fields, custom),
		leftOut: (fields: WrittenFields) => bodies.leftOut(fields),
		asCreated: (fields: WrittenFields, custom: IDataObject = {}) =>
			bodies.asCreated(fields, custom),
		customChanges: (custom: IDataObject, item: IDataObject) => bodies.customChanges(custom, item),

		needsPresent: (changes: WrittenFields, custom: IDataObject = {}) =>
			updates.needsPresent(changes, custom),
		updateBody: (changes: WrittenFields, custom: IDataObject = {}, present?: PresentItem) =>
			updates.updateBody(changes, custom, present),
		fullUpdateBody: (wanted: WrittenFields, custom: IDataObject, present: PresentItem) =>
			updates.fullUpdateBody(wanted, custom, present),
		asUpdated: (changes: WrittenFields, custom: IDataObject = {}) =>
			updates.asUpdated(changes, custom),

		/**
		 * The largest amount, up or down, that would be sent.
		 *
		 * @throws UserError when Custom Fields have one that cannot be read
		 */
		amountToSend: ({ amount }: WrittenFields, custom: IDataObject): number | undefined => {
			const amounts = amountsIn(custom, bodiesToSend, timeZone);
			if (amount !== undefined) amounts.push(amount);
			return amounts.length > 0 ? Math.max(...amounts.map(Math.abs)) : undefined;
		},

		// The messages of these UserErrors go on after the field's label.
		parseAmount: (value: unknown): number => parseAmount(value, decimals),
		parseDate: (value: unknown, origin: 'typed' | 'expression'): string =>
			parseDay(value, timeZone, origin),
		parseReference: (value: string): string => parseReference(value, format),

		parseDescription,

		amountText: (value: number): string => toPlainDecimal(value, decimals),

		/** The placeholders about pages in List Query and List Response; `page` stands also for `page from 0`. */
		paging: paging as ReadonlySet<PlaceholderField>,

		/**
		 * @param position its `page` counts from 1
		 * @throws UserError when the reservation ID would change the filter that it stands in
		 */
		listQuery: (
			reservationId: string,
			position: { page?: number; offset?: number; cursor?: string; lastId?: string } = {},
		) => {
			for (const slot of ownerSlots) assertWithinQuotes(reservationId, slot);
			const { page = 1, offset = 0 } = position;
			const values = { reservationId, ...position, page, 'page from 0': page - 1, offset };
			return filledTexts(format.listQuery, writer(values, timeZone));
		},

		wayToItems: list.way,

		pageHints: (body: unknown) => pageHintsIn(body, list),

		hasPagePlaceAt: (path: Key[]): boolean => pagePlaces.has(namesIn(path)),

		/** True where an example has a placeholder at the path, for an item wherever that stands. */
		hasPlaceAt: (path: Key[]): boolean => {
			const names = namesIn(path);
			return pagePlaces.has(names) || ends.some((end) => names.endsWith(end));
		},

		timeZone,

		takesIdempotencyKey: fieldsOf(slotsOf(requestHeaders)).has('idempotencyKey'),

		/** @param idempotencyKey only for a create */
		headers: (idempotencyKey?: string) =>
			filledTexts(requestHeaders, writer({ idempotencyKey }, timeZone)),
	};
}

/** A path as text, without positions in lists. */
function namesIn(path: Key[]): string {
	return path.map((key) => (typeof key === 'string' ? `\n${key}` : '')).join('');
}

/** In a filter such as "id eq '{reservationId}'", an ID with a quote could list other reservations. */
function assertWithinQuotes(reservationId: string, { around }: Slot): void {
	const quotes = ["'", '"', '`'].filter((quote) => around.some((text) => text.includes(quote)));
	const bad = quotes.length > 0 && [...quotes, '\\'].find((each) => reservationId.includes(each));
	if (!bad) return;
	throw userError(
		`'Reservation ID' is ${JSON.stringify(reservationId)}, and its ${bad} would change the filter in 'List Query' in the Reservation Service credential. Give an ID without it`,
		'Another reservation might be listed, and changed, in its place.',
	);
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
