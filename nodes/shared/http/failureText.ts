import { quoted } from '../format/json';
import type { Told } from '../n8n/userError';
import type { ResponseClass } from './classify';
import type { Answer, NoAnswer, Reply } from './reply';
import type { ServiceRequest } from './request';
import { kindOf } from './request';
import type { ResponseCase, Row } from './responses';
import { RESPONSES } from './responses';
import { isWebPage, withoutSecrets, wordsIn } from './serviceWords';
import { LONGEST_WAIT_MS } from './wait';

/** What is known of a request that did not succeed; plain data, so that n8n can keep it with an execution. */
export interface FailedRequest {
	request: ServiceRequest;
	reply: Reply;
	response: ResponseClass;
	/** True when this or an earlier try may have been carried out. */
	isUnclear: boolean;
}

const DAY_MS = 24 * 60 * 60_000;
const PAGE =
	' The answer was a web page, so it may come from a sign-in page, a proxy or a firewall in between, and not from the service.';

/**
 * What the words of a row leave open; more in `rowText`. The `subject` goes in front of what happened, with its colon; empty
 * where something else tells what happened to the request.
 */
type Values = { said?: string; subject?: string } & { [name: string]: string | undefined };

/** The words of a row, with values for its braces. */
export function rowText(
	responseCase: ResponseCase,
	reply: Answer | NoAnswer,
	values: Values,
): Told {
	const { what, advice, more }: Row = RESPONSES[responseCase];
	const { said } = values;
	const answer = reply.kind === 'answer' ? reply : undefined;
	const status = String(answer?.status ?? 0);
	const all: Values = {
		...values,
		said: said && `: ${said}`,
		why: said ? `: ${said}` : ` (status ${status})`,
		status,
		code: reply.kind === 'noAnswer' ? reply.code : '',
		wait: waitAdvice(answer?.retryAfterMs),
	};
	const fill = (text: string): string =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => all[name] ?? '');
	const page = isWebPage(answer?.body) ? PAGE : '';
	return {
		what: fill(what),
		advice: fill(advice),
		more: more && `${fill(more)}${page}`,
	};
}

export function failureText(failed: FailedRequest, secrets: string[]): Told {
	const { what, advice, more } = textOf(failed, secrets);
	return {
		what: withoutSecrets(what, secrets),
		advice: advice && withoutSecrets(advice, secrets),
		more: more && withoutSecrets(more, secrets),
	};
}

function textOf(failed: FailedRequest, secrets: string[]): Told {
	const { request, reply, response, isUnclear } = failed;
	const said = reply.kind === 'answer' ? wordsOfService(reply, response, secrets) : undefined;
	const values: Values = {
		said,
		serviceId: request.serviceId,
		input:
			kindOf(request) === 'list'
				? "'Reservation ID', the query parameters and the paging"
				: 'the fields of this item',
		sign: signWordsOf(response, secrets),
		orLonger: `, or give it longer with the option 'Timeout'`,
	};
	const tell = (subject: string): Told =>
		reply.kind === 'notSent' ? reply.told : rowText(response.case, reply, { ...values, subject });
	if (isUnclear && request.method === 'POST') {
		return unclearCreate(request, reasonOf(failed, tell, said));
	}
	const told = tell(`${subjectOf(request, isUnclear)}: `);
	const again = againText(request, isUnclear);
	const isEarlier = isUnclear && response.outcome !== 'unclear';
	const more = isEarlier ? `An earlier try may have been carried out. ${again}` : told.more;
	return { ...told, more: more ?? again };
}

/** What happened, without the request that it happened to. */
function reasonOf(
	{ reply, response }: FailedRequest,
	tell: (subject: string) => Told,
	said: string | undefined,
): string {
	const isPlain = reply.kind === 'answer' && reply.isReadable && response.case !== 'unknownAnswer';
	if (isPlain) return `the service answered with status ${reply.status}${said ? `, ${said}` : ''}`;
	return tell('').what;
}

/** The one outcome that may cost a guest money: never resent blindly, and said plainly. */
function unclearCreate({ reservationId, isProtected }: ServiceRequest, reason: string): Told {
	const where = reservationId === undefined ? '' : ` on reservation '${reservationId}'`;
	const what = `The service item may or may not have been created${where}: ${reason}`;
	if (isProtected) {
		return {
			what,
			advice: 'It is safe to run this again: an item that is there already will be recognized',
			more: 'The reservation could not be read to find out, so nothing more was sent and the guest is not charged twice.',
		};
	}
	return {
		what,
		advice:
			"Look at the reservation before creating it again, or have this done for you with 'Prevent Duplicates' set to 'By Same Fields'",
		more: "It was not sent again, so that the guest is not charged twice. Get Many shows whether it is there. Or set 'Prevent Duplicates' to 'By Same Fields', save, and retry this execution with the currently saved workflow: only what is missing is created then.",
	};
}

function subjectOf({ method, serviceId }: ServiceRequest, isUnclear: boolean): string {
	const item = serviceId === undefined ? 'service items' : `service item '${serviceId}'`;
	if (method === 'GET') return `The ${item} could not be read`;
	if (method === 'POST') return 'The service item was not created';
	const [change, changed] = method === 'PATCH' ? ['update', 'updated'] : ['deletion', 'deleted'];
	return isUnclear
		? `The ${change} of ${item} may or may not have been carried out`
		: `The ${item} was not ${changed}`;
}

function againText({ method }: ServiceRequest, isUnclear: boolean): string {
	if (method === 'GET') return 'Nothing was changed. Run the workflow again later.';
	return isUnclear
		? 'It is safe to run this again: doing it twice has the same result as doing it once.'
		: 'Run the workflow again later.';
}

function wordsOfService(
	{ body }: Answer,
	{ sign, case: responseCase }: ResponseClass,
	secrets: string[],
): string | undefined {
	const words = wordsIn(body, secrets) ?? (sign && wordsIn(sign.context, secrets));
	// "Service item not found" would say the same once more.
	const isNotFound = responseCase === 'notFound' || responseCase === 'notFoundToDelete';
	const isTold = isNotFound && /^[\w\s'"-]*\bnot found[.!]?$/i.test(words ?? '');
	return isTold ? undefined : words;
}

/** The word that told of a failure comes first, as one beside it may be about something else, such as `message: OK`. */
function signWordsOf({ sign }: ResponseClass, secrets: string[]): string | undefined {
	if (!sign) return undefined;
	const { field, value, context } = sign;
	const words = wordsIn({ [field]: value }, secrets) ?? wordsIn(context, secrets);
	const isWord = typeof value === 'string' && /^\w+$/.test(value);
	return words ?? (isWord ? `${field} '${value}'` : `'${field}' in its answer`);
}

/** For a change that counts as done although the answer was not understood. */
export function unknownAnswerHint(
	{ method, serviceId }: ServiceRequest,
	{ body }: Answer,
	secrets: string[],
): string {
	const change = method === 'PATCH' ? 'update' : 'deletion';
	const said = wordsIn(body, secrets) ?? withoutSecrets(quoted(body), secrets);
	return `The service answered the ${change} of service item '${serviceId}' with what shows no service item: ${said}. It counts as done; look whether it is`;
}

function waitAdvice(ms: number | undefined): string {
	if (!ms) return 'Try again later';
	const length = ms > DAY_MS ? 'more than a day' : `${Math.ceil(ms / 1000)} seconds`;
	const asked = `It asks to wait ${length}`;
	return ms > LONGEST_WAIT_MS
		? `${asked}, which is too long to wait here: run the workflow again after that`
		: asked;
}
