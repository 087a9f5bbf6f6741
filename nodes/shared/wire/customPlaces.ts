import type { ApiFormat } from './apiFormat';
import type { Key } from './templates/template';
import { isWithin, placesOf } from './templates/template';

/**
 * Where a returned item may show a property that was sent in Custom Fields: at the same path, or beside the fields that
 * stand beside it in Create Body, as a wrapper is often there in one direction only.
 *
 * @param path of the property in the body that was sent
 */
export function shownPlacesOf(path: Key[], { templates }: ApiFormat): Key[][] {
	const beside = placesOf(templates.create)
		.filter((place) => isWithin(path, place.path.slice(0, -1)))
		.flatMap((place) =>
			place.blanks.flatMap(({ field }) =>
				placesOf(templates.item, field).map((shown) => ({
					depth: place.path.length - 1,
					shown: [...shown.path.slice(0, -1), ...path.slice(place.path.length - 1)],
				})),
			),
		);
	const deepest = Math.max(...beside.map(({ depth }) => depth));
	return [path, ...beside.filter(({ depth }) => depth === deepest).map(({ shown }) => shown)];
}
