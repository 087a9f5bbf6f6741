import type { IDataObject, UserError } from 'n8n-workflow';

import { fieldsOf } from '../../shared/reservation/comparison';
import { parseReference } from '../../shared/wire/reference';
import type { ServiceItemFields, WireContext } from '../../shared/wire/serviceItem';
import { CHARGE_FIELDS } from '../../shared/wire/serviceItem';
import type { BlankField } from '../../shared/wire/templates/blank';
import { FIELD_LABELS } from '../../shared/wire/templates/blank';
import type { Template } from '../../shared/wire/templates/template';
import { placesOf } from '../../shared/wire/templates/template';
import type { ReportLine, Verdict } from './report';
import { reportLine, shown } from './report';

/** A line of the write test. */
export function testLine(
	what: string,
	sent: string,
	found: string,
	verdict: Verdict,
	advice: string,
): ReportLine {
	return reportLine(`Write Test: ${what}`, sent, found, verdict, advice);
}

/** A line for what went well. */
export function passed(what: string, sent: string, found: string): ReportLine {
	return testLine(what, sent, found, 'right', 'Nothing to do.');
}

/** A line for what did not, with what to do about it. */
export function failed(what: string, sent: string, found: string, advice: string): ReportLine {
	return testLine(what, sent, found, 'change', advice);
}

/** Which of the sent fields came back as they were sent. */
export function fieldTrials(
	action: 'Create' | 'Update',
	sent: ServiceItemFields,
	stored: IDataObject,
	wire: WireContext,
): ReportLine[] {
	const actual = fieldsOf(stored, wire);
	return (Object.keys(sent) as Array<keyof ServiceItemFields>).map((name) => {
		const what = `${action}, ${FIELD_LABELS[name]}`;
		const [before, after] = [shown(sent[name]), shown(actual[name])];
		// A code that is a number to the service is still the same one.
		const [value, kept] = [sent[name], actual[name]];
		const isSame = typeof value === 'number' ? kept === value : String(kept) === value;
		if (isSame) return passed(what, before, after);
		const advice =
			name === 'reference'
				? `The service does not keep references at the end of the description. Set 'Reference Field', or give {reference} a place in 'Create Body'.`
				: `The service keeps it otherwise. Compare both values, and look its name and format up in the documentation of your service.`;
		return failed(what, before, after, advice);
	});
}

/** Fields that are written but not read: whatever the service has, it looks as if they still had to be sent. */
export function unreadLines({ format: { templates } }: WireContext): ReportLine[] {
	const hasPlace = (name: BlankField, template: Template): boolean =>
		placesOf(template, name).length > 0;
	const unread = CHARGE_FIELDS.filter(
		(name) => hasPlace(name, templates.create) && !hasPlace(name, templates.item),
	);
	return unread.map((name) =>
		failed(
			FIELD_LABELS[name],
			`{${name}}`,
			'not read',
			`Add {${name}} to 'Returned Service Item', where the service has it. Without it, every Create or Update and Sync changes it.`,
		),
	);
}

/**
 * Which ways to prevent duplicates can be relied on.
 *
 * @param listed the test charge in the list, right after it was created; undefined when it is not there
 */
export function protectionLines(
	sent: ServiceItemFields,
	listed: IDataObject | undefined,
	wire: WireContext,
): ReportLine[] {
	const actual = listed ? fieldsOf(listed, wire) : {};
	const isKept = (names: Array<keyof ServiceItemFields>): boolean =>
		listed !== undefined && names.every((name) => actual[name] === sent[name]);
	const isByFields = isKept(['amount', 'date', 'description']);
	const lost = referenceLines(sent, wire);
	const isByReference = lost.length === 0 && isKept(['reference']);
	return [
		...lost,
		listed
			? passed('List', 'the charge', 'shown at once')
			: failed(
					'List',
					'the charge',
					'not shown',
					`Set 'Pagination' if the list comes in pages; it may also lag behind. Nothing that compares with it is safe.`,
				),
		safety('Prevent Duplicates, By Same Fields', isByFields),
		safety('Prevent Duplicates, By Reference', isByReference),
		safety('Create or Update, and Sync', isByReference),
	];
}

/** A reference that the settings write but do not read is refused by every operation that needs it. */
function referenceLines(
	{ reference = '' }: ServiceItemFields,
	{ format }: WireContext,
): ReportLine[] {
	try {
		parseReference(reference, format);
		return [];
	} catch (error) {
		const { message, description } = error as UserError;
		return [failed('Reference', reference, message, description ?? '')];
	}
}

function safety(what: string, isSafe: boolean): ReportLine {
	const tried = 'one charge';
	if (isSafe) return passed(what, tried, 'safe with this service');
	return failed(what, tried, 'not safe as it is', 'See the lines above for what has to be set.');
}
