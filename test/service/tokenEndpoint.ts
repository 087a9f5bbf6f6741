import { Refusal, answerJson } from './answer';
import type { Answer } from './answer';
import type { JsonObject } from './json';
import { readJsonObject } from './requestBody';
import type { LoggedRequest } from './requestLog';
import type { ServiceState } from './serviceState';

/** POST /token: docs/service-api.md. */
export function issueToken(request: LoggedRequest, service: ServiceState): Answer {
	if (request.headers.authorization !== undefined) {
		throw new Refusal(400, 'POST /token takes no Authorization header');
	}
	const body = readJsonObject(request);
	const accountId = readText(body, 'accountId');
	const key = readText(body, 'key');
	const account = service.accounts.find(accountId);
	if (!account || account.key !== key) return refuseCredentials(accountId, service);
	request.account = accountId;
	if (service.dialect.newTokenEndsOthers) service.tokens.revokeOf(accountId);
	return answerJson(200, {
		success: true,
		token_type: 'Bearer',
		message: 'Authentication was successful',
		token: service.tokens.issue(account),
		expires_in: service.tokens.lifetimeSeconds,
	});
}

function readText(body: JsonObject, field: string): string {
	const value = body[field];
	if (typeof value !== 'string' || value === '') {
		throw new Refusal(400, `${field} is required and must be a text`, { field });
	}
	return value;
}

function refuseCredentials(accountId: string, { dialect }: ServiceState): Answer {
	const message = `Account ${accountId} does not exist or the key does not belong to it`;
	const status = dialect.badCredentials === 'status401' ? 401 : 200;
	return answerJson(status, { success: false, message });
}
