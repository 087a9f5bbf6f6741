import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../n8n/offers';

/** Shorter runs are over before anyone looks. */
const SHORTEST_RUN = 100;
const STEPS = 10;

/** Tells how far a long run is: ten lines in n8n's log, and in the browser's console while testing. */
export class Progress {
	private done = 0;

	private readonly itemCount: number;

	constructor(private readonly context: IExecuteFunctions) {
		this.itemCount = context.getInputData().length;
	}

	/** Notes that an item is finished, whether it succeeded or not. */
	noteItem(): void {
		this.done++;
		const step = Math.ceil(this.itemCount / STEPS);
		if (this.itemCount < SHORTEST_RUN || this.done % step !== 0) return;
		const text = `${this.context.getNode().name}: ${this.done} of ${this.itemCount} items done`;
		this.context.logger.info(text);
		this.context.sendMessageToUI(text);
	}

	/** Says something that the user should know although the run goes on. */
	warn(message: string): void {
		this.context.logger.warn(`${this.context.getNode().name}: ${message}`);
		showHint(this.context, message);
	}
}
