import type { IDataObject } from 'n8n-workflow';

import { EXAMPLES } from '../../shared/format/placeholder';
import { RequestFailure } from '../../shared/http/failure';
import { joined, userMessageOf } from '../../shared/n8n/userError';

export type Verdict = 'right' | 'change' | 'unknown' | 'notTested';

/** One row of the report. */
export interface Finding {
	/** The setting by its label in the credential, or what else was tested. */
	setting: string;
	/** What the credential reads. */
	now: string;
	/** What the service shows. */
	found: string;
	verdict: Verdict;
	advice: string;
}

export const RIGHT = { verdict: 'right', advice: 'Leave it as it is.' } as const;
export const ENTER = {
	verdict: 'change',
	advice: `Copy it from the first row, column 'credential'.`,
} as const;

/** First what to enter in the credential, then the findings. All rows have all columns, as n8n shows them as a table. */
export function reportOf(credential: IDataObject, findings: Finding[]): IDataObject[] {
	const labels = Object.entries(EXAMPLES).flatMap(([name, label]) =>
		name in credential ? [`'${label}'`] : [],
	);
	const isOpen = findings.some(({ verdict }) => verdict === 'change' || verdict === 'unknown');
	const advice = {
		right: 'Leave the credential as it is.',
		change: `Turn on 'Custom API Format' in the credential, and copy each text in the column 'credential' into the field of its name: ${new Intl.ListFormat('en-GB').format(labels)}. Then check again.`,
		unknown: `There is nothing to enter as it stands. Do what the rows with the verdict 'change' or 'unknown' say.`,
	};
	let verdict: keyof typeof advice = isOpen ? 'unknown' : 'right';
	if (labels.length > 0) verdict = 'change';
	const setting = 'Custom API Format';
	const first = { setting, now: '', found: '', verdict, advice: advice[verdict], credential };
	return [first, ...findings.map((finding) => ({ ...finding, credential: '' }))];
}

/** The reason of a failure of the service or the settings; other errors are thrown on. */
export function reasonOf(error: unknown): string {
	if (error instanceof RequestFailure) return joined(error.told);
	return userMessageOf(error);
}
