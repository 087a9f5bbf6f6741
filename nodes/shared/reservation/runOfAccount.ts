/** What reservations of an account know of each other in a run. */
export class RunOfAccount {
	/** Whether a list has shown a create, and how many are in none. */
	isShown = false;
	unshown = 0;
	/** Until one is shown. */
	private first?: Promise<undefined>;

	get isOver(): boolean {
		return this.unshown >= 2;
	}

	/**
	 * Before the first create on a reservation. Who may go waits for nobody.
	 *
	 * @returns what lets others go; undefined after waiting: look, and ask again
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
