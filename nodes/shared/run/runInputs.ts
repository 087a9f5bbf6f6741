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
	if (context.getInputData().length === 0) return [];
	const report = new Report(context);
	const sessions = await sessionsOf(context, operation);
	const jobs: Placed<Job>[] = [];
	for (const [index, session] of sessions.entries()) {
		try {
			if (session instanceof Error) throw session;
			const entry = report.open(index, session);
			const parameters = new Parameters(context, index);
			const hint = (text: string) => report.hint(text);
			const chargeKey = (content: unknown) => report.chargeKey(index, content);
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

/** By input, or why it has none. */
async function sessionsOf<Job>(
	context: IExecuteFunctions,
	operation: Operation<Job>,
): Promise<Array<Session | Error>> {
	try {
		const timeout = optionOf(context, 'timeout', 'Timeout', 1, 30_000);
		const maxRetries = optionOf(context, 'maxRetries', 'Max Retries', 0, 3);
		const options = { timeout, maxRetries, signal: cancelSignalOf(context) };
		const adapt = (settings: Session['settings']) =>
			operation.adaptSettings?.(settings) ?? settings;
		return await openSessions(context, options, adapt);
	} catch (error) {
		return context.getInputData().map(() => error as Error);
	}
}

/** One for all inputs. */
function optionOf(
	context: IExecuteFunctions,
	name: string,
	label: string,
	min: number,
	preset: number,
): number {
	const path = `options.${name}`;
	const rule = { min, isWhole: true, default: preset };
	const values = new Set<number>();
	for (const index of context.getInputData().keys()) {
		const parameters = new Parameters(context, index);
		values.add(parameters.number(path, label, rule));
		if (!parameters.isExpression(path)) break;
	}
	const [value = preset, ...others] = values;
	if (others.length === 0) return value;
	throw userError({
		what: `'${label}' is not the same for all input items`,
		advice: 'Give all input items of a run the same',
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

/** In order; what has no key is alone. */
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
