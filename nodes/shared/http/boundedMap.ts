/** What is known of a number of things; of those that were used longest ago it forgets. */
export class BoundedMap<Value> {
	private readonly entries = new Map<string, Value>();

	/** @param mayForget false for what is in use */
	constructor(
		private readonly most: number,
		private readonly create: () => Value,
		private readonly mayForget: (value: Value) => boolean = () => true,
	) {}

	get size(): number {
		return this.entries.size;
	}

	/** What is known of one; to be asked for anew each time, as it may be forgotten. */
	of(key: string): Value {
		const known = this.entries.get(key);
		const value = known ?? this.create();
		this.entries.delete(key);
		if (known === undefined && this.entries.size >= this.most) this.forgetOne();
		this.entries.set(key, value);
		return value;
	}

	has(key: string): boolean {
		return this.entries.has(key);
	}

	keys(): Iterable<string> {
		return this.entries.keys();
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	private forgetOne(): void {
		for (const [key, value] of this.entries) {
			if (!this.mayForget(value)) continue;
			this.entries.delete(key);
			return;
		}
	}
}
