import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { PlaceholderField, Value } from './fields';
import type { ListShape } from './listExample';
import { itemShapeOf, listShapeOf } from './listExample';
import type { ExampleName } from './placeholder';
import { EXAMPLES, settingName } from './placeholder';
import type { Branch, PlacedSlot, Template, Write } from './template';
import { branchOf, fieldsOf, fillTemplate, parseTemplate, pruned, slotsOf } from './template';

/** What POST /services is sent unless the credential says otherwise (assumption, docs/service-api.md). */
export const DEFAULT_CREATE_BODY = `{
  "reservationId": "{reservationId}",
  "amount": "{amount}",
  "date": "{date}",
  "description": "{description}",
  "accountCode": "{accountCode}",
  "destinationAccount": "{destinationAccount}"
}`;

export type ApiFormat = ReturnType<typeof apiFormatOf>;

/** @throws UserError naming the setting that cannot be used */
export function apiFormatOf(credential: ICredentialDataDecryptedObject) {
	const given = credential.customApiFormat === true ? credential : {};
	const parse = (name: ExampleName): Branch | undefined =>
		about(name, () => parseTemplate(given[name], name));
	const createBody =
		parse('createBody') ?? branchOf(JSON.parse(DEFAULT_CREATE_BODY) as object, 'createBody');
	assertHas('createBody', slotsOf(createBody), 'amount');
	const updateBody = parse('updateBody');
	const listQuery = parse('listQuery') ?? derivedQuery(createBody);
	about('listQuery', () => assertTexts(listQuery));
	assertHas('listQuery', slotsOf(listQuery), 'reservationId');
	const listResponse = parse('listResponse');
	const list = listResponse
		? about('listResponse', () => listShapeOf(listResponse))
		: derivedShape(createBody);
	assertHas('listResponse', list.itemSlots, 'amount');
	assertCursor(slotsOf(listQuery), list.pageSlots);
	return {
		createBody,
		updateBody: updateBody ?? changesIn(createBody),
		/** Where it comes from. */
		updateSetting: settingName(updateBody ? 'updateBody' : 'createBody'),
		listQuery,
		list,
		/** Where it comes from. */
		listSetting: settingName(listResponse ? 'listResponse' : 'createBody'),
		requestHeaders: about('requestHeaders', () => parseHeaders(given.requestHeaders)),
		/** False where a reference is kept at the end of the description. */
		isReferencePlaced: [slotsOf(createBody), list.itemSlots].every((slots) =>
			fieldsOf(slots).has('reference'),
		),
	};
}

function about<Result>(name: ExampleName, action: () => Result): Result {
	return prefixErrors(settingName(name), action);
}

function assertHas(name: ExampleName, slots: PlacedSlot[], field: PlaceholderField): void {
	if (fieldsOf(slots).has(field)) return;
	throw userError({
		what: `${settingName(name)} has no {${field}}`,
		advice: 'Put it where the value goes, in single braces and with the field on Fixed',
		more: `An example without it would say nothing about the ${field === 'amount' ? 'charge' : 'reservation'}.`,
	});
}

function assertCursor(querySlots: PlacedSlot[], pageSlots: PlacedSlot[]): void {
	const isAsked = fieldsOf(querySlots).has('cursor');
	if (isAsked === fieldsOf(pageSlots).has('cursor')) return;
	const [lacking, other] = isAsked
		? (['listResponse', 'listQuery'] as const)
		: (['listQuery', 'listResponse'] as const);
	throw userError({
		what: `${settingName(lacking)} has no {cursor}, and '${EXAMPLES[other]}' has`,
		advice: 'Put it into both, or take it out',
		more: 'The cursor of the next page is read from one answer and sent with the next request.',
	});
}

