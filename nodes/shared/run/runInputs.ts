import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openSessions } from '../http/session';
import { labelOf, Parameters } from '../n8n/parameters';
import { userError } from '../n8n/userError';
import { cancelSignalOf } from '../n8n/versions';
import { inOrder } from './inOrder';
import type { Job, Operation, Placed } from './operation';
import { Report } from './report';

/** All inputs are checked before anything is sent. */
export async function runInputs<Own extends Job>(
	context: IExecuteFunctions,
	operation: Operation<Own>,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (items.length === 0) return [];
	const report = new Report(context);
	const all = items.map((_item, index) => new Parameters(context, index));
	const opening = openAll(context, operation, all);
	const sessions = await opening.catch((error: Error) => all.map(() => error));
	const jobs: Placed<Own>[] = [];
	for (const [index, parameters] of all.entries()) {
		try {
			const session = sessions[index];
			if (!session || session instanceof Error) throw session as Error;
			const { results, sent } = report.open(index, session);
			const input = { index, parameters, session, report };
			const job = operation.prepare(input);
			const sign = sent?.sign ?? job.sign;
			if (sent && sign !== job.sign) throw userError(sent.told);
			const isDone = results !== undefined;
			if (isDone) report.done(index, results);
			jobs.push({ ...input, job, earlier: sent, isDone });
		} catch (error) {
			report.failed(index, error as Error);
		}
	}
	if (report.shouldStop()) return report.output();
	if (operation.carryOut) await operation.carryOut(jobs, report);
	else await inOrder(jobs, report);
	return report.output();
}

async function openAll(
	context: IExecuteFunctions,
	operation: Operation,
	all: Parameters[],
) {
	const timeout = optionOf(all, 'options.timeout', 1, 30_000);
	const maxRetries = optionOf(all, 'options.maxRetries', 0, 3);
	const options = { timeout, maxRetries, signal: cancelSignalOf(context) };
	const adapt = operation.adaptSettings?.bind(operation);
	return await openSessions(context, options, adapt);
}

function optionOf(
	all: Parameters[],
	path: string,
	min: number,
	preset: number,
): number {
	const values = all.map((parameters) => parameters.whole(path, min, preset));
	const [first = preset] = values;
	if (values.every((value) => value === first)) return first;
	const what = `'${labelOf(path)}' is not the same for all input items`;
	throw userError({ what, advice: 'Give all the same' });
}
