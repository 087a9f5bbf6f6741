import { RequestFailure } from '../../../nodes/shared/http/failure';
import type { Answer } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import type { Session } from '../../../nodes/shared/http/session';
import type { Settings } from './format';
import { formatWith } from './format';

export type Service = (request: ServiceRequest) => Answer;

let accounts = 0;

/** A session with an account of its own, of a service that is asked without a network; what is no 2xx fails. */
export function sessionWith(service: Service, settings: Settings = {}): Session {
	const send = (request: ServiceRequest): Promise<Answer> => {
		const answer = service(request);
		if (answer.status < 300) return Promise.resolve(answer);
		return Promise.reject(new RequestFailure(request, answer));
	};
	const account = `account ${++accounts}`;
	return { send, format: formatWith(settings), account } as unknown as Session;
}
