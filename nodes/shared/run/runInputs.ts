import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Session } from '../http/session';
import { openSessions } from '../http/session';
import { Parameters } from '../n8n/parameters';
import { userError } from '../n8n/userError';
import { cancelSignalOf } from '../n8n/versions';
import type { Operation, Placed } from './operation';
import { Report } from './report';
import { runInOrder } from './runInOrder';

/** All inputs are checked before anything is sent. */
export async function runInputs<Job>(
	context: IExecuteFunctions,
	operation: Operation<Job>,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (items.length === 0) return [];
	const report = new Report(context);
	const inputs = items.map((_item, index) => new Parameters(context, index));
	const open = async () => {
		const timeout = optionOf(inputs, 'timeout', 'Timeout', 1, 30_000);
		const maxRetries = optionOf(inputs, 'maxRetries', 'Max Retries', 0, 3);
		const options = { timeout, maxRetries, signal: cancelSignalOf(context) };
		const adapt = operation.adaptSettings?.bind(operation);
		return await openSessions(context, options, adapt);
	};
	const sessions = await open().catch((error: Error) => items.map(() => error));
	const jobs: Placed<Job>[] = [];
	for (const [index, parameters] of inputs.entries()) {
		try {
			const session = sessions[index] as Session | Error;
			if (session instanceof Error) throw session;
			const entry = report.open(index, session, parameters.json);
			const hint = (text: string) => report.hint(text);
			const chargeKey = () => report.chargeKey(index);
			const input = { index, parameters, session, hint, chargeKey };
			const job = operation.prepare(input);
			const isDone = entry.results !== undefined;
			jobs.push({ input, job, earlier: entry.sent, isDone });
		} catch (error) {
			report.failed(index, error as Error);
		}
	}
	const refuse = ({ input }: Placed<Job>, error: Error) =>
		report.failed(input.index, error);
	operation.checkTogether?.(jobs, refuse, { context });
	const sound = jobs.filter(({ input }) => !report.errors.has(input.index));
	if (!report.shouldStop()) await carryOut(operation, sound, report);
	return report.output();
}

function optionOf(
	inputs: Parameters[],
	name: string,
	label: string,
	min: number,
	preset: number,
): number {
	const rule = { min, isWhole: true, default: preset };
	const path = `options.${name}`;
	const values = inputs.map((input) => input.number(path, label, rule));
	const [first = preset] = values;
	if (values.every((value) => value === first)) return first;
	throw userError({
		what: `'${label}' is not the same for all input items`,
		advice: 'Give all the same',
	});
}

/** Accounts do not wait for each other. */
async function carryOut<Job>(
	operation: Operation<Job>,
	jobs: Placed<Job>[],
	report: Report,
): Promise<void> {
	const { shouldStop } = report;
	const accounts = groupedBy(jobs, ({ input }) => input.session.account);
	const running = accounts.map(async (own) => {
		const lines = groupedBy(own, ({ job, input }) =>
			operation.orderKey(job, input.session),
		);
		const { concurrency = 1 } = own[0]?.input.session ?? {};
		await runInOrder(lines, { concurrency, shouldStop }, async (line) => {
			await operation.carryOut(line, report).catch((error: Error) => {
				for (const { input, isDone } of line) {
					if (!isDone) report.failed(input.index, error);
				}
			});
		});
	});
	await Promise.all(running);
	const fail = (error: Error) => report.extraFailed(error, [0]);
	await operation.finish?.(report).catch(fail);
}

function groupedBy<Item>(
	items: Item[],
	keyOf: (item: Item) => string | undefined,
): Item[][] {
	const groups = new Map<unknown, Item[]>();
	for (const item of items) {
		const key = keyOf(item) ?? item;
		const group = groups.get(key) ?? [];
		group.push(item);
		groups.set(key, group);
	}
	return [...groups.values()];
}
