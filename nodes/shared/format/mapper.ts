import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { parseAmount, toPlainDecimal } from './amount';
import { bodyWriter, writer } from './bodies';
import type { ValueOrigin } from './day';
import { parseDay } from './day';
import type { Texts, Wire } from './examples';
import { apiFormatOf, filledTexts } from './examples';
import type { PlaceholderField, Value } from './fields';
import { placeholderFor } from './formats';
import { itemReader } from './items';
import type { PageHints } from './listExample';
import { pageHintsIn, slotsIn } from './listExample';
import { parseReference, referenceAtEnd } from './reference';
import type { Key, Slot } from './template';
import { fieldsOf, parseTemplate, readSlots, slotsOf } from './template';

/** Translates between the node and the service's JSON. */
export type Mapper = ReturnType<typeof mapperFor>;

/** @throws UserError naming the setting that cannot be used */
export function mapperFor(credential: ICredentialDataDecryptedObject, timeZone: string) {
	const format = apiFormatOf(credential);
	const wire = { format, timeZone };
	return {
		...inputReader(wire),
		...itemReader(wire),
		...bodyWriter(wire),
		...listReader(wire),
		...placeFinder(wire),

		takesIdempotencyKey: fieldsOf(slotsOf(format.requestHeaders)).has('idempotencyKey'),

		/** @param idempotencyKey only for a create */
		headers: (idempotencyKey?: string): Texts =>
			filledTexts(format.requestHeaders, writer({ idempotencyKey }, timeZone)),

		placeholderFor: (field: PlaceholderField, found: Value): string | undefined =>
			placeholderFor(field, found, timeZone),
	};
}

/** What a text with blanks in List Response reads in a value; undefined when it does not fit. */
export function valueReadBy(
	text: string,
	field: PlaceholderField,
	value: Value,
): Value | undefined {
	const example = parseTemplate({ text }, 'listResponse');
	return example && readSlots(slotsOf(example), { text: value }, 'UTC').values[field];
}

/** For what users fill in. The messages of UserErrors go on after the field's label. */
function inputReader({ format, timeZone }: Wire) {
	const placeholders = slotsOf(format.createBody).flatMap(({ placeholders }) => placeholders);
	const decimals = placeholders.find(({ field }) => field === 'amount')?.format.decimals ?? 2;
	const keepsReferenceInDescription = !format.isReferencePlaced;
	return {
		keepsReferenceInDescription,

		parseAmount: (value: unknown): number => parseAmount(value, decimals),

		parseDate: (value: unknown, origin: ValueOrigin): string => parseDay(value, timeZone, origin),

		parseReference: (value: string): string => parseReference(value, format),

		looksReferenced: (description: string): boolean =>
			keepsReferenceInDescription && referenceAtEnd(description) !== undefined,

		amountText: (value: number): string => toPlainDecimal(value, decimals),
	};
}

function listReader({ format, timeZone }: Wire) {
	const fields = fieldsOf([...slotsOf(format.listQuery), ...format.list.pageSlots]);
	fields.delete('reservationId');
	if (fields.delete('page from 0')) fields.add('page');
	return {
		/** The blanks about pages in List Query and List Response; `page` stands also for `page from 0`. */
		paging: fields as ReadonlySet<PlaceholderField>,

		/**
		 * @param position its `page` counts from 1
		 * @throws UserError when the reservation ID would change the filter that it stands in
		 */
		listQuery: (
			reservationId: string,
			position: { page?: number; offset?: number; cursor?: string; lastId?: string } = {},
		): Texts => {
			const { page = 1, offset = 0 } = position;
			const values = { reservationId, ...position, page, 'page from 0': page - 1, offset };
			const write = writer(values, timeZone);
			return filledTexts(format.listQuery, (placeholder, slot) => {
				const written = write(placeholder, slot);
				if (written !== undefined) assertWithinQuotes(String(written), slot);
				return written;
			});
		},

		wayToItems: format.list.way,

		pageHints: (body: unknown): PageHints => pageHintsIn(body, format.list),
	};
}

/** Which paths of an answer an example has a placeholder for. List positions do not count. */
function placeFinder({ format: { createBody, updateBody, list } }: Wire) {
	const namesIn = (path: Key[]): string =>
		path.map((key) => (typeof key === 'string' ? `\n${key}` : '')).join('');
	const bodies = [createBody, updateBody].flatMap((body) => slotsOf(body));
	const slots = [...bodies, ...list.itemSlots, ...slotsIn({}, list)];
	const ends = [...new Set(slots.map(({ path }) => namesIn(path)))];
	const pagePlaces = new Set(list.pageSlots.map(({ path }) => namesIn(path)));
	const hasPagePlaceAt = (path: Key[]): boolean => pagePlaces.has(namesIn(path));
	return {
		hasPagePlaceAt,

		hasPlaceAt: (path: Key[]): boolean =>
			hasPagePlaceAt(path) || ends.some((end) => namesIn(path).endsWith(end)),
	};
}

/** In a filter such as "id eq '{reservationId}'", an ID with a quote could list other reservations. */
function assertWithinQuotes(value: string, { around }: Slot): void {
	const quotes = ["'", '"', '`'].filter((quote) => around.some((text) => text.includes(quote)));
	const bad = quotes.length > 0 && [...quotes, '\\'].find((each) => value.includes(each));
	if (!bad) return;
	throw userError(
		`'Reservation ID' is ${JSON.stringify(value)}, and its ${bad} would change the filter in 'List Query' in the Reservation Service credential. Give an ID without it`,
		'Another reservation might be listed, and changed, in its place.',
	);
}
