import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { toldBy, userError } from '../n8n/userError';
import { DEFAULT_CREATE_BODY } from './defaults';
import type { Example, Place } from './example';
import {
	exampleOf,
	fillExample,
	hasField,
	isEntry,
	parseExample,
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

const DEFAULT_BODY = JSON.parse(DEFAULT_CREATE_BODY) as object;

type Settings = ICredentialDataDecryptedObject;

/** Where to find out, as the end of every text about a setting. */
export const CHECK =
	'Check API Format (in the node: Resource → Setup) says what to enter.';

function unusable(name: ExampleName, what: string, advice: string) {
	const told = { what: `${settingName(name)} ${what}`, advice };
	return userError({ ...told, more: CHECK });
}

function parse(settings: Settings, name: ExampleName): Example | undefined {
	if (settings.customApiFormat !== true) return undefined;
	try {
		return parseExample(settings[name], name);
	} catch (error) {
		const { what, advice } = toldBy(error as Error);
		throw unusable(name, what, advice);
	}
}

/** @throws UserError for what is no JSON, or has an unknown placeholder */
export function assertExamples(settings: Settings): void {
	for (const name of Object.keys(EXAMPLES)) {
		parse(settings, name as ExampleName);
	}
}

/** What has to be there: in all formats, or if another example has it. */
const NEEDED: Array<[name: ExampleName, field: string, other?: ExampleName]> = [
	['createBody', 'amount'],
	['listQuery', 'reservationId'],
	['listResponse', 'amount'],
	['listResponse', 'reference', 'createBody'],
	['createBody', 'reference', 'listResponse'],
	['listResponse', 'cursor', 'listQuery'],
	['listQuery', 'cursor', 'listResponse'],
];

/** @throws UserError naming the setting that cannot be used */
export function apiFormatOf(settings: Settings, timeZone: string): ApiFormat {
	const read = (name: ExampleName, derive: () => object): Example =>
		parse(settings, name) ?? exampleOf(derive(), name);
	const createBody = read('createBody', () => DEFAULT_BODY);
	const updateBody = read('updateBody', () => updateFrom(createBody));
	const listQuery = read('listQuery', () => queryFrom(createBody));
	const requestHeaders = read('requestHeaders', () => ({}));
	assertTexts('listQuery', listQuery);
	assertTexts('requestHeaders', requestHeaders);
	const answer = parse(settings, 'listResponse');
	const list = listOf(answer?.places ?? placesLike(createBody));
	const examples = { createBody, updateBody, listQuery, requestHeaders };
	const listResponse = { places: [...list.itemPlaces, ...list.pagePlaces] };
	const all = { ...examples, listResponse };
	for (const [name, field, other] of NEEDED) {
		const isNeeded = !other || hasField(all[other].places, field);
		if (!isNeeded || hasField(all[name].places, field)) continue;
		const advice =
			'Put it where the value goes, in single braces and with the field on Fixed';
		throw unusable(name, `has no {${field}}`, advice);
	}
	const isReferencePlaced = createBody.has('reference');
	return { ...list, ...examples, isReferencePlaced, timeZone };
}

/** Create Body without the reservation, and constants at its root. */
function updateFrom(createBody: Example): object {
	const names = createBody.places.map(({ path }) => path[0]);
	const json = fillExample(createBody, ({ field, text }) => {
		return field === 'reservationId' ? undefined : text;
	});
	if (!isJsonObject(json)) return json;
	const kept = Object.entries(json).filter(([name]) => names.includes(name));
	return Object.fromEntries(kept);
}

/** The reservation under its name at the root of Create Body. */
function queryFrom({ places }: Example): object {
	for (const { field, path, text } of places) {
		const [name = ''] = path;
		const isAtRoot = path.length === 1;
		if (field === 'reservationId' && isAtRoot) return { [name]: text };
	}
	throw unusable(
		'listQuery',
		'has to be filled in, as Create Body has no {reservationId} at its root',
		'Write it such as { "reservation": "{reservationId}" }',
	);
}

/** Of a charge that looks like Create Body, be it the one entry of a list. */
function placesLike({ json, places }: Example): Place[] {
	const start = Array.isArray(json) ? 1 : 0;
	const inside = places.map((place) => {
		return { ...place, path: place.path.slice(start) };
	});
	return inside.filter(({ path }) => !path.some(isEntry));
}

/** A charge is the innermost list entry with {id}, or else with {amount}. */
function listOf(
	places: Place[],
): Pick<ApiFormat, 'itemsPath' | 'itemPlaces' | 'pagePlaces'> {
	const [key] = ['id', 'amount'].flatMap((field) => {
		return places.filter((place) => place.field === field);
	});
	const path = key?.path ?? [];
	const itemsPath = path.slice(0, path.map(isEntry).lastIndexOf(true) + 1);
	const itemPlaces: Place[] = [];
	const pagePlaces: Place[] = [];
	for (const place of places) {
		const { field } = place;
		const isWithin = itemsPath.every((step, n) => place.path[n] === step);
		const rest = place.path.slice(itemsPath.length);
		if (field === 'cursor' || field === 'ignored') pagePlaces.push(place);
		else if (isWithin && rest.length > 0 && !rest.some(isEntry)) {
			itemPlaces.push({ ...place, path: rest });
		} else {
			throw unusable(
				'listResponse',
				`has {${field}} at '${place.path.join('.')}', outside of the charge, or in a list within it`,
				'Show one charge, with all its placeholders under names in one entry of the list',
			);
		}
	}
	return { itemsPath, itemPlaces, pagePlaces };
}

const TEXT = /^[^\r\n]*$/;
/** With a name that the node does not set itself. */
const HEADER =
	/^(?!(authorization|content-length|host):)[\w!#$%&'*+.^`|~-]+:[\x20-\x7e]*$/i;

/** No error shows a value: that of a header may be a secret. */
function assertTexts(name: ExampleName, { json }: Example): void {
	const rule = name === 'requestHeaders' ? HEADER : TEXT;
	const names = new Set<string>();
	for (const [key, value] of Object.entries(json)) {
		const isTwice = names.has(key.toLowerCase());
		const isText = typeof value !== 'object' && rule.test(`${key}:${value}`);
		names.add(key.toLowerCase());
		if (isText && !isTwice) continue;
		throw unusable(
			name,
			`has '${key}', which cannot be sent`,
			'Write names and texts, such as "filter[booking]", each name once in whatever case. Authorization is set by the node',
		);
	}
}
