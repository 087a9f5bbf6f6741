import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Answer } from '../../../nodes/shared/http/outcome';
import { RequestFailure } from '../../../nodes/shared/http/failure';
import type { RequestPurpose } from '../../../nodes/shared/http/request';
import type { ServiceClient } from '../../../nodes/shared/http/client';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import { mapperFor } from '../../../nodes/shared/format/mapper';
import type { Session } from '../../../nodes/shared/reservation/session';

/** An answer as it was recorded; a body alone came with status 200. */
export interface Recorded {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** No answer came, although the request may have been carried out. */
	isLost?: boolean;
}
export type Respond = (request: ServiceRequest) => Recorded | Promise<Recorded>;

/** A session of Check whose requests go to a function, and those requests. */
export function checkSessionOf(
	respond: Respond,
	settings: IDataObject = {},
	timeZone = 'Europe/Berlin',
): Session & { sent: ServiceRequest[] } {
	const sent: ServiceRequest[] = [];
	const trySend = async (
		request: ServiceRequest,
		purpose: RequestPurpose = {},
	): Promise<Answer | RequestFailure> => {
		sent.push(request);
		const { status = 200, headers = {}, body, isLost = false } = await respond(request);
		const outcome: Answer = { kind: 'answer', status, headers, body, isReadable: true };
		if (status < 300 && !isLost) return outcome;
		const told = { means: 'refused', mayResend: false, isServed: true } as const;
		const response = { case: 'refused', ...told } as const;
		return new RequestFailure({ request, purpose, outcome, response, isUnclear: isLost }, []);
	};
	const send: ServiceClient['send'] = async (request, purpose) => {
		const answer = await trySend(request, purpose);
		if (answer instanceof RequestFailure) throw answer;
		return answer;
	};
	const sessionWith = (entered: IDataObject): Session => {
		const mapper = mapperFor(entered as ICredentialDataDecryptedObject, timeZone);
		return {
			client: { send, trySend, linkedAddress: (link: string) => link, mapper },
			mapper,
			settings: entered,
			withSettings: (other: IDataObject) => sessionWith({ ...entered, ...other }),
		} as unknown as Session;
	};
	return { ...sessionWith(settings), sent };
}
