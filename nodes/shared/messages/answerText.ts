import type { Answer } from '../answers/outcome';
import { waitAdvice } from '../answers/retryAfter';
import { askedWait } from '../client/retryWaits';
import type { RequestFailure } from '../client/requestFailure';
import { NEW_KEY, repeatable, subjectOf, wordsOfService } from './requestWords';
import { isWebPage, messageFromService, pageNote } from '../answers/serviceMessage';

/** What a user reads: what happened with the essential advice, and what to do next. */
export interface FailureText {
	message: string;
	description: string;
}

/** Words an answer that was not a success. */
export function answerText(failure: RequestFailure, answer: Answer): FailureText {
	const text = textByStatus(failure, answer);
	return { ...text, description: `${text.description}${pageNote(answer.body)}` };
}

/** By what its status means (SERVICE-API.md section 7, and the usual meaning of the others). */
function textByStatus(failure: RequestFailure, answer: Answer): FailureText {
	const { status } = answer;
	const words = wordsOfService(failure);
	const said = words ? `: ${words}` : '';
	const subject = subjectOf(failure);
	const { serviceId: id } = failure.request;

	switch (failure.judgement.kind) {
		case 'unreadable':
			return {
				message: isWebPage(answer.body)
					? `${subject}: a web page came in place of the service's answer. Check 'Base URL' in the credential, and whether this n8n can reach the service without a sign-in`
					: `${subject}: the service's answer could not be read, as it is not complete JSON. Check 'Base URL' in the credential if this happens every time`,
				description: repeatable(failure),
			};
		case 'severalResults':
			return {
				message: `${subject}: the service's answer does not tell (status ${status})${said}. Look at the service item`,
				description: repeatable(failure),
			};
		case 'refusalInBody':
		case 'failureInBody':
		case 'failureInBodyOfCreate':
			if (isList(failure)) return untrustedList(failure);
			return {
				message: `${subject}: the service refused it${said}. Check the fields of this item`,
				description: `The service says in its answer that it did not succeed, although the status is ${status}.`,
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
				message: `The service did not accept the values${said || ` (status ${status})`}. Check ${isList(failure) ? "'Reservation ID', the query parameters and the paging" : 'the fields of this item'}`,
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
		case 410:
			return id === undefined
				? {
						message: `The service does not know this reservation or address${said}. Check 'Reservation ID', and 'Base URL' in the credential`,
						description: 'The address must be the one to which /services is appended.',
					}
				: {
						message: `Service item '${id}' was not found${saysNoMore(words) ? '' : said}. ${failure.purpose.reservationId === undefined ? "Check 'Service Item'" : 'It was deleted meanwhile: run this again'}`,
						description:
							'It may have been deleted, or belong to another account or environment. Choose it from the list, or list the service items of the reservation with Get Many.',
					};
		case 405:
			return {
				message: `${subject}: the address does not take this kind of request (status 405)${said}. Check 'Base URL' in the credential`,
				description: 'The address must be the one to which /services is appended.',
			};
		case 408:
		case 499:
			return {
				message: `${subject}: the request did not reach the service in time (status ${status})${said}. Try again later`,
				description: repeatable(failure),
			};
		case 409:
			if (failure.request.method === 'POST') {
				return {
					message: `${subject}, as it conflicts with what the service holds${said || ' (status 409)'}. Look at the reservation, which may have this charge already`,
					description:
						"With 'Prevent Duplicates' the node looks, and a charge that is there counts as made. The reservation may also be closed for charges.",
				};
			}
			return {
				message: `${subject}, as it conflicts with what the service holds${said || ' (status 409)'}. Read the service item again before the next try`,
				description: 'It may have been changed meanwhile, or exist already.',
			};
		case 412:
		case 423:
		case 425:
		case 428:
			return {
				message: `${subject}: the service refuses it for now, because of the state of the item or the reservation (status ${status})${said}. Try again later`,
				description:
					'Nothing was changed. If this goes on, the item or its reservation may be locked or closed, or the service may demand a condition that this node does not send.',
			};
		case 429:
			return {
				message: `The service is receiving too many requests${said}. ${waitAdvice(askedWait(answer)) ?? 'Wait a moment, then try again with fewer requests at a time'}`,
				description: `Set 'Requests at a Time' or 'Requests per Second' in the credential lower. The service refused this request before doing anything.`,
			};
		default:
			return status >= 500
				? {
						message: `${subject}: the service is not working properly (status ${status})${said}. ${waitAdvice(askedWait(answer)) ?? 'Try again later'}`,
						description: repeatable(failure),
					}
				: {
						message: `${subject}: the service refused it (status ${status})${said}. Check the fields of this item`,
						description: `Check the values, and the API format in the credential.`,
					};
	}
}

function isList({ request: { method, serviceId } }: RequestFailure): boolean {
	return method === 'GET' && serviceId === undefined;
}

/** The word that told comes first, as one beside it may be about something else, such as `message: OK`. */
function untrustedList({ judgement: { failure }, secrets }: RequestFailure): FailureText {
	const { field = '', value, context } = failure ?? {};
	const said = [{ [field]: value }, context].map((from) => messageFromService(from, secrets));
	const words =
		[...new Set(said.filter((text) => text !== undefined))].join(': ') ||
		(typeof value === 'string' && /^\w+$/.test(value)
			? `${field} '${value}'`
			: `'${field}' in its answer`);
	return {
		message: `The service did not give the list but said: ${words}. Try again later, as its answer cannot be trusted`,
		description:
			'Charges that are on the reservation may be missing from it, and would be created again. Nothing was done with the list.',
	};
}

/** True for words such as "Service item not found", which would say the same once more. */
function saysNoMore(words: string | undefined): boolean {
	return words !== undefined && /^[\w\s'"-]*\bnot found[.!]?$/i.test(words);
}
