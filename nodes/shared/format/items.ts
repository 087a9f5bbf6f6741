import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './examples';
import type {
	PlaceholderField,
	ChargeFields,
	SimplifiedItem,
	Values,
	WrittenFields,
} from './fields';
import { CHARGE_FIELDS, FIELD_LABELS } from './fields';
import { placeholderFor, placeholderText } from './formats';
import { isBlank, isJsonObject, merge, plainName, quoted } from './json';
import { slotsIn } from './listExample';
import type { FoundItems } from './listItems';
import { itemsAt } from './listItems';
import { settingName } from './placeholder';
import { plainReference, referenceAtEnd, withoutReference } from './reference';
import type { AnsweredItem, KnownItem, ServiceAnswer } from './singleAnswer';
import {
	hasContent,
	idInLocation,
	NOT_THE_ITEM,
	placedObjectsIn,
	theOneWithMost,
} from './singleAnswer';
import type { Mismatch, PlacedSlot } from './template';
import { pathText, valueAt } from './path';
import { fieldsOf, fillTemplate, hasField, readSlots } from './template';

/** Objects in which an ID is no sign of a service item (assumption). */
const NO_SIGN_WITHIN = /error|warning|message|link|detail|request|reservation|guest|meta/i;

/** An item as the node knows it. */
export interface ReadItem {
	id?: string;
	reservationId?: string;
	/** From its place, and where that is empty from the end of the description. */
	reference?: string;
	/** The reference at the end of the description, which `fields` are without. */
	mark?: string;
	fields: ChargeFields;
	/** A value in another form than the example says: the item stands for nothing. */
	mismatch?: Mismatch;
	/** False where nothing of it was found. */
	isShown: boolean;
}

/** Reads service items. */
export interface ItemReader {
	read: (item: IDataObject) => ReadItem;
	/** A value in another form than the example says is given out as it came. */
	simplify: (item: IDataObject, known?: { id?: string; reservationId?: string }) => SimplifiedItem;
	/** Where the ID of an item stands: from another place come other IDs. */
	idPlace: (item: IDataObject) => string | undefined;
	/** True where the item, or an object in it that has its ID or its amount, says that it is gone. */
	isWithdrawn: (item: IDataObject) => boolean;
	/** @throws UserError when a field never fits, or nothing to compare is shown: the charges would be made again */
	assertReadable: (items: IDataObject[]) => void;
	/** @throws UserError, for inputs that are compared by all their fields, when one of them is not shown */
	assertComparable: (fields: WrittenFields) => void;
	/** @param known the ID that was asked for, and what `asCreated` or `asUpdated` gives */
	readAnswer: (answer: ServiceAnswer, known?: KnownItem) => AnsweredItem;
	/** False for content that shows neither a value of a service item nor an ID. */
	isUnderstood: (answer: ServiceAnswer) => boolean;
	/** True where an ID or amount may be a service item's. A description may be the reason of a refusal. */
	holdsItem: (body: unknown) => boolean;
	/**
	 * The items of a list; undefined where List Response shows none, so that it is to be looked for.
	 *
	 * @throws UserError when the list is not where List Response shows it
	 */
	shownItems: (body: unknown) => FoundItems | undefined;
}

