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
import type { ListShape } from './listExample';
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
interface ReadItem {
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

/** Reads them by the example in List Response. */
export class ExampleReader implements ItemReader {
	private readonly list: ListShape;
	private readonly fields: Set<PlaceholderField>;

	constructor(
		private readonly format: ApiFormat,
		private readonly timeZone: string,
	) {
		this.list = format.list;
		this.fields = fieldsOf(format.list.itemSlots);
	}

	read(item: IDataObject): ReadItem {
		const { values, mismatches, shown } = this.readingOf(item);
		const { id = usualIdIn(item), reservationId, reference: placed, ...others } = values;
		const fields: ChargeFields = others;
		const atEnd = referenceAtEnd(fields.description ?? '');
		const inPlace = this.format.isReferencePlaced ? plainReference(placed) : undefined;
		const reference = inPlace ?? atEnd;
		const mark = atEnd === reference ? atEnd : undefined;
		if (mark !== undefined) fields.description = withoutReference(fields.description ?? '');
		const mismatch = Object.values(mismatches)[0];
		return { id, reservationId, reference, mark, fields, mismatch, isShown: shown.size > 0 };
	}

	simplify(item: IDataObject, known: { id?: string; reservationId?: string } = {}): SimplifiedItem {
		const { id, reservationId, reference, fields } = this.read(item);
		const { mismatches } = this.readingOf(item);
		const values: Values = { ...fields, reservationId };
		const shown = (field: PlaceholderField): unknown => values[field] ?? mismatches[field]?.value;
		return {
			id: id ?? known.id ?? null,
			reservationId: shown('reservationId') ?? known.reservationId ?? null,
			reference: reference ?? null,
			...Object.fromEntries(CHARGE_FIELDS.map((field) => [field, shown(field) ?? null])),
		} as SimplifiedItem;
	}

	shownItems(body: unknown): FoundItems | undefined {
		const { itemsPath } = this.list;
		if (itemsPath.length === 0) return undefined;
		// The name in an object of items is the ID where none stands inside.
		return itemsAt(body, itemsPath, (item, id) =>
			this.readingOf(item).values.id === undefined ? { ...item, id } : item,
		);
	}

	idPlace(item: IDataObject): string | undefined {
		const slot = slotsIn(item, this.list).find((each) => hasField(each, 'id'));
		return slot ? placeText(slot) : usualIdNameIn(item);
	}

	isWithdrawn(item: IDataObject): boolean {
		const own = slotsIn(item, this.list).filter(
			(slot) => hasField(slot, 'id') || hasField(slot, 'amount'),
		);
		const around = own.map(({ path }) => valueAt(item, path.slice(0, -1)));
		return [item, ...new Set(around)].some((part) => isJsonObject(part) && saysWithdrawn(part));
	}

	assertReadable(items: IDataObject[]): void {
		const readings = items.map((item) => this.readingOf(item));
		const mismatches = readings.flatMap((reading) => Object.values(reading.mismatches));
		for (const mismatch of mismatches) assertHere(mismatch, this.timeZone);
		const unreadable = mismatches.find(({ field }) =>
			readings.every(({ values }) => values[field] === undefined),
		);
		if (unreadable) throw mismatching(unreadable, this.timeZone);
		const known = ['amount', 'description', 'reference'] as const;
		const isKnown = readings.some(({ shown }) => known.some((field) => shown.has(field)));
		if (items[0] === undefined || isKnown) return;
		const amount = this.list.itemSlots.find((slot) => hasField(slot, 'amount'));
		throw userError({
			what: `The list of the reservation's service items cannot be read: none of them shows a value at '${pathText(amount?.path ?? [])}'`,
			advice: `Correct ${settingName('listResponse')} before this is run again`,
			more: `What the reservation has already would not be recognized. Turn on 'Custom API Format' in the credential and enter what the service answers to a list; its items have: ${Object.keys(items[0]).join(', ')}.`,
		});
	}

	assertComparable(fields: WrittenFields): void {
		const hidden = CHARGE_FIELDS.find(
			(field) => fields[field] !== undefined && !this.fields.has(field),
		);
		if (hidden === undefined) return;
		throw userError({
			what: `'${FIELD_LABELS[hidden]}' is filled in and cannot be compared, as ${this.format.listSetting} has no {${hidden}}`,
			advice: `Put {${hidden}} there as the service's list shows it, or choose 'By Reference'`,
			more: 'Two charges that differ in nothing else would count as one.',
		});
	}

