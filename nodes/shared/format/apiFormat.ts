import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import { DEFAULT_CREATE_BODY } from './defaults';
import type { Example, Place } from './example';
import {
	exampleOf,
	fillExample,
	isEntry,
	parseExample,
	withoutConstants,
} from './example';
import type { ExampleName } from './fields';
import { EXAMPLES, settingName } from './fields';
import type { Path } from './json';
import { isJsonObject } from './json';

/** How a service writes charges, lists and headers. */
export interface ApiFormat {
	createBody: Example;
	updateBody: Example;
	listQuery: Example;
	requestHeaders: Example;
	/** From the answer to one charge; empty: the list is looked for. */
	itemsPath: Path;
	/** Within a charge. */
	itemPlaces: Place[];
	/** Beside the list. */
	pagePlaces: Place[];
	/** False where a reference is kept at the end of the description. */
	isReferencePlaced: boolean;
	timeZone: string;
}

type Settings = ICredentialDataDecryptedObject;

/** Where to find out, as the end of every text about a setting. */
export const CHECK =
	'Check API Format (in the node: Resource → Setup) says what to enter.';

function parse(settings: Settings, name: ExampleName): Example | undefined {
	if (settings.customApiFormat !== true) return undefined;
	return prefixErrors(settingName(name), () =>
		parseExample(settings[name], name),
	);
}

/** @throws UserError for what is no JSON, or has an unknown placeholder */
export function assertExamples(settings: Settings): void {
	for (const name of Object.keys(EXAMPLES)) {
		parse(settings, name as ExampleName);
	}
}

/** @throws UserError naming the setting that cannot be used */
export function apiFormatOf(settings: Settings, timeZone: string): ApiFormat {
	const createBody = parse(settings, 'createBody') ?? defaultCreateBody();
	assertHas('createBody', createBody, 'amount');
	const updateBody = parse(settings, 'updateBody') ?? updateFrom(createBody);
	const listQuery = parse(settings, 'listQuery') ?? queryFrom(createBody);
	assertHas('listQuery', listQuery, 'reservationId');
	assertTexts('listQuery', listQuery);
	const requestHeaders =
		parse(settings, 'requestHeaders') ?? exampleOf({}, 'requestHeaders');
	assertTexts('requestHeaders', requestHeaders);
	assertHeaders(requestHeaders);
	const answer = parse(settings, 'listResponse');
	const list = answer ? listOf(answer) : listLike(createBody);
	const has = (field: string): boolean =>
		list.itemPlaces.some((place) => place.field === field);
	if (!has('amount')) throw lacking('listResponse', 'amount');
	const isReferencePlaced = createBody.has('reference');
	if (isReferencePlaced !== has('reference')) {
		const setting = isReferencePlaced ? 'listResponse' : 'createBody';
		throw lacking(setting, 'reference');
	}
	const isPaged = list.pagePlaces.some((place) => place.field === 'cursor');
	if (isPaged !== listQuery.has('cursor')) {
		throw lacking(isPaged ? 'listQuery' : 'listResponse', 'cursor');
	}
	return {
		...list,
		createBody,
		updateBody,
		listQuery,
		requestHeaders,
		isReferencePlaced,
		timeZone,
	};
}

function defaultCreateBody(): Example {
	return exampleOf(JSON.parse(DEFAULT_CREATE_BODY) as object, 'createBody');
}

/** Create Body without the reservation. */
function updateFrom(createBody: Example): Example {
	const own = { ...createBody, json: withoutConstants(createBody) };
	const json = fillExample(own, ({ field, path }) => {
		return field === 'reservationId' ? undefined : textIn(own.json, path);
	});
	return exampleOf(json, 'updateBody');
}

/** The text of an example with a placeholder. */
function textIn(json: object, path: Path): string {
	let value: unknown = json;
	for (const step of path) {
		const name = isEntry(step) ? step.slice(1, -1) : step;
		value = (value as Record<string, unknown>)[name];
	}
	// Its surroundings are added again.
	return /\{.*\}/.exec(value as string)?.[0] ?? '';
}

