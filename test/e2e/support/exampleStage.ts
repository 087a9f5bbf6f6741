import path from 'node:path';
import { demoBookings } from '../../service/demoBookings';
import type { MiniatureService } from '../../service/miniatureService';
import { startMiniatureService } from '../../service/miniatureService';
import { Editor } from './editor/editor';
import { readExample } from './exampleWorkflow';
import { logIn, readInstance } from './instance';
import type { ExecutionResult } from './execution';
import type { N8nApi } from './n8nApi';
import { createServiceCredential } from './serviceCredential';
import type { WorkflowFile } from './workflows';

const examples = path.join(__dirname, '..', '..', '..', 'examples');

/** Where an example is run: the miniature service with the demo's bookings, and n8n with a credential for it. */
export class ExampleStage {
	service!: MiniatureService;
	api!: N8nApi;
	private credential!: { id: string; name: string };
	private readonly published: string[] = [];

	/** @param format what the credential holds of the service's API format */
	async open(format: Record<string, unknown>): Promise<void> {
		this.service = await startMiniatureService();
		this.api = await logIn();
		this.credential = await createServiceCredential(this.api, this.service, format);
		this.reset();
	}

	async close(): Promise<void> {
		for (const id of this.published) await this.api.deactivateWorkflow(id);
		await this.service.stop();
	}

	/** Puts the demo's bookings back into the books, and nothing else, and empties the log. */
	reset(): void {
		const { books, log, faults } = this.service;
		books.clear();
		for (const { reservationId, ...item } of demoBookings('2026-12-04'))
			books.add(reservationId, item);
		log.clear();
		faults.clear();
	}

	/**
	 * Imports an example and chooses the credential in it.
	 *
	 * @param edit what the user changes before saving
	 * @returns the workflow's id
	 */
	async importExample(
		file: string,
		edit: (workflow: WorkflowFile) => WorkflowFile = (workflow) => workflow,
	): Promise<string> {
		const workflow = readExample(path.join(examples, file), this.credential);
		return await this.api.createWorkflow(edit(workflow));
	}

	/** Sets an imported example to work; it rests again when the stage is closed. */
	async publish(id: string): Promise<void> {
		await this.api.activateWorkflow(id);
		this.published.push(id);
	}

	/** Renews the documentation's picture of an example, showing the run; only when pictures are asked for. */
	async renewPicture(name: string, { workflowId = '', id = '' }: ExecutionResult): Promise<void> {
		await this.photograph(async (editor) => {
			await editor.canvas.openExecution(workflowId, id);
			await editor.camera.takeCanvasPicture(`example-${name}`);
		});
	}

	/** The same of what a step gives out, executed anew in the editor. */
	async renewOutputPicture(name: string, workflowId: string, step: string): Promise<void> {
		await this.photograph(async (editor) => {
			await editor.canvas.openWorkflow(workflowId);
			await editor.canvas.openNode(step);
			await editor.step.execute();
			await editor.step.showJson();
			await editor.camera.takeTallPicture(name, ['output-panel'], 1400);
		});
	}

	private async photograph(take: (editor: Editor) => Promise<void>): Promise<void> {
		if (!process.env.PICTURES) return;
		const { url, owner } = readInstance();
		const editor = new Editor(url);
		try {
			await editor.open(owner);
			await take(editor);
		} finally {
			await editor.close();
		}
	}
}

/** Sets the stage for the tests of a file, or of a block; they build on each other unless it is reset. */
export function useExampleStage(format: Record<string, unknown> = {}): ExampleStage {
	const stage = new ExampleStage();
	beforeAll(() => stage.open(format));
	afterAll(() => stage.close());
	return stage;
}
