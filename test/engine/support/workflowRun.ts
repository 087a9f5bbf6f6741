import {
	type ExecutionStatus,
	type IDataObject,
	type INodeExecutionData,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { serialize } from './loadedPackage';

/** An error as n8n shows it to the user. */
export interface ShownError {
	name: string;
	message: string;
	description?: string | null;
	/** The HTTP status, as text. */
	httpCode?: string | null;
	context?: IDataObject;
}

/** All that the error panel shows: the title, and what stands below it. */
export function panelOf(error: ShownError | undefined): string {
	return `${error?.message}. ${error?.description ?? ''}`;
}

/** A finished execution, seen from one of its nodes. */
export class WorkflowRun {
	constructor(
		private readonly execution: IRun,
		private readonly resultNode: string,
	) {}

	/** As n8n shows it: the engine of n8n before 2.1 leaves it to n8n to see that a failed run is over. */
	get status(): ExecutionStatus {
		const { status } = this.execution;
		return status === 'running' && this.error !== undefined ? 'error' : status;
	}

	get error(): ShownError | undefined {
		return this.execution.data.resultData.error;
	}

	/**
	 * The items that one output of the last node gave in its last run: 0 is the first, 1 the error output if there is one. None if it
	 * failed or was not reached.
	 */
	output(index = 0): INodeExecutionData[] {
		return this.runs.at(-1)?.data?.main?.[index] ?? [];
	}

	/** What `output` gives, without anything but the items' JSON. */
	json(index = 0): IDataObject[] {
		return this.output(index).map(({ json }) => json);
	}

	/** Each time the last node ran, a loop having several. */
	private get runs(): ITaskData[] {
		return this.execution.data.resultData.runData[this.resultNode] ?? [];
	}

	/** Notes n8n shows with the last node. */
	get hints(): NodeExecutionHint[] {
		return this.runs.flatMap(({ hints }) => hints ?? []);
	}

	/** What n8n's database holds of this execution: everything has been text once. */
	get database(): IRunExecutionData {
		return JSON.parse(JSON.stringify(this.execution.data)) as IRunExecutionData;
	}

	/** The text n8n stores of this execution: items, errors, node contexts and all. */
	get stored(): string {
		return serialize(this.execution.data);
	}
}
