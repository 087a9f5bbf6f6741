import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceClient } from '../../shared/http/client';
import type { Mapper } from '../../shared/format/mapper';
import { EXAMPLES } from '../../shared/format/placeholder';
import { failureTextOf, RequestFailure } from '../../shared/http/failure';

/** What Check needs of an account of the service. */
export interface CheckSession {
	client: Pick<ServiceClient, 'send' | 'trySend' | 'linkedAddress' | 'mapper'>;
	mapper: Mapper;
	/** The fields of the credential. */
	settings: IDataObject;
	/** The same account with other settings. */
	withSettings: (settings: IDataObject) => CheckSession;
}

export type Verdict = 'right' | 'change' | 'unknown' | 'notTested';

/** One finding. All have the same columns, and words in each: n8n shows them as a table. */
export interface Finding extends IDataObject {
	/** The setting by its label in the credential, or what else was tested. */
	setting: string;
	/** What the credential says or reads. */
	now: string;
	/** What the service shows. */
	found: string;
	verdict: Verdict;
	advice: string;
}

export const LEAVE = 'Leave it as it is.';
export const ENTER = `Enter what the first line has in the column 'credential'.`;
const LONGEST_VALUE = 80;

/** Lines of a setting by its label; `now` is what the credential says or reads. */
export function lineOf(setting: string, now: string) {
	return (found: string, verdict: Verdict, advice: string): Finding => {
		return { setting, now, found, verdict, advice };
	};
}

/** The report: first what to enter in the credential, then what was found. */
export function reportOf(credential: IDataObject, findings: Finding[]): IDataObject[] {
	const labels = Object.entries(EXAMPLES).flatMap(([name, label]) =>
		name in credential ? [`'${label}'`] : [],
	);
	const isOpen = findings.some(({ verdict }) => verdict === 'change' || verdict === 'unknown');
	const verdict: Verdict = labels.length > 0 ? 'change' : isOpen ? 'unknown' : 'right';
	const advice = {
		change: `Turn on 'Custom API Format' in the credential, and replace ${new Intl.ListFormat('en-GB').format(labels)} there by the texts in the column 'credential'. Then check again.`,
		unknown: `There is nothing to enter as it stands. Do what the lines with the verdict 'change' or 'unknown' say.`,
		right: 'Leave the credential as it is.',
	}[verdict];
	return [{ setting: 'Custom API Format', verdict, advice, credential }, ...findings];
}

/** A value as it stands in JSON, so that 12.5 and "12.5" can be told apart. */
export function shown(value: unknown): string {
	if (value === undefined) return 'nothing';
	const text = JSON.stringify(value);
	return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** Why something did not succeed, in words; what is no failure of the service or the settings is thrown on. */
export function reasonOf(error: unknown): string {
	if (error instanceof RequestFailure) return failureTextOf(error).message;
	if (error instanceof UserError) return error.message;
	throw error;
}
