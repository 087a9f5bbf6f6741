/** A queue that serves its owners in turn, however many entries each has, and each owner's entries in order. */
export class FairQueue<Entry> {
	/** In the order in which the owners are served next; none is empty. */
	private readonly lines = new Map<object, Entry[]>();

	get isEmpty(): boolean {
		return this.lines.size === 0;
	}

	add(owner: object, entry: Entry): void {
		const line = this.lines.get(owner);
		if (line) line.push(entry);
		else this.lines.set(owner, [entry]);
	}

	/** Takes out the next entry; its owner's others come after those of everybody else. */
	next(): Entry | undefined {
		const [turn] = this.lines;
		if (turn === undefined) return undefined;
		const [owner, line] = turn;
		const entry = line.shift();
		this.lines.delete(owner);
		if (line.length > 0) this.lines.set(owner, line);
		return entry;
	}

	/** Takes out an entry that is no longer of interest. */
	remove(owner: object, entry: Entry): void {
		const left = this.lines.get(owner)?.filter((other) => other !== entry) ?? [];
		if (left.length > 0) this.lines.set(owner, left);
		else this.lines.delete(owner);
	}
}