export function itemReader(format: ApiFormat, timeZone: string): ItemReader {
	const { list, isReferencePlaced } = format;
	const hasIdPlaceholder = fieldsOf(list.itemSlots).has('id');

	const readingOf = (item: IDataObject) => readSlots(slotsIn(item, list), item, timeZone);

	const idOf = (item: IDataObject): string | undefined => {
		const slots = slotsIn(item, list).filter((slot) => hasField(slot, 'id'));
		return readSlots(slots, item, timeZone).values.id ?? usualIdIn(item);
	};

	/** How many placeholders are found in an object, an ID under a usual name included. */
	const countFilled = (object: IDataObject): number => {
		const filled = slotsIn(object, list).filter(({ path }) => !isBlank(valueAt(object, path)));
		return filled.length + (!hasIdPlaceholder && usualIdIn(object) !== undefined ? 1 : 0);
	};

	/** The one with the ID asked for, else with most blanks, of equals the outermost; of several alike none. */
	const itemIn = (body: unknown, id: string | undefined): IDataObject | undefined => {
		const all = placedObjectsIn(body);
		const asked = all.filter(({ value }) => id !== undefined && idOf(value) === id);
		const places = asked.length > 0 ? asked : all;
		const isAnyFilled = places.some(({ value }) => countFilled(value) > 0);
		return theOneWithMost(places, isAnyFilled ? countFilled : countUsualIds);
	};

	/** What could as well be said of a refusal shows no item: a reservation, or a description of what is wrong. */
	const showsItem = (object: IDataObject): boolean => {
		const slots = slotsIn(object, list).filter(
			(slot) => !hasField(slot, 'description') && !hasField(slot, 'reservationId'),
		);
		const isFilled = slots.some(({ path }) => !isBlank(valueAt(object, path)));
		return isFilled || usualIdIn(object) !== undefined;
	};

	const withId = (item: IDataObject, id: string): IDataObject => {
		if (!hasIdPlaceholder) return { id, ...item };
		const own = fillTemplate(list.item, ({ field }) => (field === 'id' ? id : undefined));
		return merge(item, own as IDataObject);
	};

	/** An entry of an object of items: the key is its ID where none stands inside. */
	const withKey = (item: IDataObject, key: string): IDataObject =>
		readingOf(item).values.id === undefined ? { ...item, id: key } : item;

	const reader: ItemReader = {
		read: (item) => {
			const { values, mismatches, shown } = readingOf(item);
			const { id = usualIdIn(item), reservationId, reference: placed, ...others } = values;
			const fields: ChargeFields = others;
			const atEnd = referenceAtEnd(fields.description ?? '');
			const reference = (isReferencePlaced ? plainReference(placed) : undefined) ?? atEnd;
			const mark = atEnd === reference ? atEnd : undefined;
			if (mark !== undefined) fields.description = withoutReference(fields.description ?? '');
			const mismatch = Object.values(mismatches)[0];
			return { id, reservationId, reference, mark, fields, mismatch, isShown: shown.size > 0 };
		},

		simplify: (item, known = {}) => {
			const { id, reservationId, reference, fields } = reader.read(item);
			const { mismatches } = readingOf(item);
			const values: Values = { ...fields, reservationId };
			const shown = (field: PlaceholderField): unknown => values[field] ?? mismatches[field]?.value;
			return {
				id: id ?? known.id ?? null,
				reservationId: shown('reservationId') ?? known.reservationId ?? null,
				reference: reference ?? null,
				...Object.fromEntries(CHARGE_FIELDS.map((field) => [field, shown(field) ?? null])),
			} as SimplifiedItem;
		},

		shownItems: (body) =>
			list.itemsPath.length > 0 ? itemsAt(body, list.itemsPath, withKey) : undefined,

		idPlace: (item) => {
			const slot = slotsIn(item, list).find((each) => hasField(each, 'id'));
			return slot ? placeText(slot) : usualIdNameIn(item);
		},

		isWithdrawn: (item) => {
			const own = slotsIn(item, list).filter(
				(slot) => hasField(slot, 'id') || hasField(slot, 'amount'),
			);
			const around = own.map(({ path }) => valueAt(item, path.slice(0, -1)));
			return [item, ...new Set(around)].some((part) => isJsonObject(part) && saysWithdrawn(part));
		},

		assertReadable: (items) => {
			const readings = items.map(readingOf);
			const mismatches = readings.flatMap((reading) => Object.values(reading.mismatches));
			for (const mismatch of mismatches) assertHere(mismatch, timeZone);
			const unreadable = mismatches.find(({ field }) =>
				readings.every(({ values }) => values[field] === undefined),
			);
			if (unreadable) throw mismatching(unreadable, timeZone);
			const known = ['amount', 'description', 'reference'] as const;
			const isKnown = readings.some(({ shown }) => known.some((field) => shown.has(field)));
			if (items[0] === undefined || isKnown) return;
			const amount = list.itemSlots.find((slot) => hasField(slot, 'amount'));
			throw userError(
				`The list of the reservation's service items cannot be read: none of them shows a value at '${pathText(amount?.path ?? [])}'. Correct ${settingName('listResponse')} before this is run again`,
				`What the reservation has already would not be recognized. Turn on 'Custom API Format' in the credential and enter what the service answers to a list; its items have: ${Object.keys(items[0]).join(', ')}.`,
			);
		},

		assertComparable: (fields) => {
			const shown = fieldsOf(list.itemSlots);
			const hidden = CHARGE_FIELDS.find(
				(field) => fields[field] !== undefined && !shown.has(field),
			);
			if (hidden === undefined) return;
			throw userError(
				`'${FIELD_LABELS[hidden]}' is filled in and cannot be compared, as ${format.listSetting} has no {${hidden}}. Put {${hidden}} there as the service's list shows it, or choose 'By Reference'`,
				'Two charges that differ in nothing else would count as one.',
			);
		},

		readAnswer: (answer, known = {}) => {
			const { body } = answer;
			const found = itemIn(body, known.id);
			const foundId = found && idOf(found);
			const id = known.id ?? foundId ?? idInLocation(answer);
			if (found) return { id, shows: 'item', item: found };
			const shows = hasContent(body) ? 'other' : 'nothing';
			const said = isJsonObject(body) ? body : {};
			const item = shows === 'nothing' ? (known.item ?? said) : said;
			return { id, shows, item: id === undefined ? item : withId(item, id) };
		},

		isUnderstood: (answer) =>
			!hasContent(answer.body) ||
			objectsIn([answer.body], NOT_THE_ITEM).some(showsItem) ||
			idInLocation(answer) !== undefined,

		holdsItem: (body) =>
			objectsIn([body], NO_SIGN_WITHIN).some((object) => {
				const reading = readingOf(object);
				const amount = reading.values.amount ?? reading.mismatches.amount;
				return amount !== undefined || (reading.values.id ?? usualIdIn(object)) !== undefined;
			}),
	};
	return reader;
}

