import type { IDataObject } from 'n8n-workflow';

/** What a setting of the credential turned out to be. */
export type Verdict = 'right' | 'change' | 'unknown' | 'notTested';

/** One line of the report. */
export interface ReportLine extends IDataObject {
	/** The setting by its label in the credential, or what else was tested. */
	setting: string;
	/** What the credential says. */
	present: string;
	/** What the service shows. */
	found: string;
	verdict: Verdict;
	/** What to do, as a sentence. */
	advice: string;
}

/** How many characters of a value are shown. */
const LONGEST_VALUE = 60;

/** The last item of a report: every credential field to set. */
export function settingsLine(credential: IDataObject): IDataObject {
	return { setting: 'Custom API Format', credential };
}

/** A value as it stands in JSON, so that 12.5 and "12.5" can be told apart. */
export function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? '';
	return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** A line for what works as it is. */
export function rightLine(setting: string, present: string, found: string): ReportLine {
	return { setting, present, found, verdict: 'right', advice: 'Leave it as it is.' };
}

/** A line for what has to be entered otherwise. */
export function changeLine(
	setting: string,
	present: string,
	found: string,
	value: string,
): ReportLine {
	const advice = value === '' ? `Empty '${setting}'.` : `Set '${setting}' to ${value}.`;
	return { setting, present, found, verdict: 'change', advice };
}

/** A line for what the list does not tell. */
export function unknownLine(
	setting: string,
	present: string,
	found: string,
	advice: string,
): ReportLine {
	return { setting, present, found, verdict: 'unknown', advice };
}
