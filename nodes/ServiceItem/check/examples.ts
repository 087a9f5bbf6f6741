import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from '../../shared/format/examples';
import { FIELD_LABELS } from '../../shared/format/fields';
import { canonicalJson } from '../../shared/format/json';
import type { ExampleName } from '../../shared/format/placeholder';
import { EXAMPLES } from '../../shared/format/placeholder';
import { pathText } from '../../shared/format/template';
import type { ItemList } from './columns';
import { jsonOf, placed, placesIn } from './columns';
import type { FoundFields, RecognizedField } from './recognize';

/** The examples of a credential as JSON; a default is left out. */
export type Examples = { [Name in ExampleName]?: unknown };

const NAMES = Object.keys(EXAMPLES) as ExampleName[];

/** The examples that are entered in a credential; none while the switch is off. */
export function enteredExamples(settings: IDataObject): Examples {
	if (settings.customApiFormat !== true) return {};
	const entries = NAMES.map((name) => [name, jsonOf(settings[name])] as const);
	const isUsual = ([name, json]: readonly [ExampleName, unknown]): boolean =>
		isSame(json, {}) || (name === 'createBody' && isSame(json, jsonOf(DEFAULT_CREATE_BODY)));
	return Object.fromEntries(entries.filter((entry) => !isUsual(entry)));
}

/** List Query as it is entered, or the reservation under its name at the root of Create Body. */
export function listQueryOf({ listQuery, createBody }: Examples): IDataObject {
	if (listQuery !== undefined) return listQuery as IDataObject;
	const owners = placesIn(createBody ?? DEFAULT_CREATE_BODY).filter(
		({ path, fields }) => path.length === 1 && fields.includes('reservationId'),
	);
	return Object.fromEntries(owners.map(({ path, text }) => [String(path[0]), text]));
}

/** The credential fields to set. What stands there while the switch is off must not come into force unseen. */
export function credentialFor(advised: Examples, settings: IDataObject): IDataObject {
	const entered = enteredExamples(settings);
	const derived = listQueryOf({ ...advised, listQuery: entered.listQuery });
	const changed = NAMES.filter((name) => {
		const isDerived = name === 'listQuery' && advised.listQuery !== undefined;
		return !isSame(advised[name] ?? {}, (isDerived ? derived : entered[name]) ?? {});
	});
	if (changed.length === 0) return {};
	const hidden = enteredExamples({ ...settings, customApiFormat: true });
	const unseen = NAMES.filter((name) => hidden[name] !== undefined && entered[name] === undefined);
	const credential: IDataObject = { customApiFormat: true };
	for (const name of unseen) credential[name] = name === 'createBody' ? DEFAULT_CREATE_BODY : '{}';
	for (const name of changed) credential[name] = JSON.stringify(advised[name], null, 2);
	return credential;
}

function isSame(a: unknown, b: unknown): boolean {
	return canonicalJson(a) === canonicalJson(b);
}

const LABELS = { id: 'ID', ...FIELD_LABELS };
/** What a service item shows, and what people call it. */
export const SHOWN_FIELDS = Object.entries(LABELS) as Array<[RecognizedField, string]>;

/** List Response as the items show it, and with what only the user's own says; undefined where no amount was found. */
export function listResponseFrom(
	{ path, found }: ItemList & { found: FoundFields },
	listResponse: unknown,
): unknown {
	if (!found.amount) return undefined;
	const shown = SHOWN_FIELDS.flatMap(([field]) => found[field] ?? []);
	const kept = placesIn(listResponse).filter(({ path: place, fields }) => {
		const isInItem = pathText(place).startsWith(pathText(path));
		return fields.every(
			(field) => !found[field as RecognizedField] && (isInItem || !(field in LABELS)),
		);
	});
	return placed([
		...shown.map((place) => ({ path: [...path, ...place.path], value: place.text })),
		...kept.map((place) => ({ path: place.path, value: place.text })),
	]);
}

/** A body like the items, for a service that writes charges as it shows them; undefined where that is the default. */
export function createBodyFrom(found: FoundFields, listQuery: IDataObject): unknown {
	if (!found.amount) return undefined;
	const asked = Object.keys(listQuery).find((name) => listQuery[name] === '{reservationId}');
	const owner = { path: [asked ?? 'reservationId'], text: '{reservationId}' };
	const leaves = Object.entries({ reservationId: owner, ...found })
		.filter(([name]) => name !== 'id')
		.map(([name, { path, text }]) => ({ name, path, value: text }));
	const isUsual = leaves.every(({ name, path, value }) => {
		const isElsewhere = name === 'reservationId' && path.length > 1;
		const isDefault = pathText(path) === name && value === `{${name}}`;
		return isDefault || isElsewhere || name === 'reference';
	});
	if (isUsual) return undefined;
	// What stands around everything, as in edges[].node, belongs to the list.
	const [around] = found.amount.path;
	const isWrapped = Object.values(found).every(({ path }) => path.length > 1 && path[0] === around);
	return placed(leaves.map((leaf) => (isWrapped ? { ...leaf, path: leaf.path.slice(1) } : leaf)));
}
