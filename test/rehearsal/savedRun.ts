import { isDeepStrictEqual } from 'node:util';
import type { ExecutionResult, NodeRun, OutputItem } from '../e2e/support/execution';
import type { Books } from '../service/books';
import type { Node, SavedWorkflow, Started } from './starts';

/** What a workflow did, so that two runs of it can be compared. */
export interface SavedRun {
	executions: Array<{ status: string; error?: string; outputs: Record<string, unknown> }>;
	/** What those outside were answered. */
	answers: unknown[];
	/** What the service holds afterwards. */
	books: unknown[];
}

/** By the workflow's name. */
export type Runs = Record<string, SavedRun>;

/** @param when for the words, such as `after the update` */
export function listDifferences(when: string, before: Runs, now: Runs): string[] {
	return Object.entries(before)
		.filter(([name, run]) => !isDeepStrictEqual(run, now[name]))
		.map(
			([name, run]) =>
				`${name} differs (${when}): ${JSON.stringify(run)} ${JSON.stringify(now[name])}`,
		);
}

/**
 * The service numbers its charges as they come, and charges on two reservations may come in either order: each number is replaced by what
 * it stands for.
 */
export function summarize(
	{ nodes }: SavedWorkflow,
	{ executions, answers }: Started,
	books: Books,
): SavedRun {
	const held = books.all().sort((a, b) => a.reservationId.localeCompare(b.reservationId));
	const run: SavedRun = {
		executions: executions.map((execution) => summarizeExecution(execution, nodes)),
		answers,
		books: held.map(({ raw }) => raw),
	};
	const names = new Map(held.map((item) => [item.id, `${item.reservationId} ${item.description}`]));
	const text = JSON.stringify(run).replace(/\bsi-\d+\b/g, (id) => names.get(id) ?? id);
	return JSON.parse(text) as SavedRun;
}

function summarizeExecution(
	{ status, data }: ExecutionResult,
	nodes: Node[],
): SavedRun['executions'][number] {
	const { error, runData, lastNodeExecuted } = data.resultData;
	const looked = nodes.filter((node) => isOwn(node) || isEnd(node, lastNodeExecuted));
	const outputs = looked
		.filter(({ name }) => runData[name])
		.map(({ name }) => [name, (runData[name] ?? []).map(outputOf)]);
	return {
		status,
		...(error && { error: error.message }),
		outputs: Object.fromEntries(outputs) as Record<string, unknown>,
	};
}

/** A tool gives out over another connection than a step does. */
function outputOf({ data, error }: NodeRun): unknown {
	const connections = Object.values<Array<OutputItem[] | null>>(data ?? {});
	const items = connections.flat().map((each) => each?.map(({ json }) => json));
	return error ? { error: error.message, items } : items;
}

export function isOwn({ type }: { type: string }): boolean {
	return type.startsWith('n8n-nodes-reservation-service.');
}

/** What a data table gives out has the time in it. */
function isEnd({ name, type }: Node, last: string | undefined): boolean {
	return name === last && type !== 'n8n-nodes-base.dataTable';
}
