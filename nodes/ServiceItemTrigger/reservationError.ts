import type { IPollFunctions } from 'n8n-workflow';

import type { NodeError } from '../shared/http/nodeErrors';
import { toNodeError } from '../shared/http/nodeErrors';

/** Why a reservation could not be read, with its ID. */
export function reservationError(
	context: IPollFunctions,
	reservationId: string,
	error: unknown,
): NodeError {
	const nodeError = toNodeError(context.getNode(), error);
	nodeError.message = `Reservation '${reservationId}': ${nodeError.message}`;
	return nodeError;
}
