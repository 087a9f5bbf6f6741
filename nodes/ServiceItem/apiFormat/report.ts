import type { IDataObject } from 'n8n-workflow';

/** What a setting of the credential turned out to be. */
export type Verdict = 'right' | 'change' | 'unknown' | 'notTested';

/** One line of the report. All lines have the same columns, and words in each: n8n shows them as a table. */
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
	/** Where to find what is to be entered; in the last line, every credential field to set. */
	credential: string | IDataObject;
}

/** How many characters of a value are shown. */
const LONGEST_VALUE = 60;
/** What stands where there is no value. */
const NOTHING = 'nothing';

/** The last item of a report: every credential field to set. */
export function settingsLine(lines: ReportLine[], credential: IDataObject): ReportLine {
	const setting = 'Custom API Format';
	const changes = lines.filter(({ verdict }) => verdict === 'change').length;
	if (Object.keys(credential).length === 0) {
		const found = changes === 0 ? 'nothing to change' : 'nothing that reading could tell';
		const advice =
			changes === 0 ? 'Leave the credential as it is.' : 'Do what the lines above say.';
		const verdict = changes === 0 ? 'right' : 'unknown';
		return { setting, present: 'see above', found, verdict, advice, credential };
	}
	return {
		setting,
		present: 'see above',
		found: `${changes} to change`,
		verdict: 'change',
		advice: `Turn on 'Custom API Format' in the credential, and enter what the lines above say. All settings together are here, in the column credential.`,
		credential,
	};
}

/** A value as it stands in JSON, so that 12.5 and "12.5" can be told apart. */
export function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? '';
	return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** A line of any verdict; a blank text is said in words. */
export function reportLine(
	setting: string,
	present: string,
	found: string,
	verdict: Verdict,
	advice: string,
): ReportLine {
	return {
		setting,
		present: present || NOTHING,
		found: found || NOTHING,
		verdict,
		advice,
		credential: verdict === 'change' ? 'in the last line' : 'nothing to enter',
	};
}

/** The lines that can be said of a setting of the credential. */
export interface SettingLines {
	/** It works as it is. */
	right: (found: string) => ReportLine;
	/** It has to be entered otherwise. */
	change: (found: string, value: string) => ReportLine;
	/** The list does not tell. */
	unknown: (found: string, advice: string) => ReportLine;
}

/** The lines of a setting by its label; `present` is what the credential says. */
export function linesOf(setting: string, present: string): SettingLines {
	return {
		right: (found) => reportLine(setting, present, found, 'right', 'Leave it as it is.'),
		change(found, value) {
			const advice = value === '' ? `Empty '${setting}'.` : `Set '${setting}' to ${value}.`;
			return reportLine(setting, present, found, 'change', advice);
		},
		unknown: (found, advice) => reportLine(setting, present, found, 'unknown', advice),
	};
}
