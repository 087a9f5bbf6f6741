import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { parseAmount, toPlainDecimal } from './amount';
import type { ApiFormat } from './apiFormat';
import { apiFormatOf, filledTexts } from './apiFormat';
import type { NewCharge, Sending } from './bodies';
import { toCreate, withoutUnplaced, writer } from './bodies';
import { largestAmount, showsCustom } from './customFields';
import { parseDay } from './day';
import type { Slot } from './example';
import { fieldsOf, hasField } from './example';
import type {
	ChargeFields,
	PlaceholderField,
	SimplifiedItem,
	Texts,
	WrittenFields,
} from './fields';
import { PAGE_ANSWER_FIELDS, PAGE_QUERY_FIELDS } from './fields';
import { USUAL_DECIMALS } from './formats';
import type { ReadItem } from './items';
import * as items from './items';
import type { ListPage } from './listPage';
import { readPage } from './listPage';
import type { ServiceAnswer } from './json';
import { quoted } from './json';
import { namesOf } from './path';
import { parseDescription, parseReference } from './reference';
import type { AnsweredItem, KnownItem } from './singleAnswer';
import {
	holdsAmount,
	holdsItem,
	isUnderstood,
	readAnswer,
} from './singleAnswer';
import type { PresentItem } from './updates';
import {
	asUpdated,
	fieldsSetBy,
	needsPresent,
	toUpdate,
	toUpdateAll,
} from './updates';

interface PagePosition {
	page?: number;
	offset?: number;
	cursor?: string;
	lastId?: string;
}

/**
 * Translates between the node and the service's JSON: the only door of this
 * folder. Nobody above it knows where a value stands, or how it is written.
 * UserErrors of `parse…` go on after the field's label.
 */
export interface Mapper {
	timeZone: string;
	parseAmount: (value: unknown) => number;
	parseDate: (value: unknown, isExpression?: boolean) => string;
	parseDescription: (value: string) => string;
	parseReference: (value: string) => string;
	amountText: (value: number) => string;

	read: (item: IDataObject) => ReadItem;
	simplify: (
		item: IDataObject,
		known?: { id?: string; reservationId?: string },
	) => SimplifiedItem;
	idPlace: (item: IDataObject) => string | undefined;
	isWithdrawn: (item: IDataObject) => boolean;
	assertReadable: (items: IDataObject[]) => void;
	assertComparable: (fields: WrittenFields) => void;
	showsCustom: (custom: IDataObject, item: IDataObject) => boolean;
	fieldsSetBy: (custom: IDataObject) => ReadonlySet<keyof ChargeFields>;

	readAnswer: (answer: ServiceAnswer, known?: KnownItem) => AnsweredItem;
	isUnderstood: (answer: ServiceAnswer) => boolean;
	holdsItem: (body: unknown) => boolean;
	holdsAmount: (body: unknown) => boolean;

	toCreate: (fields: WrittenFields, custom?: IDataObject) => NewCharge;
	withoutUnplaced: <Fields extends WrittenFields>(fields: Fields) => Fields;
	largestAmount: (fields: WrittenFields, custom: IDataObject) => number;

	needsPresent: (fields: WrittenFields, custom?: IDataObject) => boolean;
	toUpdate: (
		fields: WrittenFields,
		custom?: IDataObject,
		present?: PresentItem,
	) => Sending;
	toUpdateAll: (
		fields: WrittenFields,
		custom: IDataObject,
		present: PresentItem,
	) => Sending;
	asUpdated: (
		fields: WrittenFields,
		custom: IDataObject,
		item: IDataObject,
	) => IDataObject;

	/**
	 * The placeholders about pages in List Query and List Response; `page` stands
	 * also for `page from 0`.
	 */
	paging: ReadonlySet<PlaceholderField>;
	listQuery: (reservationId: string, position?: PagePosition) => Texts;
	readPage: (answer: Pick<ServiceAnswer, 'status' | 'body'>) => ListPage;
	hasPlaceAt: (names: string[]) => boolean;

