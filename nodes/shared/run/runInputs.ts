import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openSessions, type Session } from '../http/session';
import { labelOf } from '../n8n/parameters';
import { userError } from '../n8n/userError';
import { actOnEach, inOrder } from './inOrder';
import type { Input, Job, Operation, Placed } from './operation';
import { Report } from './report';

/** All inputs are checked before anything is sent. */
export async function runInputs<Own extends Job>(
	context: IExecuteFunctions,
	operation: Operation<Own>,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	const report = new Report(context);
	const sessions = await openAll(report, operation);
	const jobs: Placed<Own>[] = [];
	for (const input of report.inputs) {
		try {
			const session = sessions[input.index];
			if (!session || session instanceof Error) throw session as Error;
			input.open(session);
			const job = operation.prepare(input);
			input.resume(job.sign);
			jobs.push(Object.assign(input, { job }));
		} catch (error) {
			input.failed(error as Error);
		}
	}
	if (report.shouldStop()) return report.output();
	const isActing = jobs.every(({ job }) => job.act);
	if (isActing) await inOrder(jobs, report, actOnEach);
	else await operation.carryOut?.(jobs, report);
	return report.output();
}

/** @returns for each input its session, or why it has none */
async function openAll(
	{ context, inputs }: Report,
	{ examples }: Operation,
): Promise<Array<Session | Error>> {
	try {
		const timeout = optionOf(inputs, 'options.timeout', 1, 30_000);
		const maxRetries = optionOf(inputs, 'options.maxRetries', 0, 3);
		const signal = context.getExecutionCancelSignal();
		const options = { timeout, maxRetries, signal };
		return await openSessions(context, options, examples);
	} catch (error) {
		return inputs.map(() => error as Error);
	}
}

function optionOf(inputs: Input[], path: string, min: number, preset: number) {
	const [first = preset, ...rest] = inputs.map((input) => {
		return input.parameters.whole(path, min, preset);
	});
	if (rest.every((value) => value === first)) return first;
	const what = `'${labelOf(path)}' is not the same for all input items`;
	throw userError({ what, advice: 'Give all the same' });
}
