import type { IDataObject } from 'n8n-workflow';

import { fieldsOf } from '../../shared/reservation/comparison';
import type { ServiceItemFields, WireContext } from '../../shared/wire/serviceItem';
import type { ReportLine, Verdict } from './report';
import { reportLine, shown } from './report';

const LABELS: { [Name in keyof ServiceItemFields]-?: string } = {
	amount: 'Amount',
	date: 'Date',
	description: 'Description',
	accountCode: 'Account Code',
	destinationAccount: 'Destination Account',
	reference: 'Reference',
};

/** A line of the write test. */
export function testLine(
	what: string,
	sent: string,
	found: string,
	verdict: Verdict,
	advice = 'Nothing to do.',
): ReportLine {
	return reportLine(`Write Test: ${what}`, sent, found, verdict, advice);
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
		const what = `${action}, ${LABELS[name]}`;
		const [before, after] = [shown(sent[name]), shown(actual[name])];
		// A code that is a number to the service is still the same one.
		const [value, kept] = [sent[name], actual[name]];
		const isSame = typeof value === 'number' ? kept === value : String(kept) === value;
		if (isSame) return testLine(what, before, after, 'right');
		const advice =
			name === 'reference'
				? `The service does not keep references at the end of the description. Set 'Reference Field', or give {reference} a place in 'Create Body'.`
				: `The service keeps it otherwise. Compare both values, and look its name and format up in the documentation of your service.`;
		return testLine(what, before, after, 'change', advice);
	});
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
	const isByReference = isKept(['reference']);
	return [
		listed
			? testLine('List', 'the charge', 'shown at once', 'right')
			: testLine(
					'List',
					'the charge',
					'not shown',
					'change',
					'The list may lag behind, or come in pages. Nothing that compares with it is safe.',
				),
		safety('Prevent Duplicates, By Same Fields', isByFields),
		safety('Prevent Duplicates, By Reference', isByReference),
		safety('Create or Update, and Sync', isByReference),
	];
}

function safety(what: string, isSafe: boolean): ReportLine {
	const tried = 'one charge';
	return isSafe
		? testLine(what, tried, 'safe with this service', 'right')
		: testLine(
				what,
				tried,
				'not safe as it is',
				'change',
				'See the lines above for what has to be set.',
			);
}
