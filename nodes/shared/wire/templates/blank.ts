import { userError } from '../../n8n/userError';
import { AMOUNT_FORMS, amountForm } from './amountForms';
import { DAY_FORMS, dayForm } from './dayForms';
import { likelyPattern } from './dayPattern';
import { nearestOf } from './nearest';
import { inQuotes, number, text } from './textForms';
import type { ValueForm } from './valueForm';

/** What a blank can stand for, and what people call it. */
export const FIELD_LABELS = {
	reservationId: 'Reservation ID',
	id: 'Service Item',
	amount: 'Amount',
	date: 'Date',
	description: 'Description',
	accountCode: 'Account Code',
	destinationAccount: 'Destination Account',
	reference: 'Reference',
};
export type BlankField = keyof typeof FIELD_LABELS;
export const BLANK_FIELDS = Object.keys(FIELD_LABELS) as BlankField[];

/** A place for a value in an example: `{amount}`, `{date as unixSeconds}`, `{date!}`. */
export interface Blank {
	field: BlankField;
	form: ValueForm;
	/** True with an exclamation mark: sent with every update. */
	isAlways: boolean;
}

/** Name, exclamation mark, format; the mark may come last, too. */
const GRAMMAR = /^\s*([^\s!]+)\s*(!?)(?:\s+as\s+(\S.*?))?\s*(!?)\s*$/s;

/** Behind a format whose numbers the service wants as text. */
const AS_TEXT = /\s+as\s+text$/;

const TEXT_FORMS = [text, number];

/** Patterns that a date is recognized by; of two that fit, the first is the more usual one. */
const USUAL_PATTERNS = [
	'dd/MM/yyyy',
	'MM/dd/yyyy',
	'dd.MM.yyyy',
	'dd-MM-yyyy',
	'yyyy/MM/dd',
	'yyyyMMdd',
	'yyyy-MM-dd HH:mm:ss',
	'yyyy-MM-ddTHH:mm:ss',
];

/**
 * Reads what stands between the braces of a blank.
 *
 * @param decimals how many the currency has
 * @throws UserError, whose message goes on after the setting's name, when there is no such field or format
 */
export function parseBlank(content: string, decimals: number): Blank {
	const [, name = '', mark, format, lastMark] = GRAMMAR.exec(content) ?? [];
	const field = BLANK_FIELDS.find((known) => known === name);
	if (!field) throw unknownField(content);
	const form = formOf(field, format, decimals);
	if (form) return { field, form, isAlways: Boolean(mark || lastMark) };
	throw unknownFormat(content, field, format ?? '');
}

/** A blank as it stands in an example. */
export function blankText({ field, form }: Pick<Blank, 'field' | 'form'>): string {
	return `{${field}${form === formOf(field, undefined, 0) ? '' : ` as ${form.name}`}}`;
}

/** The blank that would read a value; undefined when none would. */
export function likelyBlank(field: BlankField, value: string | number): string | undefined {
	const formats = [...formatsOf(field), ...(field === 'date' ? USUAL_PATTERNS : [])];
	const format = formats.find((name) => formOf(field, name, 2)?.read(value, 'UTC') !== undefined);
	return format && `{${field} as ${format}}`;
}

function formOf(
	field: BlankField,
	format: string | undefined,
	decimals: number,
): ValueForm | undefined {
	if (format !== undefined && AS_TEXT.test(format)) {
		const form = formOf(field, format.replace(AS_TEXT, ''), decimals);
		return form?.type === 'number' ? inQuotes(form) : form;
	}
	if (field === 'amount') return amountForm(format ?? 'number', decimals);
	if (field !== 'date') return TEXT_FORMS.find(({ name }) => name === (format ?? 'text'));
	return format === 'number' ? number : dayForm(format ?? 'date');
}

function unknownField(content: string) {
	const word = /^[A-Za-z_ ]*/.exec(content.replace(/\sas\b.*/s, ''))?.[0] ?? '';
	return userError(
		`has {${content}}, which is no blank. Write {${nearestOf(word, BLANK_FIELDS)}}, or take the braces away`,
		`The blanks are ${BLANK_FIELDS.map((field) => `{${field}}`).join(', ')}, each also with a format, such as {date as dd/MM/yyyy}.`,
	);
}

function unknownFormat(content: string, field: BlankField, format: string) {
	const known = formatsOf(field);
	const pattern = field === 'date' ? likelyPattern(format) : undefined;
	return userError(
		`has {${content}}, a format that there is not. Write {${field} as ${pattern ?? nearestOf(format, known)}}`,
		`{${field}} can be written as ${known.join(', ')}${field === 'date' ? ', or as a pattern that has yyyy, MM and dd and, if need be, HH, mm and ss' : ''}.`,
	);
}

function formatsOf(field: BlankField): string[] {
	if (field === 'amount') return AMOUNT_FORMS;
	if (field === 'date') return DAY_FORMS;
	return TEXT_FORMS.map(({ name }) => name);
}
