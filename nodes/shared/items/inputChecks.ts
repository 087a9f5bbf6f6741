import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Accounts } from '../reservation/accounts';
import type { Session } from '../reservation/session';
import type { RunWork } from './itemJob';
import type { RunShare, SavedParameters } from './itemInput';
import { ItemInput } from './itemInput';
import type { NumberedJob } from './itemWork';

/** Checking input takes no requests: after so many milliseconds, n8n gets its turn. */
const LONGEST_TURN_MS = 20;

/** The run, as far as its input is concerned. */
export interface CheckedRun {
	context: IExecuteFunctions;
	accounts: Accounts;
	/** What the operation does with the items of each account. */
	works: ReadonlyMap<Session, RunWork>;
	saved: SavedParameters;
	share: RunShare;
	/** True when nothing more is to be checked. */
	mustStop: () => boolean;
	noteError: (error: unknown, itemIndex: number) => void;
}

/** Checks the input of all items, one after another in input order. */
export async function checkedJobs(run: CheckedRun): Promise<NumberedJob[]> {
	const jobs: NumberedJob[] = [];
	const itemCount = run.context.getInputData().length;
	let turn = Date.now();
	for (let itemIndex = 0; itemIndex < itemCount && !run.mustStop(); itemIndex++) {
		if (Date.now() - turn > LONGEST_TURN_MS) {
			await sleep(0);
			turn = Date.now();
		}
		const job = checkedJob(run, itemIndex);
		if (job) jobs.push(job);
	}
	return jobs;
}

function checkedJob(run: CheckedRun, itemIndex: number): NumberedJob | undefined {
	const { context, accounts, works, saved, share, noteError } = run;
	try {
		const session = accounts.of(itemIndex);
		if (session instanceof Error) {
			for (const { noteUnread } of works.values()) noteUnread?.();
			throw session;
		}
		const input = new ItemInput(context, itemIndex, saved, share);
		const job = works.get(session)?.prepare(input);
		return job && { ...job, itemIndex, session };
	} catch (error) {
		noteError(error, itemIndex);
		return undefined;
	}
}
