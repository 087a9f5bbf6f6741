/** What an owner has waiting. */
interface Line<Entry> {
	owner: object;
	/** In the order in which they came; never empty. */
	entries: Entry[];
	/** True from when it was served until a newcomer has gone before it. */
	letsPass: boolean;
}

/**
 * A queue that serves its owners in turn, however many entries each has, and each owner's entries in order. A newcomer goes
 * before those who have just been served, as a small execution does before a bulk run: but each of these lets pass only once
 * between two turns of its own.
 */
export class FairQueue<Entry> {
	/** In the order in which they are served next. */
	private readonly lines: Array<Line<Entry>> = [];

	get isEmpty(): boolean {
		return this.lines.length === 0;
	}

	add(owner: object, entry: Entry): void {
		const own = this.lines.find((line) => line.owner === owner);
		if (own) {
			own.entries.push(entry);
			return;
		}
		let place = this.lines.length;
		while (this.lines[place - 1]?.letsPass) place--;
		for (const passed of this.lines.slice(place)) passed.letsPass = false;
		this.lines.splice(place, 0, { owner, entries: [entry], letsPass: false });
	}

	/** Takes out the next entry; its owner's others come after those of everybody else who waits. */
	next(): Entry | undefined {
		const line = this.lines.shift();
		const entry = line?.entries.shift();
		if (line && line.entries.length > 0) this.lines.push({ ...line, letsPass: true });
		return entry;
	}

	/** Takes out an entry that is no longer of interest. */
	remove(owner: object, entry: Entry): void {
		const place = this.lines.findIndex((line) => line.owner === owner);
		const line = this.lines[place];
		if (!line) return;
		line.entries = line.entries.filter((other) => other !== entry);
		if (line.entries.length === 0) this.lines.splice(place, 1);
	}
}
