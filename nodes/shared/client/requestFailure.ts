import type { Outcome } from '../answers/outcome';
import type { ServiceRequest } from './serviceRequest';

/** A request that was not carried out, or whose outcome is not known. Becomes a NodeApiError in `nodeErrors`. */
export class RequestFailure extends Error {
	constructor(
		readonly request: ServiceRequest,
		/** What became of the last try. */
		readonly outcome: Outcome,
		/** True when this or an earlier try may have been carried out. */
		readonly isUnclear: boolean,
		/** Values that must not appear in any text. */
		readonly secrets: string[],
	) {
		super('The request to the reservation service did not succeed');
	}

	/** The same for a create after which an item has turned up that may be it, kept in other words. */
	withLookalike(lookalike: string): RequestFailure {
		return new RequestFailure({ ...this.request, lookalike }, this.outcome, true, this.secrets);
	}

	/** The same, after a look at the reservation has shown that it was not carried out. */
	asNotDone(): RequestFailure {
		return new RequestFailure(this.request, this.outcome, false, this.secrets);
	}
}

/** The execution was cancelled: not a failed item, whatever the Continue setting. */
export class CanceledError extends Error {
	constructor(
		/** The request that was under way, and may have been carried out. */
		readonly underWay?: ServiceRequest,
	) {
		super('The execution was canceled');
	}
}
