import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from '../../shared/format/examples';
import type { FieldName } from '../../shared/format/fields';
import { CHARGE_FIELDS, FIELD_LABELS } from '../../shared/format/fields';
import { canonicalJson } from '../../shared/format/json';
import type { ExampleName } from '../../shared/format/placeholder';
import { EXAMPLES } from '../../shared/format/placeholder';
import type { FoundList } from './findList';
import type { Path, Place } from './leaves';
import { jsonOf, leavesOf, pathText, placesIn, put } from './leaves';
import type { FoundField, FoundFields, RecognizedField } from './recognize';

/** The examples of a credential as JSON; a default is left out. */
export type Examples = { [Name in ExampleName]?: unknown };

const NAMES = Object.keys(EXAMPLES) as ExampleName[];
/** Blanks about pages in List Query and List Response. */
const PAGE_FIELDS = ['page', 'offset', 'cursor', 'lastId', 'nextPage', 'hasMore', 'total'];

export function isAboutPages({ fields }: Place): boolean {
	return fields.some((field) => PAGE_FIELDS.includes(field));
}

/** The examples that are entered in a credential; none while the switch is off. */
export function enteredExamples(settings: IDataObject): Examples {
	if (settings.customApiFormat !== true) return {};
	const isEntered = (name: ExampleName): boolean =>
		![{}, ...(name === 'createBody' ? [jsonOf(DEFAULT_CREATE_BODY)] : [])].some((usual) =>
			isSame(usual, jsonOf(settings[name])),
		);
	return Object.fromEntries(NAMES.filter(isEntered).map((name) => [name, jsonOf(settings[name])]));
}

/** List Query as it is entered, or the reservation under its name at the root of Create Body. */
export function listQueryOf({ listQuery, createBody }: Examples): IDataObject {
	if (listQuery !== undefined) return listQuery as IDataObject;
	const root = placesIn(createBody ?? DEFAULT_CREATE_BODY).filter(({ path }) => path.length === 1);
	const owners = root.filter(({ fields }) => fields.includes('reservationId'));
	return Object.fromEntries(owners.map(({ path, text }) => [String(path[0]), text]));
}

export function withoutPages(listQuery: IDataObject): IDataObject {
	const entries = Object.entries(listQuery);
	return Object.fromEntries(entries.filter(([, text]) => !placesIn({ text }).some(isAboutPages)));
}

/** The credential fields to set. What stands there while the switch is off must not come into force unseen. */
export function credentialFor(advised: Examples, settings: IDataObject): IDataObject {
	const entered = enteredExamples(settings);
	const derived = { ...advised, listQuery: entered.listQuery };
	const changed = NAMES.filter((name) =>
		name === 'listQuery' && advised.listQuery !== undefined
			? !isSame(advised.listQuery, listQueryOf(derived))
			: !isSame(advised[name], entered[name]),
	);
	if (changed.length === 0) return {};
	const hidden = enteredExamples({ ...settings, customApiFormat: true });
	const unseen = NAMES.filter((name) => hidden[name] !== undefined && entered[name] === undefined);
	const credential: IDataObject = { customApiFormat: true };
	for (const name of unseen) credential[name] = name === 'createBody' ? DEFAULT_CREATE_BODY : '{}';
	for (const name of changed) credential[name] = JSON.stringify(advised[name], null, 2);
	return credential;
}

function isSame(a: unknown, b: unknown): boolean {
	return canonicalJson(a ?? {}) === canonicalJson(b ?? {});
}

const LABELS = { id: 'ID', ...FIELD_LABELS };
/** What a service item shows, and what people call it. */
export const SHOWN_FIELDS = Object.entries(LABELS) as Array<[RecognizedField, string]>;

/**
 * List Response as the items show it, and with what only the user's own says; undefined where no amount was found.
 *
 * @param entered with the Create Body to come: a reference that is read but not written could not be used
 */
export function listResponseFrom(
	{ path }: FoundList,
	found: FoundFields,
	{ createBody, listResponse }: Examples,
): unknown {
	if (!found.amount) return undefined;
	const isWritten = placesIn(createBody).some(({ fields }) => fields.includes('reference'));
	const shown = SHOWN_FIELDS.filter(([field]) => field !== 'reference' || isWritten).flatMap(
		([field]) => found[field] ?? [],
	);
	const isInList = (place: Place): boolean => pathText(place.path).startsWith(pathText(path));
	const isUnseen = ({ fields }: Place): boolean => fields.every((field) => !(field in found));
	const kept = placesIn(listResponse).filter(
		(place) => isAboutPages(place) || (isInList(place) && isUnseen(place)),
	);
	return placed([
		...shown.map((place) => ({ path: [...path, ...place.path], text: place.text })),
		...kept,
	]);
}

/** JSON with texts at places. */
export function placed(places: Array<{ path: Path; text: unknown }>, into?: unknown): unknown {
	return places.reduce((example, { path, text }) => put(example, path, text), into);
}

/** What belongs to an amount and is the same for all charges of a service. */
const CURRENCY = /^currency(code)?$/i;

/** A body like the items, for a service that writes charges as it shows them; undefined where that is the default. */
export function createBodyFrom(
	items: IDataObject[],
	found: FoundFields,
	listQuery: IDataObject,
): unknown {
	const [queryName = 'reservationId'] = Object.keys(listQuery).filter(
		(name) => listQuery[name] === '{reservationId}',
	);
	const owner = found.reservationId ?? { path: [queryName], text: '{reservationId}' };
	const isAt = (field: string, { path, text }: Pick<FoundField, 'path' | 'text'>): boolean =>
		pathText(path) === field && text === `{${field}}`;
	const isUsual = (field: FieldName): boolean => !found[field] || isAt(field, found[field]);
	const isOwnerUsual = owner.path.length > 1 || isAt('reservationId', owner);
	if (!found.amount || (isOwnerUsual && CHARGE_FIELDS.every(isUsual))) return undefined;
	const currencies = leavesOf(items[0]).filter(({ path, value }) => {
		const isSame = (item: IDataObject): boolean =>
			leavesOf(item).some((leaf) => pathText(leaf.path) === pathText(path) && leaf.value === value);
		return CURRENCY.test(String(path.at(-1))) && items.every(isSame);
	});
	return placed([
		owner,
		...[...CHARGE_FIELDS, 'reference' as const].flatMap((field) => found[field] ?? []),
		...currencies.map(({ path, value }) => ({ path, text: value })),
	]);
}