function derivedQuery(createBody: Branch): Branch {
	const entries = createBody.entries.filter(({ template }) => isReservation(template));
	if (!createBody.isList && entries.length > 0) return { ...createBody, entries };
	throw userError({
		what: `${settingName('listQuery')} has to be filled in, as 'Create Body' has no {reservationId} at its root to take the name from`,
		more: 'Enter the query parameters that list the service items of a reservation, such as { "reservation": "{reservationId}" }.',
	});
}

function isReservation(template: Template): boolean {
	if (template.kind !== 'slot') return false;
	return template.placeholders.every(({ field }) => field === 'reservationId');
}

/** Create Body without the reservation, and without whatever at its root has no placeholder. */
function changesIn(createBody: Branch): Branch {
	const changes = pruned(createBody, (entry) => !isReservation(entry));
	return {
		...changes,
		entries: changes.entries.filter(({ template }) => template.kind !== 'constant'),
	};
}

/** An item looks like Create Body or, where that is a list with one charge, like its entry. */
function derivedShape(createBody: Branch): ListShape {
	const [first, ...others] = createBody.entries.filter(
		({ template }) => template.kind !== 'constant',
	);
	const isOneEntry = createBody.isList && first && others.length === 0;
	const shape = itemShapeOf(isOneEntry ? first.template : createBody);
	if (shape) return shape;
	throw userError({
		what: `${settingName('listResponse')} has to be filled in, as 'Create Body' has a list with several entries or single values that have placeholders in it`,
		advice: 'Enter what the service answers to a list there',
		more: 'A service item is read from an object in which every value has a name, with one entry of every list in it.',
	});
}

function assertTexts({ isList, entries }: Branch): void {
	const kinds = entries.map(({ template }) =>
		template.kind === 'constant' ? typeof template.value : template.kind,
	);
	if (!isList && kinds.every((kind) => /^(slot|string|number|boolean)$/.test(kind))) return;
	throw userError({
		what: 'is not a JSON object of names and texts',
		more: 'Write names and values in braces, such as { "name": "value" }; a value is a text, a number, true or false. A nested parameter is one name, such as "filter[booking]".',
	});
}

export type Texts = Record<string, string>;

export function filledTexts(example: Branch, write: Write): Texts {
	const filled = fillTemplate(example, write) as { [name: string]: Value | boolean };
	return Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, String(value)]));
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What a header can carry (RFC 9110). For anything else axios fails as for a broken connection, or sends less. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A value may be the key of a gateway, so messages show names only. */
function parseHeaders(given: unknown): Branch {
	const headers = parseSilently(given);
	assertTexts(headers);
	const known = new Set<string>();
	for (const [name, text] of Object.entries(filledTexts(headers, () => ''))) {
		const lowerCase = name.toLowerCase();
		if (!HEADER_NAME.test(name)) {
			throw userError({
				what: `has '${name}', which cannot be the name of a header`,
				more: 'The name of a header has letters, digits and hyphens, and no spaces.',
			});
		}
		if (lowerCase === 'authorization') {
			throw userError({
				what: `has 'Authorization', which carries the access token`,
				advice: 'Take it out',
				more: `The token is fetched with 'Account ID' and 'API Key' and added to every request.`,
			});
		}
		if (known.has(lowerCase)) {
			throw userError({
				what: `has '${name}' twice`,
				advice: 'Leave one of them',
				more: 'Upper and lower case make no difference in the name of a header.',
			});
		}
		if (!HEADER_VALUE.test(text)) {
			throw userError({
				what: `has a value for '${name}' that a header cannot carry`,
				more: 'Use letters, digits and punctuation on one line.',
			});
		}
		known.add(lowerCase);
	}
	return headers;
}

function parseSilently(given: unknown): Branch {
	try {
		return parseTemplate(given, 'requestHeaders') ?? { kind: 'branch', isList: false, entries: [] };
	} catch {
		throw userError({
			what: 'is not a JSON object of names and texts with {idempotencyKey} as the only placeholder',
			advice: 'Check quotes, commas and braces',
			more: 'Braces in a text always stand around that placeholder.',
		});
	}
}
