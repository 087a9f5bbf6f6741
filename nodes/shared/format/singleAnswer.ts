import type { IDataObject } from 'n8n-workflow';

import { isBlank, isJsonObject } from './json';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, unknown>;
	/** The parsed JSON, the bare text if it is none, or undefined if empty. */
	body: unknown;
}

/** What is known of the service item that an answer is about. */
export interface KnownItem {
	id?: string;
	/** What was sent. */
	item?: IDataObject;
}

/** What a single answer says of its service item. */
export interface AnsweredItem {
	/** The ID asked for, or the one that the answer names: told, not shown by a list. */
	id?: string;
	/** `other`: content in which the item was not found, or several that could be it. */
	shows: 'item' | 'nothing' | 'other';
	/** As the service returned it; where it returned nothing what was sent, with the ID; else the answer, with the ID. */
	item: IDataObject;
}

/** Objects that are no service item (assumption). */
export const NOT_THE_ITEM = /error|warning|message|link/i;

/** A value in an answer, and the entry of the innermost list around it. */
interface Place {
	value: unknown;
	list?: unknown[];
	entry?: number;
}

interface PlacedObject extends Place {
	value: IDataObject;
	depth: number;
}

/** The outermost come first. */
export function placedObjectsIn(body: unknown): PlacedObject[] {
	const found: PlacedObject[] = [];
	let level: Place[] = [{ value: body }];
	for (let depth = 0; level.length > 0; depth++) {
		for (const { value, ...place } of level) {
			if (isJsonObject(value)) found.push({ ...place, value, depth });
		}
		level = level.flatMap(placesInside);
	}
	return found;
}

function placesInside({ value, ...place }: Place): Place[] {
	if (Array.isArray(value)) {
		return value.map((inner: unknown, entry) => ({ value: inner, list: value, entry }));
	}
	const properties = Object.entries(isJsonObject(value) ? value : {});
	return properties
		.filter(([key]) => !NOT_THE_ITEM.test(key))
		.map(([, inner]) => ({ ...place, value: inner }));
}

/** The outermost with most; none where another on its level has as many, or another entry of its list has some. */
export function theOneWithMost(
	places: PlacedObject[],
	count: (object: IDataObject) => number,
): IDataObject | undefined {
	const counted = places
		.map((place) => ({ ...place, filled: count(place.value) }))
		.filter(({ filled }) => filled > 0);
	const most = Math.max(...counted.map(({ filled }) => filled));
	const best = counted.find(({ filled }) => filled === most);
	const isAlike = ({ depth, list, entry, filled }: (typeof counted)[number]): boolean =>
		(depth === best?.depth && filled === most) ||
		(list !== undefined && list === best?.list && entry !== best.entry);
	const others = counted.filter((place) => place !== best && isAlike(place));
	return others.length > 0 ? undefined : best?.value;
}

export function hasContent(value: unknown): boolean {
	if (isJsonObject(value)) return Object.values(value).some(hasContent);
	return Array.isArray(value) || !isBlank(value);
}

/** The Location header names what was created (RFC 9110, 10.2.2); of what is accepted for later (202), it may be a task. */
export function idInLocation({ status, headers: { location } }: ServiceAnswer): string | undefined {
	if (typeof location !== 'string' || status === 202) return undefined;
	const end = /([^/?#]+)\/?(?:[?#].*)?$/.exec(location)?.[1];
	try {
		return end && decodeURIComponent(end);
	} catch {
		return end;
	}
}
