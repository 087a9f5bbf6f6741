import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { EXAMPLES } from '../../shared/format/placeholder';
import { RequestFailure } from '../../shared/http/failure';
import { joined } from '../../shared/n8n/userError';

/** One line of the report. All lines have all columns, as n8n shows them as a table. */
export interface Finding extends IDataObject {
	/** The setting by its label in the credential, or what else was tested. */
	setting: string;
	/** What the credential reads. */
	now: string;
	/** What the service shows. */
	found: string;
	verdict: 'right' | 'change' | 'unknown' | 'notTested';
	advice: string;
}

export const RIGHT = { verdict: 'right', advice: 'Leave it as it is.' } as const;
export const ENTER = {
	verdict: 'change',
	advice: `Enter what the first line has in the column 'credential'.`,
} as const;

/** First what to enter in the credential, then the findings. */
export function reportOf(credential: IDataObject, findings: Finding[]): IDataObject[] {
	const labels = Object.entries(EXAMPLES).flatMap(([name, label]) =>
		name in credential ? [`'${label}'`] : [],
	);
	const isOpen = findings.some(({ verdict }) => verdict === 'change' || verdict === 'unknown');
	const verdict = labels.length > 0 ? 'change' : isOpen ? 'unknown' : 'right';
	const advice = {
		change: `Turn on 'Custom API Format' in the credential, and replace ${new Intl.ListFormat('en-GB').format(labels)} there by the texts in the column 'credential'. Then check again.`,
		unknown: `There is nothing to enter as it stands. Do what the lines with the verdict 'change' or 'unknown' say.`,
		right: 'Leave the credential as it is.',
	}[verdict];
	return [{ setting: 'Custom API Format', verdict, advice, credential }, ...findings];
}

/** The reason of a failure of the service or the settings; other errors are thrown on. */
export function reasonOf(error: unknown): string {
	if (error instanceof RequestFailure) return joined(error.told);
	if (error instanceof UserError) return error.message;
	throw error;
}
