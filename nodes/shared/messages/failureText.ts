import type { Answer } from '../answers/outcome';
import type { FailureText } from './answerText';
import { answerText } from './answerText';
import type { RequestFailure } from '../client/requestFailure';
import { NEW_KEY, repeatable, subjectOf, wordsOfService } from './requestWords';
import { isWebPage, withoutSecrets } from '../answers/serviceMessage';

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
function isEarlierTryUnclear({ request, isUnclear, judgement }: RequestFailure): boolean {
	const isChange = request.method === 'PATCH' || request.method === 'DELETE';
	return isChange && isUnclear && judgement.verdict !== 'unclear';
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

/** The one outcome that may cost a guest money: never resent, and said plainly. */
function unclearCreation(failure: RequestFailure): FailureText {
	const { outcome } = failure;
	const why =
		outcome.kind === 'answer'
			? answerReason(failure, outcome)
			: outcome.kind === 'noAnswer'
				? outcome.happened
				: outcome.reason.message;
	const what = `The service item may or may not have been created${reservationIn(failure)}: ${why}`;
	if (failure.purpose.isProtected) {
		return {
			message: `${what}. It is safe to run this again: an item that is there already will be recognized`,
			description:
				'The reservation could not be read to find out, so nothing more was sent and the guest is not charged twice.',
		};
	}
	return {
		message: `${what}. Look at the reservation before creating it again, and set 'Prevent Duplicates' to have this checked for you`,
		description: `It was not sent again, so that the guest is not charged twice. Get Many shows whether it is there. Or set 'Prevent Duplicates', save, and retry this execution with the currently saved workflow: only what is missing is created then.`,
	};
}

function answerReason(failure: RequestFailure, { status, body }: Answer): string {
	if (isWebPage(body)) return `a web page came in place of the service's answer (status ${status})`;
	if (failure.judgement.kind === 'unreadable') {
		return `the service's answer could not be read (status ${status})`;
	}
	const words = wordsOfService(failure);
	return `the service answered with status ${status}${words ? `, ${words}` : ''}`;
}

function reservationIn({ purpose: { reservationId } }: RequestFailure): string {
	return reservationId === undefined ? '' : ` on reservation '${reservationId}'`;
}
