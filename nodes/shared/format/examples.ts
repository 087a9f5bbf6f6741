import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { BlankField } from './fields';
import { parseJson } from './json';
import { assertTexts, parseHeaders } from './flatTexts';
import type { ListShape } from './listExample';
import { isOneItem, itemShapeOf, listShapeOf } from './listExample';
import type { ExampleName } from './placeholder';
import { EXAMPLES, settingName } from './placeholder';
import type { Key, Template } from './template';
import { fieldsOf, parseTemplate, templateOf } from './template';

/** What POST /services is sent unless the credential says otherwise (assumption, docs/service-api.md). */
export const DEFAULT_CREATE_BODY = `{
  "reservationId": "{reservationId}",
  "amount": "{amount}",
  "date": "{date}",
  "description": "{description}",
  "accountCode": "{accountCode}",
  "destinationAccount": "{destinationAccount}"
}`;

/** How one deployment of the service spells things. */
export interface ApiFormat {
	createBody: Template;
	updateBody: Template;
	/** An object of texts. */
	listQuery: Template;
	list: ListShape;
	/** Also an object of texts. */
	requestHeaders: Template;
	/** The settings that are filled in; what others would say follows from Create Body. */
	isGiven: (name: 'updateBody' | 'listResponse') => boolean;
}

/** What it takes to write and read: the examples of a credential, and the workflow's time zone. */
export interface Wire {
	format: ApiFormat;
	timeZone: string;
}

/**
 * Reads the five examples of a decrypted credential: the defaults unless Custom API Format is on.
 *
 * @throws UserError naming the setting
 */
export function apiFormatOf(credential: ICredentialDataDecryptedObject): ApiFormat {
	const isCustom = credential.customApiFormat === true;
	const parse = (name: ExampleName): Template | undefined =>
		isCustom ? about(name, () => parseTemplate(credential[name], name)) : undefined;
	const createBody =
		parse('createBody') ?? templateOf(parseJson(DEFAULT_CREATE_BODY), 'createBody');
	about('createBody', () => assertHas(createBody, 'amount'));
	const updateBody = parse('updateBody');
	const listQuery = parse('listQuery') ?? derivedQuery(createBody);
	about('listQuery', () => {
		assertTexts(listQuery);
		assertHas(listQuery, 'reservationId');
	});
	const listResponse = parse('listResponse');
	const list = listResponse
		? about('listResponse', () => listShapeOf(listResponse))
		: derivedShape(createBody);
	about('listResponse', () => assertHas(list.item, 'amount'));
	assertCursor(listQuery, list);
	const headers = isCustom ? credential.requestHeaders : undefined;
	const requestHeaders = about('requestHeaders', () => parseHeaders(headers));
	const given = { updateBody, listResponse };
	return {
		createBody,
		updateBody: updateBody ?? changesIn(createBody),
		listQuery,
		list,
		requestHeaders,
		isGiven: (name) => given[name] !== undefined,
	};
}

function about<Result>(name: ExampleName, action: () => Result): Result {
	return prefixErrors(settingName(name), action);
}

function assertHas(example: Template, field: BlankField): void {
	if (fieldsOf(example).has(field)) return;
	throw userError(
		`has no {${field}}. Put it where the value goes`,
		`An example without it would say nothing about the ${field === 'amount' ? 'charge' : 'reservation'}.`,
	);
}

function assertCursor(listQuery: Template, list: ListShape): void {
	const isAsked = fieldsOf(listQuery).has('cursor');
	const isTold = list.pageSlots.some(({ slot }) =>
		slot.placeholders.some(({ field }) => field === 'cursor'),
	);
	if (isAsked === isTold) return;
	const [lacking, other] = isAsked
		? (['listResponse', 'listQuery'] as const)
		: (['listQuery', 'listResponse'] as const);
	throw userError(
		`${settingName(lacking)} has no {cursor}, and '${EXAMPLES[other]}' has. Put it into both, or take it out`,
		'The cursor of the next page is read from one answer and sent with the next request.',
	);
}

/** The reservation under its name at the root of Create Body. */
function derivedQuery(createBody: Template): Template {
	const entries = createBody.kind === 'branch' && !createBody.isList ? createBody.entries : [];
	const own = entries.filter(([, entry]) => isOf(entry, 'reservationId'));
	if (own.length > 0) return { kind: 'branch', isList: false, entries: own };
	throw userError(
		`${settingName('listQuery')} has to be filled in, as 'Create Body' has no {reservationId} at its root to take the name from`,
		'Enter the query parameters that list the service items of a reservation, such as { "reservation": "{reservationId}" }.',
	);
}

/** True for a text whose blanks are all of one field. */
function isOf(template: Template, field: BlankField): boolean {
	return template.kind === 'slot' && template.placeholders.every((each) => each.field === field);
}

/** Create Body without the reservation, and without whatever at its root has no blank. */
function changesIn(createBody: Template): Template {
	const changes = withoutReservation(createBody);
	if (changes.kind !== 'branch') return changes;
	return { ...changes, entries: changes.entries.filter(([, { kind }]) => kind !== 'constant') };
}

function withoutReservation(template: Template): Template {
	if (template.kind !== 'branch') return template;
	const entries = template.entries
		.map(([key, entry]): [Key, Template] => [key, withoutReservation(entry)])
		.filter(([, entry]) => !isOf(entry, 'reservationId') && hasOthersThan(entry));
	return { ...template, entries };
}

/** False for an object or list that had nothing but the reservation in it: its constants belong to that. */
function hasOthersThan(template: Template): boolean {
	return template.kind !== 'branch' || template.entries.some(([, { kind }]) => kind !== 'constant');
}

/** What is listed looks like Create Body. */
function derivedShape(createBody: Template): ListShape {
	const item = itemLike(createBody);
	if (isOneItem(item)) return itemShapeOf(item);
	throw userError(
		`${settingName('listResponse')} has to be filled in, as 'Create Body' has a list with several entries or single values that have blanks in it. Enter what the service answers to a list there`,
		'A service item is read from an object in which every value has a name, with one entry of every list in it.',
	);
}

/** An item as Create Body shows it; of a list with one charge, that. */
function itemLike(createBody: Template): Template {
	if (createBody.kind !== 'branch' || !createBody.isList) return createBody;
	const filled = createBody.entries.filter(([, { kind }]) => kind !== 'constant');
	return filled.length === 1 && filled[0] ? filled[0][1] : createBody;
}
