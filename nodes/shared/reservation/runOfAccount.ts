/** What reservations of an account have to know of each other in a run. */
export class RunOfAccount {
	/** A list has shown a create. */
	isShown = false;
	/** Creates that were answered, and in no list. */
	unshown = 0;
	/** Until one is shown, a reservation alone may create. */
	private first?: Promise<undefined>;

	/** Nothing more is created. */
	get isOver(): boolean {
		return this.unshown >= 2;
	}

	/**
	 * Before the first create on a reservation. Whoever may go waits for nobody.
	 *
	 * @returns what lets the others go; undefined after waiting for another one:
	 * look, and ask again
	 */
	async begin(): Promise<(() => void) | undefined> {
		if (this.first) return await this.first;
		let end = (): void => undefined;
		if (this.isShown) return end;
		this.first = new Promise((resolve) => (end = () => resolve(undefined)));
		return () => {
			this.first = undefined;
			end();
		};
	}
}
