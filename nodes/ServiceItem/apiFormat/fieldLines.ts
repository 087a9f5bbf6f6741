import type { IDataObject } from 'n8n-workflow';

import { isRealDay } from '../../shared/wire/date';
import { idOf } from '../../shared/wire/itemId';
import type { SimplifiedServiceItem, WireContext } from '../../shared/wire/serviceItem';
import { CHARGE_FIELDS, simplifyServiceItem } from '../../shared/wire/serviceItem';
import { FIELD_LABELS, parseBlank } from '../../shared/wire/templates/blank';
import { blanksOf, placesOf } from '../../shared/wire/templates/template';
import type { FoundField, FoundFields } from './recognizeFields';
import { likelyAccount } from './recognizeFields';
import type { ReportLine } from './report';
import { linesOf, shown } from './report';
import { choiceOf } from './settingWords';

type ReadField = (typeof CHARGE_FIELDS)[number];

/** What the report says about the fields of a charge, and whether all of them are read rightly as it is. */
export interface FieldReport {
	lines: ReportLine[];
	isRight: boolean;
}

/** Compares how the credential reads the items of a list with what can be told from their names and values. */
export function fieldReport(
	items: IDataObject[],
	fields: FoundFields,
	wire: WireContext,
): FieldReport {
	const read = items.map((item) => simplifyServiceItem(item, wire));
	const lines = [
		idLine(items, fields.id, wire),
		...CHARGE_FIELDS.map((name) => {
			const line = fieldLine(name, read, fields[name], wire);
			return line.verdict === 'unknown' ? hinted(name, line, items, fields, wire) : line;
		}),
		...(['amount', 'date'] as const).flatMap((name) => formatLine(name, fields[name], wire)),
	];
	return { lines, isRight: lines.every(({ verdict }) => verdict !== 'change') };
}

function fieldLine(
	name: ReadField,
	read: SimplifiedServiceItem[],
	found: FoundField | undefined,
	wire: WireContext,
): ReportLine {
	const setting = `${FIELD_LABELS[name]} Field`;
	const line = linesOf(setting, presentPlace(name, wire));
	const seen = found && `${shown(found.values[0])} under ${found.path}`;
	const values = read.map((item) => item[name]).filter((value) => value !== null);
	const isUsable = values.length > 0 && values.every((value) => isValueOf(name, value));
	if (isUsable && !isOtherwise(name, values[0], found, wire)) {
		return found?.isSure === false && seen !== undefined && name !== 'description'
			? line.unknown(seen, doubt(name, found))
			: line.right(shown(values[0]));
	}
	if (found && seen !== undefined) {
		const change = line.change(seen, found.path);
		return found.isSure ? change : { ...change, advice: `${change.advice} ${doubt(name, found)}` };
	}
	const advice =
		name === 'amount' || name === 'date'
			? `No value of the list looks like it. Look for it in the output of Get Many, and ${entering(name, 'its name', wire)}.`
			: `No charge of this reservation shows one. If your service has it, fill it in for one charge there, and check again.`;
	return line.unknown('nothing', advice);
}

/** An account that could not be told, with the place to look at first. */
function hinted(
	name: ReadField,
	line: ReportLine,
	items: IDataObject[],
	fields: FoundFields,
	wire: WireContext,
): ReportLine {
	if ((name !== 'accountCode' && name !== 'destinationAccount') || fields[name]) return line;
	const likely = likelyAccount(name, items, fields);
	if (!likely) return line;
	const { path, values } = likely;
	return {
		...line,
		found: `perhaps ${shown(values[0])} under ${path}`,
		advice: `If ${shown(values[0])} is the ${FIELD_LABELS[name]} on the bill, ${entering(name, path, wire)}.`,
	};
}

/** What to do about a field that is somewhere else: where there is an example, names do not count. */
function entering(name: ReadField, path: string, { format }: WireContext): string {
	return format.hasItemExample
		? `put "{${name}}" into 'Returned Service Item', as the value of ${path}`
		: `set '${FIELD_LABELS[name]} Field' to ${path}`;
}

/** Something is read, and it is not what the name and the values say for certain: cents taken for whole amounts. */
function isOtherwise(
	name: ReadField,
	read: unknown,
	found: FoundField | undefined,
	{ format, timeZone }: WireContext,
): boolean {
	if (name !== 'amount' || !found?.isSure) return false;
	const [value = ''] = found.values;
	const { form } = parseBlank(`amount as ${found.format}`, format.currencyDecimals);
	return typeof value !== 'boolean' && form.read(value, timeZone) !== read;
}

/**
 * By names, reading is generous and writing is not: the format has to be the service's own. Examples are strict themselves, and
 * what is written by one may look otherwise than what is returned.
 */
function formatLine(
	name: 'amount' | 'date',
	found: FoundField | undefined,
	{ format }: WireContext,
): ReportLine[] {
	const blanks = format.templates.create.flatMap(blanksOf);
	const present = blanks.find(({ field }) => field === name)?.form.name;
	if (!found?.isSure || present === undefined || format.hasExamples) return [];
	const setting = `${FIELD_LABELS[name]} Format`;
	const isSame = found.format === present || present.startsWith(`${found.format}(`);
	const [before, after] = [formatWords(name, present), formatWords(name, found.format)];
	const line = linesOf(setting, before);
	return [isSame ? line.right(after) : line.change(after, after)];
}

/** A format by the name that its choice has in the credential, if there is one. */
function formatWords(name: 'amount' | 'date', format: string): string {
	return choiceOf(`${name}Format`, name === 'amount' && format === 'text' ? 'string' : format);
}

/** A code that is a number can be read by its name, but is written as text: only an example says otherwise. */
function isValueOf(name: ReadField, value: unknown): boolean {
	if (name === 'amount') return typeof value === 'number';
	if (name === 'date') return isRealDay(String(value));
	return typeof value === 'string';
}

function doubt(name: ReadField, { values: [value] }: FoundField): string {
	if (name === 'amount') {
		return `Compare ${shown(value)} with the bill: if it stands for ${Number(value) / 100}, set 'Amount Format' to Minor Units, or write {amount as minorUnits} in the examples.`;
	}
	return `Compare ${shown(value)} with the bill, as day and month could be the other way round.`;
}

/** Where the credential has a field of what is returned, by its name or by an example. */
function presentPlace(name: ReadField, { format }: WireContext): string {
	if (!format.hasItemExample) return format[`${name}Field`];
	return placesOf(format.templates.item, name)[0]?.path.join('.') ?? '';
}

function idLine(
	items: IDataObject[],
	found: FoundField | undefined,
	{ format }: WireContext,
): ReportLine {
	const ids = items.map((item) => idOf(item, format));
	const line = linesOf('ID Field', format.idField || 'detected');
	const isUsable = ids.every((id) => id !== undefined) && new Set(ids).size === items.length;
	if (isUsable) return line.right(shown(ids[0]));
	if (found) return line.change(`${shown(found.values[0])} under ${found.path}`, found.path);
	return line.unknown(
		'nothing',
		`Look for it in the output of Get Many, and set 'ID Field' to its name. Without it, charges can be created but not changed.`,
	);
}
