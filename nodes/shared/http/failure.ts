import type { Told } from '../n8n/userError';
import { ApiError } from '../n8n/userError';
import type { Reply } from './reply';
import type { ServiceRequest } from './request';

/** A request that was not done, or may not have been. */
export class RequestFailure extends ApiError {
	/** Of this and all tries before. `refused`: certainly not carried out. */
	readonly outcome: 'refused' | 'unclear';
	/** Of the last answer; 2xx: it was answered, and cannot be read. */
	readonly status: number | undefined;
	readonly isJson: boolean;
	/** Our own Timeout ended it: it may still be under way. */
	readonly isOwnTimeout: boolean;
	readonly told: Told;

	constructor(
		readonly request: ServiceRequest,
		reply: Reply,
		reason: Told,
	) {
		super('The request to the reservation service did not succeed');
		const answer = 'status' in reply ? reply : undefined;
		this.outcome = request.mayHaveArrived ? 'unclear' : 'refused';
		this.status = answer?.status;
		this.isJson = answer?.isJson ?? false;
		this.isOwnTimeout = 'trouble' in reply && reply.trouble === 'timeout';
		const what = `${subjectOf(request)}: ${reason.what}`;
		const isUnclearCreate = request.mayHaveArrived && request.method === 'POST';
		const next = isUnclearCreate ? nextAfterUnclear(request) : reason;
		this.told = { ...next, what };
	}
}

function subjectOf(request: ServiceRequest): string {
	const { method, serviceId, reservationId, mayHaveArrived } = request;
	const item = serviceId ? `service item '${serviceId}'` : 'service items';
	if (method === 'GET') return `The ${item} could not be read`;
	if (method === 'POST') {
		const where = reservationId ? ` on reservation '${reservationId}'` : '';
		return mayHaveArrived
			? `The service item may or may not have been created${where}`
			: 'The service item was not created';
	}
	const isUpdate = method === 'PATCH';
	if (!mayHaveArrived) {
		return `The ${item} was not ${isUpdate ? 'updated' : 'deleted'}`;
	}
	const change = isUpdate ? 'update' : 'deletion';
	return `The ${change} of ${item} may or may not have been carried out, and can be run again`;
}

/**
 * Of the one outcome that may cost a guest money: never sent again blindly, and
 * said plainly.
 */
function nextAfterUnclear({ isProtected }: ServiceRequest) {
	if (isProtected) {
		return {
			advice: 'Run this again: it looks first, and recognizes what is there',
			more: 'It may still arrive: look at the reservation later.',
		};
	}
	return {
		advice:
			'Look at the reservation before creating it again: Get Many shows whether it is there',
		more: "It is not sent again blindly, so that the guest is not charged twice. 'Prevent Duplicates' looks for it by itself.",
	};
}
