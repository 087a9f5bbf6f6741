/** A workflow as the editor's Download writes it, and Import from File reads it. */
export interface WorkflowFile {
	name: string;
	nodes: Array<Record<string, unknown> & { name: string; type: string }>;
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	[more: string]: unknown;
}
