import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { parseAmount, toPlainDecimal } from './amount';
import type { ApiFormat, Texts } from './apiFormat';
import { apiFormatOf, filledTexts } from './apiFormat';
import type { NewCharge, Sending } from './bodies';
import { toCreate, writer } from './bodies';
import { amountToSend, showsCustom } from './customFields';
import { parseDay } from './day';
import type { Slot } from './example';
import { fieldsOf, hasField } from './example';
import type { ChargeFields, PlaceholderField, SimplifiedItem, WrittenFields } from './fields';
import { PAGE_ANSWER_FIELDS, PAGE_QUERY_FIELDS } from './fields';
import { USUAL_DECIMALS } from './formats';
import type { KnownIds, ReadItem } from './items';
import * as items from './items';
import type { ListPage } from './listPage';
import { readPage } from './listPage';
import { namesOf } from './path';
import { parseDescription, parseReference } from './reference';
import type { AnsweredItem, KnownItem, ServiceAnswer } from './singleAnswer';
import { holdsItem, isUnderstood, readAnswer } from './singleAnswer';
import type { PresentItem } from './updates';
import { asUpdated, fieldsSetBy, needsPresent, toUpdate, toUpdateAll } from './updates';

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
export interface Mapper {
	timeZone: string;
	parseAmount: (value: unknown) => number;
	parseDate: (value: unknown, origin: 'typed' | 'expression') => string;
	parseDescription: (value: string) => string;
	parseReference: (value: string) => string;
	amountText: (value: number) => string;

	read: (item: IDataObject) => ReadItem;
	/** A value in another form than the example says is given out as it came. */
	simplify: (item: IDataObject, known?: KnownIds) => SimplifiedItem;
	/** Where the ID of an item stands: from another place come other IDs. */
	idPlace: (item: IDataObject) => string | undefined;
	/** True where the item, or an object in it that has its ID or its amount, says that it is gone. */
	isWithdrawn: (item: IDataObject) => boolean;
	/** @throws UserError when a field never fits, or nothing to compare is shown: the charges would be made again */
	assertReadable: (items: IDataObject[]) => void;
	/** @throws UserError, for inputs that are compared by all their fields, when one of them is not shown */
	assertComparable: (fields: WrittenFields) => void;
	/** True where an item shows all of Custom Fields. */
	showsCustom: (custom: IDataObject, item: IDataObject) => boolean;
	/** The fields of a charge that Custom Fields say something about, be it that they are empty. */
	fieldsSetBy: (custom: IDataObject) => ReadonlySet<keyof ChargeFields>;

	/** @param known the ID that was asked for, and what was expected of what was sent */
	readAnswer: (answer: ServiceAnswer, known?: KnownItem) => AnsweredItem;
	/** False for content that shows neither a value of a service item nor an ID. */
	isUnderstood: (answer: ServiceAnswer) => boolean;
	/** True where an ID or amount may be a service item's. A description may be the reason of a refusal. */
	holdsItem: (body: unknown) => boolean;

	/** @throws UserError when a field has no place or does not fit its format, or `custom` contradicts one */
	toCreate: (fields: WrittenFields, custom?: IDataObject) => NewCharge;
	/** The largest amount, up or down, that would be sent; 0 for none. @throws UserError when Custom Fields have one that cannot be read */
	amountToSend: (fields: WrittenFields, custom: IDataObject) => number;

	/** True where an item has to be read before it is changed. */
	needsPresent: (fields: WrittenFields, custom?: IDataObject) => boolean;
	/** For Update: the fields that were added. See `toUpdate` in updates.ts. */
	toUpdate: (fields: WrittenFields, custom?: IDataObject, present?: PresentItem) => Sending;
	/** For Create or Update and for Sync: all that the input gives, and whatever carries the reference. */
	toUpdateAll: (fields: WrittenFields, custom: IDataObject, present: PresentItem) => Sending;
	/** An item as `toUpdateAll` is to leave it, for a plan. @throws UserError when that cannot be sent */
	asUpdated: (fields: WrittenFields, custom: IDataObject, item: IDataObject) => IDataObject;

	/** The placeholders about pages in List Query and List Response; `page` stands also for `page from 0`. */
	paging: ReadonlySet<PlaceholderField>;
	/** @throws UserError when the reservation ID would change the filter that it stands in */
	listQuery: (reservationId: string, position?: PagePosition) => Texts;
	/**
	 * @throws UserError when the list is not where List Response shows it or, where it shows none, is not the only one; or
	 * where a value about pages is of another kind than its placeholder
	 */
	readPage: (answer: Pick<ServiceAnswer, 'status' | 'body'>) => ListPage;
	/** True where an example has a placeholder at these names, for an item wherever that stands. */
	hasPlaceAt: (names: string[]) => boolean;

