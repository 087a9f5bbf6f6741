import path from 'node:path';
import { Editor } from './editor/editor';
import { readExample } from './exampleWorkflow';
import type { ExecutionResult } from './execution';
import { book, logIn, openStage, type Stage } from './stage';
import type { WorkflowFile } from './workflows';

const examples = path.join(__dirname, '..', '..', '..', 'examples');
/** How examples begin that have no trigger of their own. */
export const BY_HAND = 'When clicking ‘Execute workflow’';

/** Where the examples are run: the service has the demo's bookings. */
interface ExampleStage extends Stage {
	/**
	 * Imports an example and chooses the credential in it.
	 * @param edit what the user changes before saving
	 * @returns the workflow's id
	 */
	importExample(name: string, edit?: (workflow: WorkflowFile) => WorkflowFile): Promise<string>;
	/** Imports an example and sets it to work; it rests again when the stage is closed. */
	publish(name: string): Promise<string>;
	/** Sends JSON to the webhook of a published example, and reads the JSON of its answer. */
	call(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** Sets the stage for the tests of a file; they build on each other unless the books are filled anew. */
export function useExampleStage(): ExampleStage {
	const stage = {} as ExampleStage;
	const published: string[] = [];

	beforeAll(async () => {
		Object.assign(stage, await openStage(await logIn()));
		book(stage.service);
	});

	afterAll(async () => {
		for (const id of published) await stage.api.deactivateWorkflow(id);
		await stage.service.stop();
	});

	stage.importExample = async (name, edit = (workflow) => workflow) => {
		const workflow = readExample(path.join(examples, `${name}.json`), stage.credential);
		return await stage.api.createWorkflow(edit(workflow));
	};
	stage.publish = async (name) => {
		const id = await stage.importExample(name);
		await stage.api.activateWorkflow(id);
		published.push(id);
		return id;
	};
	stage.call = async (where, body) => {
		const headers = { 'content-type': 'application/json' };
		const sent = { method: 'POST', headers, body: JSON.stringify(body) };
		const response = await fetch(`${stage.api.url}/webhook/${where}`, sent);
		const told = (await response.json()) as Record<string, unknown>;
		return { status: response.status, body: told };
	};
	return stage;
}

/** Renews the documentation's picture of an example, showing the run; only when pictures are asked for. */
export async function renewPicture(
	name: string,
	{ workflowId, id }: ExecutionResult,
): Promise<void> {
	if (!process.env.PICTURES) return;
	const editor = await Editor.open();
	try {
		await editor.openExecution(workflowId, id);
		await editor.camera.takeCanvasPicture(`example-${name}`);
	} finally {
		await editor.close();
	}
}
