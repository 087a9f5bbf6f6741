import type { IDataObject } from 'n8n-workflow';

import { EXAMPLES } from '../../shared/format/exampleFields';
import { NAMES } from './entered';

/** One row of the report. */
export interface Finding extends Judgement {
	/** The setting by its label in the credential, or what else was tested. */
	setting: string;
	/** What the credential reads. */
	now: string;
	/** What the service shows. */
	found: string;
}

export interface Judgement {
	verdict: 'right' | 'change' | 'unknown' | 'notTested';
	advice: string;
}

export const RIGHT: Judgement = { verdict: 'right', advice: 'Leave it as it is.' };
export const ENTER: Judgement = {
	verdict: 'change',
	advice: `Copy it from the first row, column 'credential'.`,
};

export function judgementOf(isKept: boolean): Judgement {
	return isKept ? RIGHT : ENTER;
}

/** n8n shows an empty text as a red word. */
const BLANK = ' ';

/** First what to enter in the credential, then the findings, all with the same columns: what to do first, then why. */
export function reportOf(credential: IDataObject, findings: Finding[]): IDataObject[] {
	const { verdict, advice } = summaryOf(credential, findings);
	const setting = 'Custom API Format';
	const rows: IDataObject[] = [{ setting, verdict, advice, credential, now: BLANK, found: BLANK }];
	for (const finding of findings) {
		rows.push({
			setting: finding.setting,
			verdict: finding.verdict,
			advice: finding.advice,
			credential: BLANK,
			now: finding.now,
			found: finding.found,
		});
	}
	return rows;
}

function summaryOf(credential: IDataObject, findings: Finding[]): Judgement {
	const changed = NAMES.filter((name) => name in credential);
	if (changed.length > 0) {
		const labels = changed.map((name) => `'${EXAMPLES[name]}'`);
		const fields = new Intl.ListFormat('en-GB').format(labels);
		const advice = `Turn on 'Custom API Format' in the credential, and copy each text in the column 'credential' into the field of its name: ${fields}. Then check again.`;
		return { verdict: 'change', advice };
	}
	const isOpen = findings.some((finding) => /change|unknown/.test(finding.verdict));
	if (!isOpen) {
		return { verdict: 'right', advice: 'Leave the credential as it is.' };
	}
	const advice = `Nothing to copy. Do what the rows with the verdict 'change' or 'unknown' say.`;
	return { verdict: 'unknown', advice };
}
