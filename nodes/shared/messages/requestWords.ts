import { messageFromService } from '../answers/serviceMessage';
import type { RequestFailure } from '../client/requestFailure';

const ACTIONS = { PATCH: 'updated', DELETE: 'deleted' };

/** What a missing scope takes (SERVICE-API.md section 5). */
export const NEW_KEY =
	'The scopes of an API key are fixed when it is generated, so a new API key with the needed scope has to be generated and put into the credential.';

/** What did not happen, as the beginning of a sentence. */
export function subjectOf({ request, isUnclear: mayBeDone }: RequestFailure): string {
	const what =
		request.serviceId === undefined ? 'service items' : `service item '${request.serviceId}'`;
	if (request.method === 'GET') return `The ${what} could not be read`;
	if (request.method === 'POST') return 'The service item was not created';
	const not = mayBeDone ? 'may or may not have been' : 'was not';
	return `The ${what} ${not} ${ACTIONS[request.method]}`;
}

/** What running the workflow again would do. */
export function repeatable({ request, isUnclear: mayBeDone }: RequestFailure): string {
	if (request.method === 'GET') return 'Nothing was changed. Run the workflow again later.';
	return mayBeDone
		? 'It is safe to run this again: doing it twice has the same result as doing it once.'
		: 'Run the workflow again later.';
}

/** What the service said about it, in its own words; those next to what told of the failure count first. */
export function wordsOfService({
	outcome,
	judgement: { failure },
	secrets,
}: RequestFailure): string | undefined {
	if (outcome.kind !== 'answer') return undefined;
	return (
		messageFromService(outcome.body, secrets) ??
		(failure && messageFromService(failure.context, secrets))
	);
}