	takesIdempotencyKey: boolean;
	/** @param idempotencyKey only for a create */
	headers: (idempotencyKey?: string) => Texts;
}

/** @throws UserError naming the setting that cannot be used */
export function mapperFor(credential: ICredentialDataDecryptedObject, timeZone: string): Mapper {
	const format = apiFormatOf(credential, timeZone);
	const by = boundTo(format);
	const decimals = decimalsIn(format.createBody.slots);
	return {
		timeZone,
		parseAmount: (value) => parseAmount(value, decimals),
		parseDate: (value, origin) => parseDay(value, timeZone, origin),
		parseDescription,
		parseReference: by(parseReference),
		amountText: (value) => toPlainDecimal(value, decimals),

		read: by(items.readItem),
		simplify: by(items.simplifyItem),
		idPlace: by(items.idPlaceOf),
		isWithdrawn: by(items.isWithdrawn),
		assertReadable: by(items.assertReadable),
		assertComparable: by(items.assertComparable),
		showsCustom: by(showsCustom),
		fieldsSetBy: by(fieldsSetBy),

		readAnswer: by(readAnswer),
		isUnderstood: by(isUnderstood),
		holdsItem: by(holdsItem),

		toCreate: by(toCreate),
		amountToSend: by(amountToSend),

		needsPresent: by(needsPresent),
		toUpdate: by(toUpdate),
		toUpdateAll: by(toUpdateAll),
		asUpdated: by(asUpdated),

		paging: pagingIn(format),
		listQuery: by(queryFor),
		readPage: by(readPage),
		hasPlaceAt: by(hasPlaceAt),

		takesIdempotencyKey: format.requestHeaders.fields.has('idempotencyKey'),
		headers: by(headersFor),
	};
}

/** For functions that take the format first. */
function boundTo(format: ApiFormat) {
	return <Rest extends unknown[], Result>(read: (format: ApiFormat, ...rest: Rest) => Result) =>
		(...rest: Rest): Result =>
			read(format, ...rest);
}

function decimalsIn(slots: Slot[]): number {
	const placeholders = slots.flatMap((slot) => slot.placeholders);
	const amount = placeholders.find(({ field }) => field === 'amount');
	return amount?.format.decimals ?? USUAL_DECIMALS;
}

function pagingIn({ listQuery, list }: ApiFormat): ReadonlySet<PlaceholderField> {
	const fields = fieldsOf([...listQuery.slots, ...list.pageSlots]);
	const paging = new Set<PlaceholderField>();
	for (const field of [...PAGE_QUERY_FIELDS, ...PAGE_ANSWER_FIELDS]) {
		if (fields.has(field)) paging.add(field);
	}
	if (paging.delete('page from 0')) paging.add('page');
	return paging;
}

/** Names alone, as lists do not matter there. */
function hasPlaceAt({ createBody, updateBody, list }: ApiFormat, names: string[]): boolean {
	const place = placeText(names);
	const ofItems = [...createBody.slots, ...updateBody.slots, ...list.itemSlots];
	return (
		list.pageSlots.some((slot) => placeText(namesOf(slot.path)) === place) ||
		ofItems.some((slot) => place.endsWith(placeText(namesOf(slot.path))))
	);
}

function placeText(names: string[]): string {
	return names.map((name) => `\n${name}`).join('');
}

function headersFor(format: ApiFormat, idempotencyKey?: string): Texts {
	const write = writer({ idempotencyKey }, format.timeZone);
	return filledTexts(format.requestHeaders, write);
}

function queryFor(format: ApiFormat, reservationId: string, position: PagePosition = {}): Texts {
	assertWithinQuotes(reservationId, format.listQuery.slots);
	const { page = 1, offset = 0, ...others } = position;
	const values = { reservationId, ...others, page, 'page from 0': page - 1, offset };
	return filledTexts(format.listQuery, writer(values, format.timeZone));
}

/** In a filter such as "id eq '{reservationId}'", an ID with a quote could list other reservations. */
function assertWithinQuotes(reservationId: string, slots: Slot[]): void {
	const holders = slots.filter((slot) => hasField(slot, 'reservationId'));
	const literals = holders.flatMap((slot) => slot.literals).join('');
	const quotes = ["'", '"', '`'].filter((quote) => literals.includes(quote));
	const bad = [...quotes, '\\'].find((each) => reservationId.includes(each));
	if (quotes.length === 0 || bad === undefined) return;
	throw userError({
		what: `'Reservation ID' is ${JSON.stringify(reservationId)}, and its ${bad} would change the filter in 'List Query' in the Reservation Service credential`,
		advice: 'Give an ID without it',
		more: 'Another reservation might be listed, and changed, in its place.',
	});
}
