/** What is known of a number of things; of those that were used longest ago it forgets. */
export class BoundedMap<Value> {
	private readonly entries = new Map<string, Value>();

	/** @param mayForget false for what is in use */
	constructor(
		private readonly most: number,
		private readonly create: () => Value,
		private readonly mayForget: (value: Value) => boolean = () => true,
	) {}

	/** What is known of one; to be asked for anew each time, as it may be forgotten. */
	of(key: string): Value {
		const value = this.entries.get(key) ?? this.create();
		this.entries.delete(key);
		const isFull = this.entries.size >= this.most;
		const oldest = [...(isFull ? this.entries : [])].find(([, each]) => this.mayForget(each));
		if (oldest) this.entries.delete(oldest[0]);
		this.entries.set(key, value);
		return value;
	}
}
