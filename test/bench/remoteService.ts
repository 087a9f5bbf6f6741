import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ServiceFigures, ServiceMessage, ServiceOrder, ServiceReset } from './serviceProcess';

/** The miniature service in a process of its own, so that what it costs is not counted. */
export class RemoteService {
	private constructor(
		private readonly child: ChildProcess,
		readonly url: string,
	) {}

	static async start(): Promise<RemoteService> {
		const child = fork(path.join(__dirname, 'serviceProcess.js'), { execArgv: [] });
		const [message] = (await once(child, 'message')) as [ServiceMessage];
		if (!('url' in message)) throw new Error('The service did not start');
		return new RemoteService(child, message.url);
	}

	/** Prepares the service for a run. */
	async reset(reset: ServiceReset): Promise<void> {
		await this.ask({ reset });
	}

	/** What it has seen since. */
	async figures(): Promise<ServiceFigures> {
		return await this.ask({});
	}

	stop(): void {
		this.child.disconnect();
	}

	private async ask(order: ServiceOrder): Promise<ServiceFigures> {
		this.child.send(order);
		const [message] = (await once(this.child, 'message')) as [ServiceMessage];
		if (!('figures' in message)) throw new Error('The service gave no figures');
		return message.figures;
	}
}
