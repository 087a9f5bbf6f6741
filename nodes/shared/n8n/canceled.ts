/** The execution was stopped: not a failed item, whatever the Continue setting. */
export class CanceledError extends Error {
	constructor(
		/** What became of the request that was under way, and may have been carried out. */
		readonly underWay?: Error,
	) {
		super('The execution was canceled');
	}
}
