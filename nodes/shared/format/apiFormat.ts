import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from './defaults';
import {
	ENTRY,
	exampleOf,
	parseExample,
	placeOf,
	type Example,
	type Place,
} from './example';
import { EXAMPLES, unusable, type ExampleName } from './fields';
import { isJsonObject, type Path } from './json';

export interface ApiFormat extends Record<ExampleName, Example> {
	/** From the answer to one charge; empty: the list is looked for. */
	itemsPath: Path;
	/** Within a charge. */
	itemPlaces: Place[];
	/** Beside the list. */
	pagePlaces: Place[];
	timeZone: string;
}

/** @throws UserError for what is no JSON, or has an unknown placeholder */
export function assertExamples(settings: IDataObject) {
	const examples: { [name in ExampleName]?: Example } = {};
	if (settings.customApiFormat !== true) return examples;
	for (const name of EXAMPLES) {
		examples[name] = parseExample(settings[name], name);
	}
	return examples;
}

/** What has to be there: always, or if another example has it. */
const NEEDED: Array<[ExampleName, field: string, other?: ExampleName]> = [
	['createBody', 'amount'],
	['listQuery', 'reservationId'],
	['listResponse', 'amount'],
	['listResponse', 'reference', 'createBody'],
	['createBody', 'reference', 'listResponse'],
	['listResponse', 'cursor', 'listQuery'],
	['listQuery', 'cursor', 'listResponse'],
];

/** @throws UserError naming the setting that cannot be used */
export function apiFormatOf(
	settings: IDataObject,
	timeZone: string,
): ApiFormat {
	const {
		createBody = derived(JSON.parse(DEFAULT_CREATE_BODY) as object),
		updateBody = derived(rootOf(createBody)),
		listQuery = derived(rootOf(createBody, 'reservationId')),
		listResponse = derived(createBody.json),
		requestHeaders = derived({}),
	} = assertExamples(settings);
	assertSendable('listQuery', listQuery);
	assertSendable('requestHeaders', requestHeaders, HEADER);
	const all = {
		createBody,
		updateBody,
		listQuery,
		listResponse,
		requestHeaders,
	};
	for (const [name, field, other] of NEEDED) {
		if (all[name].has(field) || (other && !all[other].has(field))) continue;
		const advice =
			'Put it where the value goes, in single braces and with the field on Fixed';
		throw unusable(name, `has no {${field}}`, advice);
	}
	return { ...all, ...listOf(listResponse.places), timeZone };
}

function derived(json: object) {
	return exampleOf(json, 'createBody');
}

/** What has a placeholder, or is that of this field. */
function rootOf({ json, places }: Example, field?: string) {
	if (!isJsonObject(json)) return field ? {} : json;
	const root: IDataObject = {};
	for (const { path, field: own } of places) {
		const [name = '', inner] = path;
		const isWanted = own === field && inner === undefined;
		if (!field || isWanted) root[name] = json[name];
	}
	return root;
}

/** A charge is the innermost list entry with {id}, or else with {amount}. */
function listOf(places: Place[]) {
	const key = placeOf(places, 'id') ?? placeOf(places, 'amount');
	const keyPath = key?.path ?? [];
	const depth = keyPath.lastIndexOf(ENTRY) + 1;
	const itemsPath = keyPath.slice(0, depth);
	const itemPlaces: Place[] = [];
	const pagePlaces: Place[] = [];
	for (const place of places) {
		const { field, path } = place;
		const rest = path.slice(depth);
		const isWithin = itemsPath.every((step, n) => path[n] === step);
		const isOfCharge = isWithin && rest.length > 0 && !rest.includes(ENTRY);
		const isBeside = field === 'cursor' && !path.includes(ENTRY);
		if (isBeside || field === 'ignored') pagePlaces.push(place);
		else if (isOfCharge && field !== 'cursor') {
			itemPlaces.push({ ...place, path: rest });
		} else {
			const what = `has {${field}} at '${path.join('.')}', where it cannot stand`;
			const advice = 'Show one charge, with all its placeholders in one entry';
			throw unusable('listResponse', what, advice);
		}
	}
	return { itemsPath, itemPlaces, pagePlaces };
}

/** Authorization is the node's own. */
const HEADER = /^(?!authorization:)[\w!#$%&'*+.^`|~-]+:[\x20-\x7e]*$/i;

/** No error shows a value: that of a header may be a secret. */
function assertSendable(name: ExampleName, { json }: Example, rule = /^/) {
	for (const [key, value] of Object.entries(json)) {
		if (typeof value !== 'object' && rule.test(`${key}:${value}`)) continue;
		const what = `has '${key}', which cannot be sent`;
		const advice =
			'Write names and texts, such as "filter[booking]". Authorization is set by the node';
		throw unusable(name, what, advice);
	}
}
