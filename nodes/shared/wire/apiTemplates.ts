import { userError } from '../n8n/userError';
import type { ApiSettings } from './apiSettings';
import { looseAmountForm, amountForm } from './templates/amountForms';
import type { Blank, BlankField } from './templates/blank';
import { about } from './templates/complaint';
import { dayForm, looseDayForm } from './templates/dayForms';
import { parseTemplate } from './templates/parseTemplate';
import type { Template } from './templates/template';
import { fieldsOf, templateOf } from './templates/template';
import { anyScalar, text } from './templates/textForms';
import type { ValueForm } from './templates/valueForm';

/** How service items are written, read and listed, whether the credential says it by examples or by field names. */
export interface ApiTemplates {
	/** Body of POST /services. */
	create: Template;
	/** Body of PATCH /services/{serviceId}, of which only what changes is sent. */
	update: Template;
	/** One service item as the service returns it. */
	item: Template;
	/** Query of GET /services. */
	list: Template;
}

/** The examples with blanks of a credential, as they were entered. */
export const EXAMPLES = {
	createBody: 'Create Body',
	updateBody: 'Update Body',
	returnedItem: 'Returned Service Item',
	listQuery: 'List Query',
} as const;
export type Examples = { [Name in keyof typeof EXAMPLES]?: unknown };

/**
 * Names of the credential's fields that hold a name each, in the order in which bodies have them. Where a reference has none,
 * it is part of the description.
 */
const NAMED_FIELDS = [
	'reservationId',
	'amount',
	'date',
	'description',
	'reference',
	'accountCode',
	'destinationAccount',
] as const;

/**
 * Compiles the field names and examples of a credential; an example stands in for the field names of its direction.
 *
 * @throws UserError naming the setting when an example is none, has a blank too many, or lacks one
 */
export function apiTemplatesOf(settings: ApiSettings, examples: Examples): ApiTemplates {
	const parsed = (name: keyof Examples): Template | undefined =>
		about(`'${EXAMPLES[name]}' in the Reservation Service credential`, () => {
			const template = parseTemplate(examples[name], settings.currencyDecimals);
			if (template) assertBlanks(name, template);
			return template;
		});
	const create = parsed('createBody') ?? namedTemplate(settings, formToWrite);
	return {
		create,
		update: parsed('updateBody') ?? changesIn(create),
		item: parsed('returnedItem') ?? namedTemplate(settings, formToRead),
		list: parsed('listQuery') ?? [
			{
				kind: 'blank',
				path: [settings.reservationIdField],
				blanks: [blank('reservationId', text)],
			},
		],
	};
}

/** A create body serves for updates without the reservation, and without the constants at its root. */
function changesIn(create: Template): Template {
	return create.filter((place) =>
		place.kind === 'constant'
			? place.within.length > 0
			: place.blanks.some(({ field }) => field !== 'reservationId'),
	);
}

function assertBlanks(name: keyof Examples, template: Template): void {
	const fields = fieldsOf(template);
	const needed: { [Name in keyof Examples]?: BlankField } = {
		createBody: 'amount',
		listQuery: 'reservationId',
	};
	const missing = needed[name];
	if (missing && !fields.has(missing)) {
		throw userError(
			`has no {${missing}}. Put it where the value goes`,
			`An example without it would say nothing about the ${missing === 'amount' ? 'charge' : 'reservation'}.`,
		);
	}
	if (fields.size === 0) {
		throw userError(
			'has no blanks. Put blanks such as {amount} where the values stand',
			'Leave the setting blank if the field names above it are right.',
		);
	}
	const stray = [...fields.keys()].find((field) => !mayHave(name, field));
	if (stray === undefined) return;
	const remedy =
		stray === 'id'
			? `only '${EXAMPLES.returnedItem}' can have. Take it out: the ID is part of the path`
			: 'a list does not depend on. Take it out';
	throw userError(
		`has {${stray}}, which ${remedy}`,
		`'${EXAMPLES.listQuery}' has {reservationId} as its one blank; '${EXAMPLES.createBody}' and '${EXAMPLES.updateBody}' have any but {id}.`,
	);
}

function mayHave(name: keyof Examples, field: BlankField): boolean {
	if (name === 'listQuery') return field === 'reservationId';
	return name === 'returnedItem' || field !== 'id';
}

/** What the field names say, as an example would. */
function namedTemplate(
	settings: ApiSettings,
	formOf: (field: BlankField, settings: ApiSettings) => ValueForm,
): Template {
	const named = NAMED_FIELDS.filter((field) => settings[`${field}Field`] !== '');
	return templateOf(
		named.map((field) => [settings[`${field}Field`], blank(field, formOf(field, settings))]),
	);
}

function formToWrite(
	field: BlankField,
	{ amountFormat, dateFormat, currencyDecimals }: ApiSettings,
): ValueForm {
	const amountName = amountFormat === 'string' ? 'text' : amountFormat;
	if (field === 'amount') return amountForm(amountName, currencyDecimals) ?? text;
	return field === 'date' ? (dayForm(dateFormat) ?? text) : text;
}

function formToRead(
	field: BlankField,
	{ amountFormat, dateFormat, currencyDecimals }: ApiSettings,
): ValueForm {
	if (field === 'amount') return looseAmountForm(amountFormat, currencyDecimals);
	return field === 'date' ? looseDayForm(dateFormat) : anyScalar;
}

function blank(field: BlankField, form: ValueForm): Blank {
	return { field, form, isAlways: false };
}
