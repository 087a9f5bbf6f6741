export interface OutputItem {
	json: Record<string, unknown>;
}

interface NodeRun {
	/** in milliseconds */
	executionTime?: number;
	error?: { message: string };
	data?: { main: Array<OutputItem[] | null> };
}

/** What n8n keeps of an execution, ended or not. */
export interface ExecutionResult {
	id: string;
	workflowId: string;
	status: string;
	data: {
		/** lets the browser go on with an execution that waits for it */
		resumeToken?: string;
		resultData: {
			error?: { message: string; description?: string };
			lastNodeExecuted?: string;
			runData: Record<string, NodeRun[]>;
		};
	};
}

export function hasEnded({ status }: { status: string }): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}
