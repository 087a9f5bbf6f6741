import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { writeAt } from './dotPath';
import { isJsonObject } from './json';
import type { Key, Template } from './templates/template';
import { isWithin, placesOf } from './templates/template';

/**
 * Where a returned item may show a property that was sent in Custom Fields: at the same path, or beside the fields that
 * stand beside it in Create Body, as a wrapper is often there in one direction only.
 *
 * @param path of the property in the body that was sent
 */
export function shownPlacesOf(path: Key[], { templates }: ApiFormat): Key[][] {
	return [path, ...placesBeside(path, templates.create, templates.item)];
}

/**
 * Custom Fields as they stand in Create Body, for Update Body, which may wrap the same fields in something else: a property
 * goes where the fields are that stand beside it in Create Body.
 */
export function customForUpdate(custom: IDataObject, { templates }: ApiFormat): IDataObject {
	const moved: IDataObject = {};
	for (const [path, value] of leavesOf(custom)) {
		const places = placesBeside(path, templates.create, templates.update);
		const isThere = places.some((place) => place.join('.') === path.join('.'));
		writeAt(moved, isThere ? path : (places.find(isOutsideLists) ?? path), value);
	}
	return moved;
}

/** Custom Fields are merged object by object: into the entries of a list they cannot go. */
function isOutsideLists(path: Key[]): boolean {
	return path.every((key) => typeof key === 'string');
}

/** Where a property of one template belongs in another: beside the fields of the innermost object it stands in. */
function placesBeside(path: Key[], from: Template, to: Template): Key[][] {
	const beside = placesOf(from)
		.filter((place) => isWithin(path, place.path.slice(0, -1)))
		.flatMap((place) =>
			place.blanks.flatMap(({ field }) =>
				placesOf(to, field).map((there) => ({
					depth: place.path.length - 1,
					place: [...there.path.slice(0, -1), ...path.slice(place.path.length - 1)],
				})),
			),
		);
	const deepest = Math.max(...beside.map(({ depth }) => depth));
	return beside.filter(({ depth }) => depth === deepest).map(({ place }) => place);
}

/** Every value that is no object with something in it, and where it stands. */
function leavesOf(custom: IDataObject, path: Key[] = []): Array<[Key[], unknown]> {
	return Object.entries(custom).flatMap(([key, value]): Array<[Key[], unknown]> => {
		const place = [...path, key];
		const isInner = isJsonObject(value) && Object.keys(value).length > 0;
		return isInner ? leavesOf(value, place) : [[place, value]];
	});
}
