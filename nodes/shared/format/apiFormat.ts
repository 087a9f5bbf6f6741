import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from './defaults';
import type { Example, Place } from './example';
import {
	exampleOf,
	fillExample,
	isEntry,
	isPlaced,
	parseExample,
} from './example';
import type { ExampleName } from './fields';
import { EXAMPLES, unusable } from './fields';
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

function parse(settings: Settings, name: ExampleName): Example | undefined {
	const isCustom = settings.customApiFormat === true;
	return isCustom ? parseExample(settings[name], name) : undefined;
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
	const listResponse = parse(settings, 'listResponse') ?? createBody;
	const examples = { createBody, updateBody, listQuery, requestHeaders };
	const all = { ...examples, listResponse };
	assertSendable('listQuery', listQuery);
	assertSendable('requestHeaders', requestHeaders);
	for (const [name, field, other] of NEEDED) {
		if (all[name].has(field) || (other && !all[other].has(field))) continue;
		const advice =
			'Put it where the value goes, in single braces and with the field on Fixed';
		throw unusable(name, `has no {${field}}`, advice);
	}
	const isReferencePlaced = createBody.has('reference');
	const list = listOf(listResponse.places);
	return { ...list, ...examples, isReferencePlaced, timeZone };
}

/** Create Body without the reservation, and constants at its root. */
function updateFrom(createBody: Example): object {
	const json = fillExample(createBody, ({ field, text }) => {
		return field === 'reservationId' ? undefined : text;
	});
	if (!isJsonObject(json)) return json;
	const entries = Object.entries(json);
	return Object.fromEntries(entries.filter(([, part]) => isPlaced(part)));
}

/** The reservation under its name at the root of Create Body. */
function queryFrom({ json }: Example): object {
	const entries = Object.entries(json);
	return Object.fromEntries(
		entries.filter(([, part]) => /\{\s*reservationId/.test(`${part}`)),
	);
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
		const isWithin = itemsPath.every((step, n) => place.path[n] === step);
		const rest = place.path.slice(itemsPath.length);
		if (/cursor|ignored/.test(place.field)) pagePlaces.push(place);
		else if (isWithin && rest.length > 0 && !rest.some(isEntry)) {
			itemPlaces.push({ ...place, path: rest });
		} else {
			throw unusable(
				'listResponse',
				`has {${place.field}} at '${place.path.join('.')}', outside of the charge, or in a list within it`,
				'Show one charge, with all its placeholders under names in one entry of the list',
			);
		}
	}
	return { itemsPath, itemPlaces, pagePlaces };
}

/** With a name that the node does not set itself. */
const HEADER =
	/^(?!(authorization|content-length|host):)[\w!#$%&'*+.^`|~-]+:[\x20-\x7e]*$/i;

/** No error shows a value: that of a header may be a secret. */
function assertSendable(name: ExampleName, { json }: Example): void {
	const rule = name === 'requestHeaders' ? HEADER : /^/;
	const unsent = Object.entries(json).find(([key, value]) => {
		return typeof value === 'object' || !rule.test(`${key}:${value}`);
	});
	if (!unsent) return;
	throw unusable(
		name,
		`has '${unsent[0]}', which cannot be sent`,
		'Write names and texts, such as "filter[booking]". Authorization is set by the node',
	);
}
