import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancelSignalOf } from '../n8n/offers';
import type { Session } from '../reservation/session';
import { openSession } from '../reservation/session';
import type { BeginRun, RunWork } from './itemJob';
import { ItemRun } from './itemRun';

/**
 * The one loop over items: all input is checked before anything is sent, requests run in parallel within
 * the bound, and every output keeps its input's place and index.
 *
 * With "Continue" an item that did not succeed becomes an output item with `error`. Otherwise the first
 * such item, by position, stops the run: what is under way is finished, nothing more is started.
 */
export async function executeItems(
	context: IExecuteFunctions,
	begin: BeginRun,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	const signal = cancelSignalOf(context);
	const items = new ItemRun(context, signal);
	const session = await items.open(
		async () => await openSession(context, context.getNodeParameter('options', 0, {}), signal),
	);
	if (session) await work(items, session, begin(session));
	return items.finish();
}

async function work(
	items: ItemRun,
	session: Session,
	{ prepare, beforeItems, afterItems }: RunWork,
): Promise<void> {
	const jobs = await items.prepareAll(prepare);
	if (beforeItems && !(await items.allow(beforeItems))) return;
	await items.runAll(jobs, session);
	if (items.mustStop()) return;
	const extraJobs = afterItems((message) => items.warn(message));
	await items.runExtra(extraJobs, session);
}
