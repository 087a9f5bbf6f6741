import type { Told } from '../n8n/userError';
import type { Words } from './meaning';
import type { Answer, NoAnswer } from './reply';
import { isWebPage } from './serviceWords';
import { LONGEST_WAIT_MS } from './wait';

const DAY_MS = 24 * 60 * 60_000;
const WEB_PAGE =
	' The answer was a web page, so it may come from a sign-in page, a proxy or a firewall in between, and not from the service.';

/**
 * What the words leave open, beside what the reply itself tells: `said` are the service's own words; the `subject` goes in front
 * of what happened, with its colon, and is empty where something else tells what happened to the request.
 */
export interface OpenWords {
	said?: string;
	subject?: string;
	[name: string]: string | undefined;
}

/** @returns the words with values for their braces */
export function filledWords(words: Words, reply: Answer | NoAnswer, open: OpenWords): Told {
	const values = { ...open, ...valuesOf(reply, open.said) };
	const fill = (text: string): string =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
	const told = { what: fill(words.what), advice: fill(words.advice) };
	if (words.more === undefined) return told;
	const isPage = reply.kind === 'answer' && isWebPage(reply.body);
	return { ...told, more: `${fill(words.more)}${isPage ? WEB_PAGE : ''}` };
}

function valuesOf(reply: Answer | NoAnswer, said: string | undefined): OpenWords {
	if (reply.kind === 'noAnswer') return { code: reply.code };
	const { status, retryAfterMs } = reply;
	return {
		status: String(status),
		said: said && `: ${said}`,
		why: said ? `: ${said}` : ` (status ${status})`,
		wait: waitAdvice(retryAfterMs),
	};
}

function waitAdvice(ms: number | undefined): string {
	if (!ms) return 'Try again later';
	const length = ms > DAY_MS ? 'more than a day' : `${Math.ceil(ms / 1000)} seconds`;
	const asked = `It asks to wait ${length}`;
	if (ms <= LONGEST_WAIT_MS) return asked;
	return `${asked}, which is too long to wait here: run the workflow again after that`;
}
