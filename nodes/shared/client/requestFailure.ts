import type { Outcome } from '../answers/outcome';
import type { Judgement } from './judgement';
import type { RequestPurpose } from './requestPurpose';
import type { ServiceRequest } from './serviceRequest';

/** All that is known about a request that did not succeed. */
export interface FailedRequest {
	request: ServiceRequest;
	purpose: RequestPurpose;
	/** What became of the last try. */
	outcome: Outcome;
	/** What that means. */
	judgement: Judgement;
	/** True when this or an earlier try may have been carried out. */
	isUnclear: boolean;
}

/** A request that was not carried out, or whose outcome is not known. Becomes a NodeApiError in `nodeErrors`. */
export class RequestFailure extends Error implements Readonly<FailedRequest> {
	readonly request: ServiceRequest;
	readonly purpose: RequestPurpose;
	readonly outcome: Outcome;
	readonly judgement: Judgement;
	readonly isUnclear: boolean;

	constructor(
		private readonly failed: FailedRequest,
		/** Values that must not appear in any text. */
		readonly secrets: string[],
	) {
		super('The request to the reservation service did not succeed');
		this.request = failed.request;
		this.purpose = failed.purpose;
		this.outcome = failed.outcome;
		this.judgement = failed.judgement;
		this.isUnclear = failed.isUnclear;
	}

	/** The same, after a look at the reservation has shown that it was not carried out. */
	asNotDone(): RequestFailure {
		return new RequestFailure({ ...this.failed, isUnclear: false }, this.secrets);
	}
}

/** The execution was cancelled: not a failed item, whatever the Continue setting. */
export class CanceledError extends Error {
	constructor(
		/** What became of the request that was under way, and may have been carried out. */
		readonly underWay?: RequestFailure,
	) {
		super('The execution was canceled');
	}
}
