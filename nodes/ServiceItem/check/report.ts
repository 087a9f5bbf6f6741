import type { IDataObject } from 'n8n-workflow';

import { EXAMPLES } from '../../shared/format/placeholder';
import { RequestFailure } from '../../shared/http/failure';
import { joined, userMessageOf } from '../../shared/n8n/userError';
import { NAMES } from './drafts';

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

/** First what to enter in the credential, then the findings. All rows have all columns, as n8n shows them as a table. */
export function reportOf(credential: IDataObject, findings: Finding[]): IDataObject[] {
	const line = { setting: 'Custom API Format', now: '', found: '' };
	const rows: IDataObject[] = [{ ...line, ...judgementOf(credential, findings), credential }];
	for (const finding of findings) rows.push({ ...finding, credential: '' });
	return rows;
}

function judgementOf(credential: IDataObject, findings: Finding[]): Judgement {
	const changed = NAMES.filter((name) => name in credential);
	if (changed.length > 0) {
		const labels = changed.map((name) => `'${EXAMPLES[name]}'`);
		const fields = new Intl.ListFormat('en-GB').format(labels);
		const advice = `Turn on 'Custom API Format' in the credential, and copy each text in the column 'credential' into the field of its name: ${fields}. Then check again.`;
		return { verdict: 'change', advice };
	}
	if (findings.every(({ verdict }) => verdict === 'right' || verdict === 'notTested')) {
		return { verdict: 'right', advice: 'Leave the credential as it is.' };
	}
	const advice = `Nothing to copy. Do what the rows with the verdict 'change' or 'unknown' say.`;
	return { verdict: 'unknown', advice };
}

/** The reason of a failure of the service or the settings; other errors are thrown on. */
export function reasonOf(error: unknown): string {
	if (error instanceof RequestFailure) return joined(error.told);
	return userMessageOf(error);
}
