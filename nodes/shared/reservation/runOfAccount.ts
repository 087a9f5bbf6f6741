/** What reservations of an account share in a run. */
export class RunOfAccount {
	/** Whether a list has shown a create; how many are in none. */
	isShown = false;
	breaches = 0;
	/** Until one is shown. */
	private first?: Promise<undefined>;

	get isOver() {
		return this.breaches >= 2;
	}

	/**
	 * Before the first create on a reservation.
	 *
	 * @returns what lets others go; undefined after waiting: look, ask again
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
