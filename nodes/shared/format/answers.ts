import type { IDataObject } from 'n8n-workflow';

import type { Wire } from './examples';
import { idFrom, idIn, usualIdIn } from './items';
import { isBlank, isJsonObject, merge } from './json';
import { wrapped } from './listExample';
import { fillTemplate, slotsFor, valueAt } from './template';

/** What of an answer a service item is read from. */
export interface Answer {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** A service item in the answer to a get, create or update. */
export interface AnsweredItem {
	id?: string;
	/** As the service returned it; where it returned none, what was sent. */
	item: IDataObject;
	/** The ID has a name that nobody knows, such as invoiceId, and may be that of something else. */
	isGuessed?: boolean;
}

/** Objects that are no service item, although they may look like one; and those in which an ID is no sign of one. */
const NOT_THE_ITEM = /error|warning|message|link/i;
const NO_SIGN_WITHIN = /error|warning|message|link|detail|request|reservation|guest|meta/i;

/** Reads single answers. */
export function answerReader({ format }: Wire) {
	const { list } = format;
	const { itemSlots: slots, item: example } = list;
	const hasIdBlank = slotsFor(slots, 'id').length > 0;

	/** How many blanks of an item have something in an object; an ID under a usual name counts where there is no {id}. */
	const blanksIn = (object: IDataObject): number => {
		const filled = slots.filter(
			({ path }) => !isBlank(valueAt(wrapped(object, list), path)),
		).length;
		return filled + (!hasIdBlank && usualIdIn(object) !== undefined ? 1 : 0);
	};

	/** The object with the ID asked for, else the one in which most blanks are found, of equals the outermost. */
	const itemIn = (body: unknown, askedId?: string): IDataObject | undefined => {
		const all = objectsIn(body, NOT_THE_ITEM);
		const asked = all.filter((object) => askedId !== undefined && idIn(object, list) === askedId);
		const objects = asked.length > 0 ? asked : all;
		const found = objects.map(blanksIn);
		const most = Math.max(0, ...found);
		if (most > 0) return objects[found.indexOf(most)];
		return objects.find((object) => usualIdIn(object) !== undefined);
	};

	/** An item with an ID that is known otherwise where it is read. */
	const withId = (item: IDataObject, id: string): IDataObject => {
		if (!hasIdBlank) return { id, ...item };
		const own = fillTemplate(example, ({ field }) => (field === 'id' ? id : undefined));
		return merge(item, own as IDataObject);
	};

	return {
		/**
		 * The service item in the answer to a get, create or update.
		 *
		 * @param known its ID, if it was asked for, and what was sent, see `asCreated` and `asUpdated`
		 */
		readAnswer: (answer: Answer, known: Partial<AnsweredItem> = {}): AnsweredItem => {
			const found = itemIn(answer.body, known.id);
			if (found) return { id: known.id ?? idIn(found, list), item: found };
			const guessed = onlyIdIn(answer.body);
			const id = known.id ?? guessed ?? bareIdIn(answer);
			const isGuessed = known.id === undefined && guessed !== undefined;
			const item = known.item ?? (isJsonObject(answer.body) ? answer.body : {});
			return {
				id,
				item: id === undefined ? item : withId(item, id),
				...(isGuessed && { isGuessed }),
			};
		},

		/** True where an ID or amount in an answer may be a service item's. A description may be the reason of a refusal. */
		holdsItem: (body: unknown): boolean => {
			const amounts = slotsFor(slots, 'amount');
			return objectsIn(body, NO_SIGN_WITHIN).some(
				(object) =>
					idIn(object, list) !== undefined ||
					amounts.some(({ path }) => !isBlank(valueAt(wrapped(object, list), path))),
			);
		},
	};
}

/** All objects of an answer from the outside in, but for what stands under some names. */
function objectsIn(body: unknown, skipped: RegExp): IDataObject[] {
	const objects: IDataObject[] = [];
	let level = [body];
	while (level.length > 0) {
		objects.push(...level.filter(isJsonObject));
		level = level.flatMap((value): unknown[] => {
			if (Array.isArray(value)) return value;
			const entries = isJsonObject(value) ? Object.entries(value) : [];
			return entries.filter(([key]) => !skipped.test(key)).map(([, inner]) => inner);
		});
	}
	return objects;
}

/** Of an answer in which nothing fits: its only property that ends in Id. */
function onlyIdIn(body: unknown): string | undefined {
	const ids = objectsIn(body, NOT_THE_ITEM)
		.flatMap((object) => Object.entries(object))
		.filter(([key]) => /(Id|ID|_id)$/.test(key))
		.map(([, value]) => idFrom(value))
		.filter((id) => id !== undefined);
	return ids.length === 1 ? ids[0] : undefined;
}

/** Where there is none: a bare text or number, or the end of the Location. */
function bareIdIn({ status, headers, body }: Answer): string | undefined {
	return bareId(body) ?? idInLocation(status, headers.location);
}

/** `48213`, or `"b3f1-…"`; 1 and 200 say no more than that it is done. */
function bareId(body: unknown): string | undefined {
	const isScalar = typeof body === 'number' || typeof body === 'string';
	const isId = isScalar && /^(?!(?:[01]|20\d)$)[\w-]*\d[\w-]*$/.test(String(body));
	return isId ? String(body) : undefined;
}

/** What was created is named there (RFC 9110, 10.2.2); what was accepted for later (202) may be named by a task's ID. */
function idInLocation(status: number, location: unknown): string | undefined {
	if (typeof location !== 'string' || status === 202) return undefined;
	const end = /([^/?#]+)\/?(?:[?#].*)?$/.exec(location)?.[1];
	try {
		return end && decodeURIComponent(end);
	} catch {
		return end;
	}
}