type ListPlaces = Pick<ApiFormat, 'itemsPath' | 'itemPlaces' | 'pagePlaces'>;

/** A charge is the innermost list entry with {id}, or else with {amount}. */
function listOf({ places }: Example): ListPlaces {
	const key =
		places.find((place) => place.field === 'id') ??
		places.find((place) => place.field === 'amount');
	const path = key?.path ?? [];
	const itemsPath = path.slice(0, path.findLastIndex(isEntry) + 1);
	const itemPlaces: Place[] = [];
	const pagePlaces: Place[] = [];
	for (const place of places) {
		const isOfPage = place.field === 'cursor' || place.field === 'ignored';
		const isWithin = itemsPath.every((step, n) => place.path[n] === step);
		const rest = place.path.slice(itemsPath.length);
		if (isOfPage) pagePlaces.push(place);
		else if (isWithin && !rest.some(isEntry) && rest.length > 0) {
			itemPlaces.push({ ...place, path: rest });
		} else throw astray(place);
	}
	return { itemsPath, itemPlaces, pagePlaces };
}

function astray({ path, field }: Place) {
	return userError({
		what: `${settingName('listResponse')} has {${field}} at '${path.join('.')}', outside of the charge, or in a list within it`,
		advice:
			'Show one charge, with all its placeholders under names in one entry of the list',
		more: CHECK,
	});
}

/** A charge that looks like Create Body, be it the one entry of a list. */
function listLike({ places }: Example): ListPlaces {
	const itemPlaces: Place[] = [];
	for (const place of places) {
		const isInList = isEntry(place.path[0] ?? '');
		const path = isInList ? place.path.slice(1) : place.path;
		if (!path.some(isEntry)) itemPlaces.push({ ...place, path });
	}
	return { itemsPath: [], itemPlaces, pagePlaces: [] };
}

/** The reservation under its name at the root of Create Body. */
function queryFrom({ json, places }: Example): Example {
	const place = places.find(
		({ field, path }) => field === 'reservationId' && path.length === 1,
	);
	const name = place?.path[0];
	if (name !== undefined && isJsonObject(json)) {
		return exampleOf({ [name]: json[name] }, 'listQuery');
	}
	throw userError({
		what: `${settingName('listQuery')} has to be filled in, as 'Create Body' has no {reservationId} at its root to take the name from`,
		advice: 'Write it such as { "reservation": "{reservationId}" }',
		more: CHECK,
	});
}

function assertHas(name: ExampleName, example: Example, field: string): void {
	if (!example.has(field)) throw lacking(name, field);
}

function lacking(name: ExampleName, field: string) {
	return userError({
		what: `${settingName(name)} has no {${field}}`,
		advice:
			'Put it where the value goes, in single braces and with the field on Fixed',
		more: CHECK,
	});
}

function assertTexts(name: ExampleName, { json }: Example): void {
	const isFlat =
		isJsonObject(json) &&
		Object.values(json).every((value) => typeof value !== 'object');
	if (isFlat) return;
	throw userError({
		what: `${settingName(name)} is not a JSON object of names and texts`,
		advice: 'Write a nested parameter as one name, such as "filter[booking]"',
		more: CHECK,
	});
}

function assertHeaders({ json }: Example): void {
	for (const [name, value] of Object.entries(json)) {
		const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(name);
		const isValue = /^[\x20-\x7e]*$/.test(`${value as string}`);
		const isOurs = /^(authorization|content-(type|length)|host)$/i.test(name);
		if (isName && isValue && !isOurs) continue;
		throw userError({
			what: `${settingName('requestHeaders')} has '${name}', which ${isOurs ? 'the node sets by itself' : 'cannot be sent as a header'}`,
			advice: isOurs ? 'Take it out' : 'Correct its name or value',
		});
	}
}
