import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { accessTokens } from '../../../nodes/shared/access/accessTokens';
import { contextOf } from '../../../nodes/shared/access/requestContext';
import type { Outcome } from '../../../nodes/shared/answers/outcome';
import { AuthorizedSender, type SendLimits } from '../../../nodes/shared/client/authorizedSender';
import type { ServiceRequest } from '../../../nodes/shared/client/serviceRequest';
import { accessWith } from './access';
import { DEFAULT_API_FORMAT } from './defaultFormat';
import { judged } from './outcomes';

type Data = ICredentialDataDecryptedObject;

let accounts = 0;

interface Situation {
	/** The tokens the service takes. */
	valid: string[];
	/** The tokens of the logins to come. */
	logins?: string[];
	/** The token that another process has stored meanwhile. */
	stored?: string;
	/** Called with every request. */
	onRequest?: () => void;
	/** What n8n throws instead of sending. */
	refusal?: Error;
	/** Why the login before it did not succeed. */
	failedLogin?: Error;
	body?: string;
}

/** A sender whose credential has the token T0, and the tokens its requests were sent with. */
export function senderIn({
	valid,
	logins = [],
	stored = 'T0',
	onRequest,
	refusal,
	failedLogin,
	body = '[]',
}: Situation) {
	const access = accessWith({ accountId: `sender-${++accounts}`, accessToken: 'T0' });
	const tokens: string[] = [];
	let inDatabase = stored;
	/** As n8n does: it logs in for an empty token, stores the new one, and writes it into the credential. */
	const request = async (
		_type: string,
		_options: object,
		{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: Data } },
	): Promise<IN8nHttpFullResponse> => {
		if (data.accessToken === '') {
			const login = async () => await Promise.resolve(logins.shift() ?? 'nothing');
			const { request: asked = {} } = contextOf(data);
			data.accessToken = (await accessTokens.renew(access, asked, login)).token;
			inDatabase = data.accessToken;
		}
		if (failedLogin) contextOf(data).failedLogin = failedLogin;
		if (refusal) throw refusal;
		contextOf(data).isSigned = true;
		tokens.push(data.accessToken as string);
		onRequest?.();
		const statusCode = valid.includes(data.accessToken as string) ? 200 : 401;
		return { statusCode, headers: {}, body };
	};
	const context = {
		helpers: { httpRequestWithAuthentication: request },
		getNode: () => ({ credentials: {} }),
		getCredentials: async () =>
			await Promise.resolve(accessWith({ accountId: access.accountId, accessToken: inDatabase })),
	} as unknown as IAllExecuteFunctions;
	const credential = { id: '1', name: 'c', type: 'reservationServiceApi', data: { ...access } };
	const sender = new AuthorizedSender(context, credential, DEFAULT_API_FORMAT);
	const judgedAnswers: Outcome[] = [];
	const send = async (request: ServiceRequest, limits: SendLimits): Promise<Outcome> => {
		const { outcome } = await sender.send(request, limits, (answer) => {
			judgedAnswers.push(answer);
			return judged(request.method, answer);
		});
		return outcome;
	};
	return { send, judgedAnswers, tokens, access, credential, context };
}
