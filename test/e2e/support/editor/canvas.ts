import type { Locator } from 'playwright-core';
import { repeatUntil } from '../repeatUntil';
import type { EditorPage } from './editorPage';

/** The workflow with its nodes, and its button. */
export class Canvas {
	/** @param url of n8n */
	constructor(
		private readonly page: EditorPage,
		private readonly url: string,
	) {}

	async openWorkflow(id: string): Promise<void> {
		await this.page.browserPage.goto(`${this.url}/workflow/${id}`);
		await this.page.find('canvas-node').first().waitFor();
		await this.page.find('zoom-to-fit').click();
	}

	/** Opens an execution, which shows the workflow with what each step did. */
	async openExecution(workflowId: string, executionId: string): Promise<void> {
		const { browserPage } = this.page;
		await browserPage.setViewportSize({ width: 1920, height: 1080 });
		await browserPage.goto(`${this.url}/workflow/${workflowId}/executions/${executionId}`);
		const preview = this.page.find('execution-preview-host');
		await preview.getByTestId('canvas-node').first().waitFor();
		await this.page.find('zoom-to-fit').click();
	}

	/** Runs the open workflow from its button and waits for the editor's word that it is done. */
	async executeWorkflow(): Promise<string> {
		await this.startExecution();
		const notification = this.page.browserPage.locator('.el-notification').last();
		await notification.waitFor();
		return await notification.innerText();
	}

	/** Runs the open workflow from its button, and does not wait for its end. */
	async startExecution(): Promise<void> {
		await this.page.find('execute-workflow-button').click();
	}

	/** Opens the panel of a node. */
	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.find('ndv').waitFor();
	}

	/** Leaves the open node's panel. */
	async closeNode(): Promise<void> {
		const panel = this.page.find('ndv');
		// In a field, Escape is the field's own.
		await repeatUntil('the panel is closed', async () => {
			if (await panel.isVisible()) await this.page.find('node-execute-button').press('Escape');
			await this.page.letEditorFollow();
			return (await panel.isHidden()) || undefined;
		});
	}

	/** Waits until a node shows that it has succeeded. */
	async waitForGreenCheck(name: string): Promise<void> {
		await this.node(name).getByTestId('canvas-node-status-success').waitFor();
	}

	private node(name: string): Locator {
		return this.page.find('canvas-node').filter({ hasText: name });
	}
}
