import type { IDataObject } from 'n8n-workflow';

import { writePath } from '../../shared/wire/dotPath';
import { isJsonObject } from '../../shared/wire/json';
import { CHARGE_FIELDS } from '../../shared/wire/serviceItem';
import { BLANK_FIELDS } from '../../shared/wire/templates/blank';
import { columnsOf } from './columns';
import type { FoundField, FoundFields } from './recognizeFields';

/** Credential fields to set, by their property names. */
export type Settings = IDataObject;

/** Formats that need no example with blanks, and what the credential's choices call them. */
const AMOUNT_CHOICES: Record<string, string> = {
	number: 'number',
	text: 'string',
	minorUnits: 'minorUnits',
};
const DATE_CHOICES = ['date', 'dateTime'];
/** The format of a blank that names none. */
const DEFAULT_FORMATS: Record<string, string> = { amount: 'number', date: 'date' };
/** What belongs to an amount and is the same for all charges of a service. */
const CONSTANT = /^currency(code)?$/i;

/** The fields of a charge that can be written. */
const WRITTEN = BLANK_FIELDS.filter((field) => field !== 'id');

/**
 * The settings with which the package reads and writes charges as the items of a list show them: names and formats where
 * these say it all, else examples with blanks.
 *
 * @param queryName the query parameter that says which reservation to list
 */
export function settingsFor(
	fields: FoundFields,
	items: IDataObject[],
	queryName: string,
): Settings {
	const constants = constantsIn(items);
	return isSimple(fields, queryName) && Object.keys(constants).length === 0
		? names(fields, queryName)
		: examples(fields, constants, items, queryName);
}

function isSimple(fields: FoundFields, queryName: string): boolean {
	const { reservationId, amount, date } = fields;
	const { description, accountCode, destinationAccount, reference } = fields;
	const isPlain = (field: FoundField | undefined): boolean =>
		field === undefined || field.format === 'text';
	return (
		(amount === undefined || amount.format in AMOUNT_CHOICES) &&
		(date === undefined || DATE_CHOICES.includes(date.format)) &&
		(reservationId === undefined || (isPlain(reservationId) && reservationId.path === queryName)) &&
		[description, accountCode, destinationAccount, reference].every(isPlain)
	);
}

function names(fields: FoundFields, queryName: string): Settings {
	const { amount, date } = fields;
	const settings: Settings = { reservationIdField: queryName };
	for (const name of CHARGE_FIELDS) {
		const path = fields[name]?.path;
		if (path !== undefined) settings[`${name}Field`] = path;
	}
	if (amount) settings.amountFormat = AMOUNT_CHOICES[amount.format];
	if (date) settings.dateFormat = date.format;
	return settings;
}

function examples(
	fields: FoundFields,
	constants: IDataObject,
	items: IDataObject[],
	queryName: string,
): Settings {
	const body: IDataObject = {};
	const item: IDataObject = {};
	for (const name of WRITTEN) {
		const field = fields[name] ?? (name === 'reservationId' ? ownerNamed(queryName) : undefined);
		if (!field) continue;
		writePath(body, field.path, blankOf(name, field));
		if (fields[name]) writePath(item, field.path, blankOf(name, field));
	}
	if (fields.id) writePath(item, fields.id.path, blankOf('id', fields.id));
	for (const [path, value] of Object.entries(constants)) writePath(body, path, value);
	return {
		createBody: text(isJsonApi(items) ? { data: body } : body),
		returnedItem: text(item),
		...(queryName !== (fields.reservationId?.path ?? queryName)
			? { listQuery: text({ [queryName]: '{reservationId}' }) }
			: { reservationIdField: queryName }),
	};
}

function blankOf(name: string, { format }: FoundField): string {
	const isDefault = format === (DEFAULT_FORMATS[name] ?? 'text');
	return isDefault ? `{${name}}` : `{${name} as ${format}}`;
}

/** Where no item shows its reservation, the name the list knows it by is the best there is. */
function ownerNamed(queryName: string): FoundField {
	return { path: queryName, format: 'text', isSure: false, values: [] };
}

/** Currencies, and the type of a JSON:API resource, where all items have the same. */
function constantsIn(items: IDataObject[]): IDataObject {
	const same = columnsOf(items).filter(
		({ values }) => values.length === items.length && new Set(values).size === 1,
	);
	const constants: IDataObject = {};
	for (const { keys, path, values } of same) {
		const isType = path === 'type' && isJsonApi(items);
		if (isType || CONSTANT.test(keys[keys.length - 1] ?? '')) constants[path] = values[0];
	}
	return constants;
}

/** JSON:API: a resource has its type beside its attributes, and is sent under `data`. */
function isJsonApi(items: IDataObject[]): boolean {
	return items.every(
		({ type, attributes }) => typeof type === 'string' && isJsonObject(attributes),
	);
}

function text(example: IDataObject): string {
	return JSON.stringify(example, null, '\t');
}
