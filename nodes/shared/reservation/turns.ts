import { CanceledError } from '../http/wait';

/** Those who want to change one reservation so that it comes out once, in the order in which they came. */
interface Line {
	isTaken: boolean;
	/** Stands for the execution that last changed something. */
	lastChanger?: object;
	waiting: Array<() => void>;
}

/** Lines that nobody stands in are kept this many at most: only to tell who changed something last. */
const MOST_IDLE_LINES = 1_000;

/** One turn of one execution. */
export interface Turn {
	/** Stands for the execution that last changed something, if that is known. */
	readonly lastChanger: object | undefined;
	/** Notes that something is about to be changed, and by whom: nothing is kept of it but that it is not another one. */
	noteChanger(changer: object): void;
}

/**
 * Lets the executions of one n8n process take turns: one at a time for each key, first come, first served. Nobody waits for
 * ever: whoever has a turn waits for no other one, and each of its requests has a deadline.
 */
export class Turns {
	private readonly lines = new Map<string, Line>();

	/**
	 * Does `work` when it is its turn.
	 *
	 * @param signal aborted when the user stops the execution
	 * @throws CanceledError when the execution is stopped before that
	 */
	async take<Result>(
		key: string,
		signal: AbortSignal | undefined,
		work: (turn: Turn) => Promise<Result>,
	): Promise<Result> {
		const line = this.lineOf(key);
		await turnIn(line, signal);
		try {
			const noteChanger = (changer: object): void => {
				line.lastChanger = changer;
			};
			return await work({ lastChanger: line.lastChanger, noteChanger });
		} finally {
			const next = line.waiting.shift();
			if (next) next();
			else line.isTaken = false;
			this.forgetIdle();
		}
	}

	private lineOf(key: string): Line {
		const line = this.lines.get(key) ?? { isTaken: false, waiting: [] };
		// The last one used comes last.
		this.lines.delete(key);
		this.lines.set(key, line);
		return line;
	}

	private forgetIdle(): void {
		for (const [key, { isTaken }] of this.lines) {
			if (this.lines.size <= MOST_IDLE_LINES) return;
			if (!isTaken) this.lines.delete(key);
		}
	}
}

/** The turns of this process, per account and reservation. */
export const turns = new Turns();

async function turnIn(line: Line, signal: AbortSignal | undefined): Promise<void> {
	if (signal?.aborted) throw new CanceledError();
	if (!line.isTaken) {
		line.isTaken = true;
		return;
	}
	await new Promise<void>((resolve, reject) => {
		const start = (): void => {
			signal?.removeEventListener('abort', leave);
			resolve();
		};
		const leave = (): void => {
			line.waiting.splice(line.waiting.indexOf(start), 1);
			reject(new CanceledError());
		};
		line.waiting.push(start);
		signal?.addEventListener('abort', leave);
	});
}
