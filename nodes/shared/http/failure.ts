import type { Answer, NoAnswer, Outcome, ResponseClass } from './outcome';
import type { ServiceRequest } from './request';
import { isList } from './request';
import type { ResponseCase } from './responses';
import { RESPONSES } from './responses';
import { isWebPage, withoutSecrets, wordsIn } from './serviceWords';
import { LONGEST_WAIT_MS } from './wait';

/** What is known of a request that did not succeed; plain data, so that n8n can keep it with an execution. */
export type FailedRequest = Pick<RequestFailure, 'request' | 'outcome' | 'response' | 'isUnclear'>;

export class RequestFailure extends Error {
	readonly request!: ServiceRequest;
	readonly outcome!: Outcome;
	readonly response!: ResponseClass;
	/** True when this or an earlier try may have been carried out. */
	readonly isUnclear!: boolean;

	constructor(
		failed: FailedRequest,
		/** Values that must not appear in any text. */
		readonly secrets: string[],
	) {
		super('The request to the reservation service did not succeed');
		Object.assign(this, failed);
	}

	/** After a look at the reservation has shown that it was not carried out. */
	asNotDone(): RequestFailure {
		return new RequestFailure({ ...this, isUnclear: false }, this.secrets);
	}

	/** True where it may be sent again blindly: under the same key the service makes no second charge. */
	hasKey(idempotencyKey: string | undefined): boolean {
		return idempotencyKey !== undefined && this.request.idempotencyKey === idempotencyKey;
	}
}

/** After an unclear earlier try, a failed read tells nothing new: the earlier failure stays. */
export function failureAfter(earlier: unknown, error: unknown): Error {
	const isRead = error instanceof RequestFailure && error.request.method === 'GET';
	return isRead && earlier instanceof Error ? earlier : (error as Error);
}

type FailureText = Record<'message' | 'description', string>;

const DAY_MS = 24 * 60 * 60_000;
const PAGE =
	' The answer was a web page, so it may come from a sign-in page, a proxy or a firewall in between, and not from the service.';

/** The words of a row, with values for its braces; the reason is what happened, without advice and subject. */
export function rowText(
	responseCase: ResponseCase,
	outcome: Answer | NoAnswer,
	{ said, ...others }: { said?: string; [name: string]: string | undefined },
): { message: string; reason: string; more?: string } {
	const answer = outcome.kind === 'answer' ? outcome : undefined;
	const status = String(answer?.status ?? 0);
	const values: typeof others = {
		...others,
		said: said && `: ${said}`,
		why: said ? `: ${said}` : ` (status ${status})`,
		status,
		code: outcome.kind === 'noAnswer' ? outcome.code : '',
		wait: waitAdvice(answer?.retryAfterMs),
	};
	const fill = (text: string): string =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
	const { words, more } = RESPONSES[responseCase];
	const [happened = ''] = words.replace('{subject}: ', '').split('. ');
	const page = isWebPage(answer?.body) ? PAGE : '';
	return {
		message: fill(words),
		reason: answer?.isReadable
			? `the service answered with status ${status}${said ? `, ${said}` : ''}`
			: fill(happened),
		more: more && `${fill(more)}${page}`,
	};
}

export function failureTextOf(failure: RequestFailure): FailureText {
	const { message, description } = textOf(failure);
	const clean = (text: string): string => withoutSecrets(text, failure.secrets);
	return { message: clean(message), description: clean(description) };
}

function textOf(failure: RequestFailure): FailureText {
	const { request, outcome, response, isUnclear } = failure;
	const { message, reason, more } =
		outcome.kind === 'notSent'
			? { message: outcome.message, reason: outcome.message, more: outcome.description }
			: rowText(response.case, outcome, {
					subject: subjectOf(failure),
					said: wordsOfService(failure),
					serviceId: request.serviceId,
					input: isList(request)
						? "'Reservation ID', the query parameters and the paging"
						: 'the fields of this item',
					sign: signWordsOf(failure),
					orLonger: `, or give it longer with the option 'Timeout'`,
				});
	if (isUnclear && request.method === 'POST') return unclearCreate(failure, reason);
	const again = againText(failure);
	const isEarlier = isUnclear && response.means !== 'unclear';
	const description = `An earlier try may have been carried out. ${again}`;
	return { message, description: isEarlier ? description : (more ?? again) };
}

/** The one outcome that may cost a guest money: never resent blindly, and said plainly. */
function unclearCreate({ request }: RequestFailure, reason: string): FailureText {
	const { reservationId, isProtected } = request;
	const where = reservationId === undefined ? '' : ` on reservation '${reservationId}'`;
	const what = `The service item may or may not have been created${where}: ${reason}`;
	if (isProtected) {
		return {
			message: `${what}. It is safe to run this again: an item that is there already will be recognized`,
			description:
				'The reservation could not be read to find out, so nothing more was sent and the guest is not charged twice.',
		};
	}
	return {
		message: `${what}. Look at the reservation before creating it again, or have this done for you with 'Prevent Duplicates' set to 'By Same Fields'`,
		description: `It was not sent again, so that the guest is not charged twice. Get Many shows whether it is there. Or set 'Prevent Duplicates' to 'By Same Fields', save, and retry this execution with the currently saved workflow: only what is missing is created then.`,
	};
}

function subjectOf({ request: { method, serviceId }, isUnclear }: RequestFailure): string {
	const what = serviceId === undefined ? 'service items' : `service item '${serviceId}'`;
	if (method === 'GET') return `The ${what} could not be read`;
	if (method === 'POST') return 'The service item was not created';
	const [change, changed] = method === 'PATCH' ? ['update', 'updated'] : ['deletion', 'deleted'];
	return isUnclear
		? `The ${change} of ${what} may or may not have been carried out`
		: `The ${what} was not ${changed}`;
}

function againText({ request, isUnclear }: RequestFailure): string {
	if (request.method === 'GET') return 'Nothing was changed. Run the workflow again later.';
	return isUnclear
		? 'It is safe to run this again: doing it twice has the same result as doing it once.'
		: 'Run the workflow again later.';
}

function wordsOfService({ outcome, response, secrets }: RequestFailure): string | undefined {
	if (outcome.kind !== 'answer') return undefined;
	const { sign } = response;
	const words = wordsIn(outcome.body, secrets) ?? (sign && wordsIn(sign.context, secrets));
	// "Service item not found" would say the same once more.
	const isTold = response.case === 'notFound' && /^[\w\s'"-]*\bnot found[.!]?$/i.test(words ?? '');
	return isTold ? undefined : words;
}

/** The word that told of a failure comes first, as one beside it may be about something else, such as `message: OK`. */
function signWordsOf({ response: { sign }, secrets }: RequestFailure): string | undefined {
	if (!sign) return undefined;
	const { field, value, context } = sign;
	const words = wordsIn({ [field]: value }, secrets) ?? wordsIn(context, secrets);
	const isWord = typeof value === 'string' && /^\w+$/.test(value);
	return words ?? (isWord ? `${field} '${value}'` : `'${field}' in its answer`);
}

function waitAdvice(ms: number | undefined): string {
	if (!ms) return 'Try again later';
	const length = ms > DAY_MS ? 'more than a day' : `${Math.ceil(ms / 1000)} seconds`;
	const asked = `It asks to wait ${length}`;
	return ms > LONGEST_WAIT_MS
		? `${asked}, which is too long to wait here: run the workflow again after that`
		: asked;
}
