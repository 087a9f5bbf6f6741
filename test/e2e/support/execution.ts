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

/**
 * Reads the notation n8n stores execution data in (the "flatted" package's): a JSON list of values in which every text
 * inside an object or a list is the position of the value meant, so that shared and circular values survive.
 */
export function unflatten(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	for (const value of values) {
		if (typeof value !== 'object' || value === null) continue;
		const entries = value as Record<string, unknown>;
		for (const [key, entry] of Object.entries(entries)) {
			if (typeof entry === 'string') entries[key] = values[Number(entry)];
		}
	}
	return values[0];
}