	takesIdempotencyKey: boolean;
	headers: (idempotencyKey?: string) => Texts;
}

/** @throws UserError naming the setting that cannot be used */
export function mapperFor(
	credential: ICredentialDataDecryptedObject,
	timeZone: string,
): Mapper {
	const format = apiFormatOf(credential, timeZone);
	const by = boundTo(format);
	const decimals = decimalsIn(format.createBody.slots);
	return {
		timeZone,
		parseAmount: (value) => parseAmount(value, decimals),
		parseDate: (value, isExpression) => parseDay(value, timeZone, isExpression),
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
		holdsAmount: by(holdsAmount),

		toCreate: by(toCreate),
		withoutUnplaced: (fields) => withoutUnplaced(format, fields),
		largestAmount: by(largestAmount),

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

function boundTo(format: ApiFormat) {
	return <Rest extends unknown[], Result>(
			read: (format: ApiFormat, ...rest: Rest) => Result,
		) =>
		(...rest: Rest): Result =>
			read(format, ...rest);
}

function decimalsIn(slots: Slot[]): number {
	const placeholders = slots.flatMap((slot) => slot.placeholders);
	const amount = placeholders.find((each) => each.field === 'amount');
	return amount?.format.decimals ?? USUAL_DECIMALS;
}

function pagingIn({
	listQuery,
	list,
}: ApiFormat): ReadonlySet<PlaceholderField> {
	const fields = fieldsOf([...listQuery.slots, ...list.pageSlots]);
	const paging = new Set<PlaceholderField>();
	for (const field of [...PAGE_QUERY_FIELDS, ...PAGE_ANSWER_FIELDS]) {
		if (fields.has(field)) paging.add(field);
	}
	if (paging.delete('page from 0')) paging.add('page');
	return paging;
}

/**
 * True where an example has a placeholder at these names, for an item wherever
 * that stands; lists do not matter.
 */
function hasPlaceAt(
	{ createBody, updateBody, list }: ApiFormat,
	names: string[],
): boolean {
	const place = placeText(names);
	const places = (slots: Slot[]) =>
		slots.map((slot) => placeText(namesOf(slot.path)));
	const ofItems = places([
		...createBody.slots,
		...updateBody.slots,
		...list.itemSlots,
	]);
	return (
		places(list.pageSlots).includes(place) ||
		ofItems.some((each) => place.endsWith(each))
	);
}

function placeText(names: string[]): string {
	return names.map((name) => `\n${name}`).join('');
}

function headersFor(format: ApiFormat, idempotencyKey?: string): Texts {
	const write = writer({ idempotencyKey }, format.timeZone);
	return filledTexts(format.requestHeaders, write);
}

/**
 * @throws UserError when the reservation ID would change the filter that it
 * stands in
 */
function queryFor(
	format: ApiFormat,
	reservationId: string,
	position: PagePosition = {},
): Texts {
	assertWithinQuotes(reservationId, format.listQuery.slots);
	const { page = 1, offset = 0, ...others } = position;
	const values = {
		reservationId,
		...others,
		page,
		'page from 0': page - 1,
		offset,
	};
	return filledTexts(format.listQuery, writer(values, format.timeZone));
}

/**
 * In a filter such as "id eq '{reservationId}'", an ID with a quote could list
 * other reservations.
 */
function assertWithinQuotes(reservationId: string, slots: Slot[]): void {
	const holders = slots.filter((slot) => hasField(slot, 'reservationId'));
	const isQuoted = holders.some((each) => /['"`]/.test(each.literals.join('')));
	if (!isQuoted || !/['"`\\]/.test(reservationId)) return;
	throw userError({
		what: `The reservation ID ${quoted(reservationId)} has a quote or backslash, which would change the filter in 'List Query' in the Reservation Service credential`,
		advice: 'Give an ID without it',
	});
}
