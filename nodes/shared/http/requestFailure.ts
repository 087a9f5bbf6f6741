import type { Outcome } from './outcome';
import type { ServiceRequest } from './request';
import type { ResponseClass } from './classify';

/** What a request is about and what it means for money, beside how it travels. */
export interface RequestPurpose {
	/** The reservation it is about, for texts; how it is sent is up to query and body. */
	reservationId?: string;
	/** True when it is just as well that the item to delete is gone already. */
	mayBeGone?: boolean;
	/** True when an earlier try of the same change may have been carried out. */
	mayHaveArrived?: boolean;
	/** True for a create that can be recognized, should it turn out to have arrived. */
	isProtected?: boolean;
}

/** All that is known about a request that did not succeed; plain data, so that n8n can keep it with an execution. */
export interface FailedRequest {
	request: ServiceRequest;
	purpose: RequestPurpose;
	/** What became of the last try. */
	outcome: Outcome;
	/** What that means. */
	response: ResponseClass;
	/** True when this or an earlier try may have been carried out. */
	isUnclear: boolean;
}

/** A request that was not carried out, or whose outcome is not known. Becomes a NodeApiError in `nodeErrors`. */
export class RequestFailure extends Error implements Readonly<FailedRequest> {
	readonly request: ServiceRequest;
	readonly purpose: RequestPurpose;
	readonly outcome: Outcome;
	readonly response: ResponseClass;
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
		this.response = failed.response;
		this.isUnclear = failed.isUnclear;
	}

	/** The status of the answer; undefined when there was none. */
	get status(): number | undefined {
		return this.outcome.kind === 'answer' ? this.outcome.status : undefined;
	}

	/** The same, after a look at the reservation has shown that it was not carried out. */
	asNotDone(): RequestFailure {
		return new RequestFailure({ ...this.failed, isUnclear: false }, this.secrets);
	}
}
