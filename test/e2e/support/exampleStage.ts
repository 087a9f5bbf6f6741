import path from 'node:path';
import { demoBookings } from '../../service/demoBookings';
import type { MiniatureService } from '../../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../../service/miniatureService';
import { Editor } from './editor/editor';
import { readExample } from './exampleWorkflow';
import { logIn, readInstance } from './instance';
import type { ExecutionResult } from './execution';
import type { N8nApi } from './n8nApi';
import type { WorkflowFile } from './workflowFile';
import { credentialType } from './workflows';

const examples = path.join(__dirname, '..', '..', '..', 'examples');

/** Where an example is run: the miniature service with the demo's bookings, and n8n with a credential for it. */
export class ExampleStage {
	private readonly published: string[] = [];

	private constructor(
		readonly service: MiniatureService,
		readonly api: N8nApi,
		private readonly credential: { id: string; name: string },
	) {}

	/** @param format what the credential holds of the service's API format */
	static async open(format: Record<string, unknown> = {}): Promise<ExampleStage> {
		const service = await startMiniatureService();
		const api = await logIn();
		const { accountId, key } = DEFAULT_ACCOUNT;
		const data = { baseUrl: service.url, accountId, apiKey: key, ...format };
		const name = 'Reservation Service account';
		const id = await api.createCredential({ name, type: credentialType, data });
		const stage = new ExampleStage(service, api, { id, name });
		stage.reset();
		return stage;
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
	async renewPicture(name: string, { workflowId, id }: ExecutionResult): Promise<void> {
		if (!process.env.PICTURES) return;
		if (!workflowId || !id) throw new Error('The run was not kept by n8n');
		const { url, owner } = readInstance();
		const editor = new Editor(url);
		try {
			await editor.open(owner);
			await editor.canvas.openExecution(workflowId, id);
			await editor.camera.takeCanvasPicture(`example-${name}`);
		} finally {
			await editor.close();
		}
	}

	/** The same of what a step gives out, executed anew in the editor. */
	async renewOutputPicture(name: string, workflowId: string, step: string): Promise<void> {
		if (!process.env.PICTURES) return;
		const { url, owner } = readInstance();
		const editor = new Editor(url);
		try {
			await editor.open(owner);
			await editor.canvas.openWorkflow(workflowId);
			await editor.canvas.openNode(step);
			await editor.step.execute();
			await editor.step.showJson();
			await editor.camera.takeTallPicture(name, ['output-panel'], 1400);
		} finally {
			await editor.close();
		}
	}
}
