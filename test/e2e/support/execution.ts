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
		/** lets the browser go on with an execution that waits for it */
		resumeToken?: string;
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
	/** see unflatten */
	data: string;
}

const unfinished = ['new', 'running', 'waiting'];

export function hasEnded({ status }: { status: string }): boolean {
	return !unfinished.includes(status);
}

export function readStored({ id, workflowId, status, data }: StoredExecution): ExecutionResult {
	return { id, workflowId, status, data: unflatten(data) as ExecutionResult['data'] };
}

/**
 * Reads the notation n8n stores execution data in (the "flatted" package's): a JSON list of values in which every text
 * inside an object or a list is the position of the value meant, so that shared and circular values survive.
 */
function unflatten(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const known = new Map<number, unknown>();

	const revive = (value: unknown): unknown =>
		typeof value === 'string' ? read(Number(value)) : value;

	const read = (position: number): unknown => {
		if (known.has(position)) return known.get(position);
		const value = values[position];
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) {
			const list: unknown[] = [];
			known.set(position, list);
			for (const entry of value) list.push(revive(entry));
			return list;
		}
		const object: Record<string, unknown> = {};
		known.set(position, object);
		for (const [key, entry] of Object.entries(value)) object[key] = revive(entry);
		return object;
	};

	return read(0);
}
