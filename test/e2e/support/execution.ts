import { unflatten } from './flatted';

export interface OutputItem {
	json: Record<string, unknown>;
	error?: { message: string; description?: string };
	pairedItem?: unknown;
}

export interface NodeRun {
	executionStatus?: string;
	/** in milliseconds */
	executionTime?: number;
	error?: { message: string; description?: string };
	data?: { main: Array<OutputItem[] | null> };
}

/** What n8n keeps of an execution; the command line prints no more than its data. */
export interface ExecutionResult {
	/** absent when it was run from the command line */
	id?: string;
	workflowId?: string;
	status: string;
	data: {
		resultData: {
			error?: { message: string; description?: string; node?: { name: string } };
			lastNodeExecuted?: string;
			runData: Record<string, NodeRun[]>;
		};
	};
}

/** An execution as n8n hands it out, ended or not. */
export interface StoredExecution {
	id: string;
	workflowId: string;
	status: string;
	/** see flatted.ts */
	data: string;
}

const unfinished = ['new', 'running', 'waiting'];

export function hasEnded({ status }: { status: string }): boolean {
	return !unfinished.includes(status);
}

export function readStored({ id, workflowId, status, data }: StoredExecution): ExecutionResult {
	return { id, workflowId, status, data: unflatten(data) as ExecutionResult['data'] };
}
