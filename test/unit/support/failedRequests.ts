import { failureTextOf } from '../../../nodes/shared/messages/failureText';
import type { Outcome } from '../../../nodes/shared/answers/outcome';
import type { RequestPurpose } from '../../../nodes/shared/client/requestPurpose';
import type { ServiceRequest } from '../../../nodes/shared/client/serviceRequest';
import { failedWith } from './outcomes';

/** What no text may repeat. */
export const SECRETS = ['key-of-hotel-1', 'T1-token'];

export type AnyRequest = ServiceRequest & RequestPurpose;

export const LIST: AnyRequest = { method: 'GET', reservationId: 'R-1' };
export const GET: AnyRequest = { method: 'GET', serviceId: 'S-1' };
export const CREATE: AnyRequest = { method: 'POST', reservationId: 'R-1', body: {} };
export const UPDATE: AnyRequest = { method: 'PATCH', serviceId: 'S-1', body: {} };
export const DELETE: AnyRequest = { method: 'DELETE', serviceId: 'S-1' };

/** What a user reads when a request has come to this. */
export function textOf(request: AnyRequest, outcome: Outcome, unclear?: boolean) {
	return failureTextOf(failedWith(request, outcome, SECRETS, unclear));
}
