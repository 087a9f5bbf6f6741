/** With a key, jobs of the same are done one after the other. */
export interface Job {
	name: string;
	orderKey?: string;
}

/** Work that goes on until it is told to finish, and what happened in which order. */
export class Workshop {
	readonly events: string[] = [];
	running = 0;
	peak = 0;
	private readonly finishers = new Map<string, () => void>();

	readonly work = async ({ name }: Job): Promise<void> => {
		this.events.push(`start ${name}`);
		this.peak = Math.max(this.peak, ++this.running);
		await new Promise<void>((resolve) => this.finishers.set(name, resolve));
		this.running--;
		this.events.push(`end ${name}`);
	};

	async finish(...names: string[]): Promise<void> {
		for (const name of names) {
			this.finishers.get(name)?.();
			await settle();
		}
	}

	/** Finishes whatever runs, the latest first, until nothing does. */
	async finishAll(): Promise<void> {
		for (let name = this.latest(); name !== undefined; name = this.latest())
			await this.finish(name);
	}

	started(): string[] {
		return this.names('start ');
	}

	private latest(): string | undefined {
		const ended = this.names('end ');
		return this.started()
			.reverse()
			.find((name) => !ended.includes(name));
	}

	private names(kind: string): string[] {
		return this.events
			.filter((event) => event.startsWith(kind))
			.map((event) => event.slice(kind.length));
	}
}

/** Lets everything that can go on without further work go on. */
export async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
