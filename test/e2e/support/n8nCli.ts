import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionResult } from './execution';
import { findFreePort } from './freePort';
import type { Credential } from './n8nApi';
import type { N8nHost } from './n8nFolder';
import { describeEnvironment } from './n8nFolder';

const run = promisify(execFile);

/** n8n's command line on one user folder. Every command is a process of its own, as a restarted n8n would be. */
export class N8nCli {
	constructor(
		private readonly host: N8nHost,
		private readonly userFolder: string,
	) {}

	/** @param credential with its data in plain text */
	async importCredential(credential: Credential & { id: string }): Promise<void> {
		await this.importFile('import:credentials', [credential]);
	}

	/** @param workflow a workflow with an `id`, as the editor's Download writes it */
	async importWorkflow(workflow: object): Promise<void> {
		// n8n 1 insists on it.
		await this.importFile('import:workflow', { active: false, ...workflow });
	}

	/**
	 * Runs a workflow from its manual trigger.
	 *
	 * @returns the result, failed executions included
	 * @throws Error with n8n's output when there is no result to read
	 */
	async execute(workflowId: string): Promise<ExecutionResult> {
		const output = await this.command('execute', `--id=${workflowId}`, '--rawOutput');
		const result = /^\{$[^]*?^\}$/m.exec(output);
		if (!result) throw new Error(`n8n printed no result:\n${output}`);
		return JSON.parse(result[0]) as ExecutionResult;
	}

	private async command(...words: string[]): Promise<string> {
		const env = describeEnvironment(this.userFolder, {
			...this.host.environment,
			N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
			// The result is part of the log, at this level.
			N8N_LOG_LEVEL: 'info',
		});
		const options = { env, maxBuffer: 64 * 1024 * 1024 };
		const command = run(this.host.node, [this.host.n8n, ...words], options);
		// What n8n has to say stands in its output, of which the error tells only a part.
		const { stdout, stderr } = await command.catch((error: Error & { stdout: string }) => {
			throw new Error(`${error.message}\n${error.stdout}`);
		});
		return stdout + stderr;
	}

	private async importFile(command: string, content: object): Promise<void> {
		const file = path.join(this.userFolder, 'import.json');
		writeFileSync(file, JSON.stringify(content));
		await this.command(command, `--input=${file}`);
	}
}
