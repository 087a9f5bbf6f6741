import type { Answer } from '../http/outcome';
import { askedWait, isUnclear, LONGEST_RETRY_AFTER_MS } from '../http/retryRules';
import type { RequestFailure } from './requestFailure';
import { messageFromService, withoutSecrets } from './serviceWords';

/** What a user reads: what happened with the essential advice, and what to do next. */
export interface FailureText {
	message: string;
	description: string;
}

const ACTIONS = { PATCH: 'updated', DELETE: 'deleted' };

const NEW_KEY =
	'The scopes of an API key are fixed when it is generated, so a new API key with the needed scope has to be generated and put into the credential.';

/** Words a failed request for the user. The service's own words come first wherever it gave any. */
export function failureTextOf(failure: RequestFailure): FailureText {
	const { message, description } = textFor(failure);
	return {
		message: withoutSecrets(message, failure.secrets),
		description: withoutSecrets(
			isEarlierTryUnclear(failure) ? afterUnclearTry(failure) : description,
			failure.secrets,
		),
	};
}

/** True when the last try was certainly refused or never sent, but a change may have been made by one before it. */
function isEarlierTryUnclear({ request, isUnclear: mayBeDone, outcome }: RequestFailure): boolean {
	const isChange = request.method === 'PATCH' || request.method === 'DELETE';
	return isChange && mayBeDone && !isUnclear(outcome);
}

function afterUnclearTry(failure: RequestFailure): string {
	const { outcome } = failure;
	const isScope = outcome.kind === 'answer' && [401, 403].includes(outcome.status);
	return `An earlier try may have been carried out. ${isScope ? NEW_KEY : repeatable(failure)}`;
}

function textFor(failure: RequestFailure): FailureText {
	const { outcome, request } = failure;
	if (failure.isUnclear && request.method === 'POST') return unclearCreation(failure);
	switch (outcome.kind) {
		case 'notSent':
			return { message: outcome.reason.message, description: outcome.reason.description ?? '' };
		case 'noAnswer':
			return {
				message: `${subjectOf(failure)}: ${outcome.happened}. ${outcome.remedy}${outcome.isTimeout ? `, or give it longer with the option 'Timeout'` : ''}`,
				description: outcome.isUnsent ? 'Nothing was sent to the service.' : repeatable(failure),
			};
		case 'answer':
			return answerText(failure, outcome);
	}
}

function answerText(failure: RequestFailure, answer: Answer): FailureText {
	const { status } = answer;
	const words = messageFromService(answer.body, failure.secrets);
	const said = words ? `: ${words}` : '';
	const subject = subjectOf(failure);
	const id = failure.request.serviceId;

	if (status < 300 && answer.isReadable) {
		return {
			message: `${subject}: the service refused it${said}. Check the fields of this item`,
			description: 'The service answered with success: false, so nothing was done.',
		};
	}
	if (status < 300) {
		return {
			message: `${subject}: the service's answer could not be read, as it is not complete JSON. Check 'Base URL' in the credential if this happens every time`,
			description: repeatable(failure),
		};
	}
	if (status < 400) {
		return {
			message: `${subject}: the service answered with a redirect (status ${status}). Put the final address into 'Base URL' in the credential`,
			description:
				'Redirects are not followed, so that neither the token nor a charge goes to another address.',
		};
	}
	switch (status) {
		case 400:
		case 422:
			return {
				message: `The service did not accept the values${said || ` (status ${status})`}. Check the fields of this item`,
				description: `If the service expects other field names or formats, set them under 'Custom API Format' in the credential.`,
			};
		case 401:
			return {
				message: `The service refused the access token even after a new login${said}. If the API key lacks the scope for this operation, a new API key is required`,
				description: `${NEW_KEY} Also check 'Account ID', 'API Key' and the environment.`,
			};
		case 403:
			return {
				message: `The API key's scope does not include this operation${said}. A new API key with the needed scope is required`,
				description: NEW_KEY,
			};
		case 404:
			return id === undefined
				? {
						message: `The service does not know this reservation or address${said}. Check 'Reservation ID', and 'Base URL' in the credential`,
						description: 'The address must be the one to which /services is appended.',
					}
				: {
						message: `Service item '${id}' was not found${said}. Check 'Service Item'`,
						description:
							'It may have been deleted, or belong to another account or environment. Choose it from the list, or list the service items of the reservation with Get Many.',
					};
		case 409:
			return {
				message: `${subject}, as it conflicts with what the service holds${said || ' (status 409)'}. Read the service item again before the next try`,
				description: 'It may have been changed meanwhile, or exist already.',
			};
		case 429:
			return {
				message: `The service is receiving too many requests${said}. ${waitAdvice(answer)}`,
				description: `Set the options 'Max Concurrency' and 'Requests per Second' lower. The service refused this request before doing anything.`,
			};
		default:
			return status >= 500
				? {
						message: `${subject}: the service is not working properly (status ${status})${said}. Try again later`,
						description: repeatable(failure),
					}
				: {
						message: `${subject}: the service refused it (status ${status})${said}. Check the fields of this item`,
						description: `Check the values, and the API format in the credential.`,
					};
	}
}

/** The one outcome that may cost a guest money: never resent, and said plainly. */
function unclearCreation(failure: RequestFailure): FailureText {
	const { outcome } = failure;
	const why =
		outcome.kind === 'answer'
			? answerReason(outcome, failure.secrets)
			: outcome.kind === 'noAnswer'
				? outcome.happened
				: outcome.reason.message;
	const what = `The service item may or may not have been created${reservationIn(failure)}: ${why}`;
	if (failure.request.isProtected) {
		return {
			message: `${what}. It is safe to run this again: an item that is there already will be recognized`,
			description:
				'The reservation could not be read to find out, so nothing more was sent and the guest is not charged twice.',
		};
	}
	return {
		message: `${what}. Look at the reservation before creating it again, and set 'Prevent Duplicates' to have this checked for you`,
		description: `It was not sent again, so that the guest is not charged twice. List the reservation's service items with Get Many to see whether it is there.`,
	};
}

function answerReason(answer: Answer, secrets: string[]): string {
	const words = messageFromService(answer.body, secrets);
	return answer.status < 300
		? `the service's answer could not be read (status ${answer.status})`
		: `the service answered with status ${answer.status}${words ? `, ${words}` : ''}`;
}

function reservationIn({ request }: RequestFailure): string {
	return request.reservationId === undefined ? '' : ` on reservation '${request.reservationId}'`;
}

function subjectOf({ request, isUnclear: mayBeDone }: RequestFailure): string {
	const what =
		request.serviceId === undefined ? 'service items' : `service item '${request.serviceId}'`;
	if (request.method === 'GET') return `The ${what} could not be read`;
	if (request.method === 'POST') return 'The service item was not created';
	const not = mayBeDone ? 'may or may not have been' : 'was not';
	return `The ${what} ${not} ${ACTIONS[request.method]}`;
}

function repeatable({ request, isUnclear: mayBeDone }: RequestFailure): string {
	if (request.method === 'GET') return 'Nothing was changed. Run the workflow again later.';
	return mayBeDone
		? 'It is safe to run this again: doing it twice has the same result as doing it once.'
		: 'Run the workflow again later.';
}

function waitAdvice(answer: Answer): string {
	const wait = askedWait(answer);
	if (wait === undefined) return 'Wait a moment, then try again with fewer requests at a time';
	const seconds = Math.ceil(wait / 1000);
	return wait > LONGEST_RETRY_AFTER_MS
		? `It asks to wait ${seconds} seconds, which is too long to wait here: run the workflow again after that`
		: `It asks to wait ${seconds} seconds`;
}
