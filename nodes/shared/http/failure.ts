import type { Failure } from 'n8n-workflow';

import type { Told } from '../n8n/userError';
import { ApiError } from '../n8n/userError';
import type { ResponseCase, ResponseClass } from './classify';
import type { FailedRequest } from './failureText';
import { failureText } from './failureText';
import type { Reply } from './reply';
import type { ServiceRequest } from './request';

const KEY_REFUSED: ResponseCase[] = ['loginRefused', 'forbidden'];

export class RequestFailure extends ApiError {
	readonly request!: ServiceRequest;
	readonly reply!: Reply;
	readonly response!: ResponseClass;
	readonly isUnclear!: boolean;

	constructor(
		failed: FailedRequest,
		/** Values that must not appear in any text. */
		readonly secrets: string[],
	) {
		super('The request to the reservation service did not succeed');
		Object.assign(this, failed);
	}

	/** The status of the answer, if there was one. */
	get status(): number | undefined {
		return this.reply.kind === 'answer' ? this.reply.status : undefined;
	}

	/** What to show of it. */
	get told(): Told {
		return failureText(this, this.secrets);
	}

	/**
	 * Where n8n keeps durable poll cursors (2.41, N8N_POLLER_DURABLE_CURSORS_ENABLED), a trigger that fails is not polled for a
	 * while: as long as the service asks for, or half an hour where somebody has to act. Elsewhere nobody reads it. A refused
	 * token may have been ended by another process: the next poll may succeed.
	 */
	get failure(): Failure | undefined {
		const { case: responseCase, signal, retryAfterMs } = this.response;
		if (signal === 'throttled') return { cause: 'rate-limited', retryAfterMs };
		if (responseCase === 'unauthorized') return { cause: 'temporarily-unavailable' };
		return KEY_REFUSED.includes(responseCase) ? { cause: 'credential-invalid' } : undefined;
	}

	/** True where it may be sent again blindly: under the same key the service makes no second charge. */
	hasKey(idempotencyKey: string | undefined): boolean {
		return idempotencyKey !== undefined && this.request.idempotencyKey === idempotencyKey;
	}
}

/** After an unclear earlier try, a failed read tells nothing new: the earlier failure stays. */
export function failureAfter(earlier: unknown, error: unknown): Error {
	const isRead = error instanceof RequestFailure && error.request.method === 'GET';
	return isRead && earlier instanceof Error ? earlier : (error as Error);
}
