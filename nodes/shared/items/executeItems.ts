import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancelSignalOf } from '../n8n/offers';
import type { Accounts } from '../reservation/accounts';
import { openAccounts } from '../reservation/accounts';
import type { BeginRun, RunPlan } from './itemJob';
import { ItemRun } from './itemRun';

/**
 * The one loop over items: all input is checked before anything is sent, requests run in parallel within the bound, and every
 * output keeps its input's place and index.
 *
 * With "Continue" an item that did not succeed becomes an output item with `error`. Otherwise the first
 * such item, by position, stops the run: what is under way is finished, nothing more is started.
 */
export async function executeItems(
	context: IExecuteFunctions,
	{ begin }: RunPlan,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	const signal = cancelSignalOf(context);
	const items = new ItemRun(context, signal);
	const accounts = await items.open(
		async () => await openAccounts(context, context.getNodeParameter('options', 0, {}), signal),
	);
	if (accounts) await work(items, accounts, begin);
	return items.finish();
}

async function work(items: ItemRun, accounts: Accounts, begin: BeginRun): Promise<void> {
	const { saved } = items;
	const works = new Map(accounts.sessions.map((session) => [session, begin(session, saved)]));
	const jobs = await items.checkAll(accounts, works);
	const total = { removed: 0 };
	for (const { beforeItems } of works.values()) {
		if (beforeItems && !(await items.allow(async () => await beforeItems(total)))) return;
	}
	await items.runAll(jobs);
	if (items.mustStop()) return;
	for (const [session, { afterItems }] of works) {
		const jobs = afterItems?.((message) => items.warn(message)) ?? [];
		await items.runExtra(jobs, session);
	}
}
