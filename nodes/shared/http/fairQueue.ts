/** What an owner has waiting, in the order in which it came. */
interface Line<Entry> {
	owner: object;
	entries: Entry[];
	/** True from when it was served until a newcomer has gone before it. */
	letsPass: boolean;
}

/**
 * Round robin between owners, however many entries each has. A newcomer goes before those who have just been served, so that
 * a webhook never waits for a bulk run; each of these lets pass once between two turns of its own.
 */
export class FairQueue<Entry> {
	/** In the order in which they are served next; none is empty. */
	private lines: Array<Line<Entry>> = [];

	get isEmpty(): boolean {
		return this.lines.length === 0;
	}

	add(owner: object, entry: Entry): void {
		const own = this.lines.find((line) => line.owner === owner);
		if (own) return void own.entries.push(entry);
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
	remove(entry: Entry): void {
		for (const line of this.lines) line.entries = line.entries.filter((other) => other !== entry);
		this.lines = this.lines.filter(({ entries }) => entries.length > 0);
	}
}