/** @throws UserError for the midnight of another zone, which may be a day that was charged from there */
function assertHere({ format, place, value }: Mismatch, timeZone: string): void {
	const isScalar = typeof value === 'string' || typeof value === 'number';
	const zone = isScalar ? format.zoneElsewhere?.(value, timeZone) : undefined;
	if (zone === undefined) return;
	throw userError(
		`The list of the reservation's service items has ${quoted(value)} at '${place}': midnight in ${zone}, but another day in this workflow's time zone, ${timeZone}. Set the time zone in the workflow's settings to the one in which its charges were made`,
		'Read in two time zones, one day would be charged twice. If the service turns every date into UTC, give {date} a pattern with a Z at its end.',
	);
}

function mismatching({ field, format, place, value }: Mismatch, timeZone: string) {
	const isScalar = typeof value === 'string' || typeof value === 'number';
	const right = isScalar ? placeholderFor(field, value, timeZone) : undefined;
	return userError(
		`The list of the reservation's service items cannot be compared: it has ${quoted(value)} at '${place}', where ${settingName('listResponse')} says ${placeholderText(field, format)}. ${right === undefined ? 'Correct the format there' : `Write ${right} there`}`,
		`Compared in a wrong form, a charge would be overlooked or overwritten. While 'List Response' is empty, 'Create Body' stands for it.`,
	);
}

/** How a service marks an item as deleted (assumption: docs/service-api.md shows no states). */
const WITHDRAWN = /^(is)?(deleted|removed|cancell?ed|void(ed)?)(at|on|date)?$/i;
/** A yes, or a date since 2000. With any other value the charge counts as there: it is not made twice. */
const YES = /^(t(rue)?|y(es)?|1|[12]\d{9}(\d{3})?)$|\b20\d\d/i;
/** In milliseconds: clocks differ, and a date without a zone may be tomorrow's. */
const TOLERANCE = 86_400_000;

function saysWithdrawn(item: IDataObject): boolean {
	return Object.entries(item).some(([key, value]) => {
		const name = plainName(key);
		const text = typeof value === 'object' ? '' : String(value);
		if (/^stat(e|us)$/.test(name)) return WITHDRAWN.test(text);
		return WITHDRAWN.test(name) && YES.test(text) && !isInFuture(text);
	});
}

function isInFuture(text: string): boolean {
	const unit = text.length === 10 ? 1000 : 1;
	const instant = /^\d{10,}$/.test(text) ? Number(text) * unit : Date.parse(text);
	return instant > Date.now() + TOLERANCE;
}

function countUsualIds(object: IDataObject): number {
	return usualIdIn(object) === undefined ? 0 : 1;
}

/** Where {id} is not found (assumption), in any case, best first. */
const USUAL_ID_NAMES = ['id', 'serviceid', 'serviceitemid', 'itemid', 'uuid', 'guid', '_id'];

function usualIdIn(item: IDataObject): string | undefined {
	const name = usualIdNameIn(item);
	return name === undefined ? undefined : idFrom(item[name]);
}

function usualIdNameIn(item: IDataObject): string | undefined {
	const names = Object.keys(item).filter((name) => idFrom(item[name]) !== undefined);
	const usual = USUAL_ID_NAMES.flatMap((each) =>
		names.filter((name) => name.toLowerCase() === each),
	);
	return usual[0];
}

/** With the text around the blank, such as `urn:{id}`. */
function placeText({ path, around }: PlacedSlot): string {
	const text = around.join('{}');
	return text === '{}' ? pathText(path) : `${pathText(path)} ${text}`;
}

function idFrom(value: unknown): string | undefined {
	const isId = (typeof value === 'string' && !isBlank(value)) || typeof value === 'number';
	return isId ? String(value) : undefined;
}

/** The outermost come first. */
function objectsIn(level: unknown[], skipped: RegExp): IDataObject[] {
	if (level.length === 0) return [];
	const inner = level.flatMap((value): unknown[] => {
		if (Array.isArray(value)) return value;
		const entries = isJsonObject(value) ? Object.entries(value) : [];
		return entries.filter(([key]) => !skipped.test(key)).map(([, each]) => each);
	});
	return [...level.filter(isJsonObject), ...objectsIn(inner, skipped)];
}