	readAnswer(answer: ServiceAnswer, known: KnownItem = {}): AnsweredItem {
		const { body } = answer;
		const found = this.itemIn(body, known.id);
		const foundId = found && this.idOf(found);
		const id = known.id ?? foundId ?? idInLocation(answer);
		if (found) return { id, shows: 'item', item: found };
		const shows = hasContent(body) ? 'other' : 'nothing';
		const said = isJsonObject(body) ? body : {};
		const item = shows === 'nothing' ? (known.item ?? said) : said;
		return { id, shows, item: id === undefined ? item : this.withId(item, id) };
	}

	isUnderstood(answer: ServiceAnswer): boolean {
		if (!hasContent(answer.body) || idInLocation(answer) !== undefined) return true;
		return objectsIn([answer.body], NOT_THE_ITEM).some((object) => this.showsItem(object));
	}

	holdsItem(body: unknown): boolean {
		return objectsIn([body], NO_SIGN_WITHIN).some((object) => {
			const { values, mismatches } = this.readingOf(object);
			const amount = values.amount ?? mismatches.amount;
			return amount !== undefined || (values.id ?? usualIdIn(object)) !== undefined;
		});
	}

	private readingOf(item: IDataObject) {
		return readSlots(slotsIn(item, this.list), item, this.timeZone);
	}

	private idOf(item: IDataObject): string | undefined {
		const slots = slotsIn(item, this.list).filter((slot) => hasField(slot, 'id'));
		return readSlots(slots, item, this.timeZone).values.id ?? usualIdIn(item);
	}

	/** The one with the ID asked for, else with most placeholders, of equals the outermost; of several alike none. */
	private itemIn(body: unknown, id: string | undefined): IDataObject | undefined {
		const all = placedObjectsIn(body);
		const asked = all.filter(({ value }) => id !== undefined && this.idOf(value) === id);
		const places = asked.length > 0 ? asked : all;
		const countFilled = (object: IDataObject): number => this.countFilled(object);
		const isAnyFilled = places.some(({ value }) => countFilled(value) > 0);
		return theOneWithMost(places, isAnyFilled ? countFilled : countUsualIds);
	}

	/** How many placeholders are found in an object, an ID under a usual name included. */
	private countFilled(object: IDataObject): number {
		const { length } = slotsIn(object, this.list).filter((slot) => isFilled(object, slot));
		const hasUsualId = !this.fields.has('id') && usualIdIn(object) !== undefined;
		return hasUsualId ? length + 1 : length;
	}

	/** What could as well be said of a refusal shows no item: a reservation, or a description of what is wrong. */
	private showsItem(object: IDataObject): boolean {
		const slots = slotsIn(object, this.list).filter(
			(slot) => !hasField(slot, 'description') && !hasField(slot, 'reservationId'),
		);
		return slots.some((slot) => isFilled(object, slot)) || usualIdIn(object) !== undefined;
	}

	private withId(item: IDataObject, id: string): IDataObject {
		if (!this.fields.has('id')) return { id, ...item };
		const own = fillTemplate(this.list.item, ({ field }) => (field === 'id' ? id : undefined));
		return merge(item, own as IDataObject);
	}
}

function isFilled(object: IDataObject, { path }: PlacedSlot): boolean {
	return !isBlank(valueAt(object, path));
}

/** @throws UserError for the midnight of another zone, which may be a day that was charged from there */
function assertHere({ format, place, value }: Mismatch, timeZone: string): void {
	const isScalar = typeof value === 'string' || typeof value === 'number';
	const zone = isScalar ? format.zoneElsewhere?.(value, timeZone) : undefined;
	if (zone === undefined) return;
	throw userError({
		what: `The list of the reservation's service items has ${quoted(value)} at '${place}': midnight in ${zone}, but another day in this workflow's time zone, ${timeZone}`,
		advice: `Set the time zone in the workflow's settings to the one in which its charges were made`,
		more: 'Read in two time zones, one day would be charged twice. If the service turns every date into UTC, give {date} a pattern with a Z at its end.',
	});
}

function mismatching({ field, format, place, value }: Mismatch, timeZone: string) {
	const isScalar = typeof value === 'string' || typeof value === 'number';
	const right = isScalar ? placeholderFor(field, value, timeZone) : undefined;
	return userError({
		what: `The list of the reservation's service items cannot be compared: it has ${quoted(value)} at '${place}', where ${settingName('listResponse')} says ${placeholderText(field, format)}`,
		advice: `${right === undefined ? 'Correct the format there' : `Write ${right} there`}`,
		more: `Compared in a wrong form, a charge would be overlooked or overwritten. While 'List Response' is empty, 'Create Body' stands for it.`,
	});
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
