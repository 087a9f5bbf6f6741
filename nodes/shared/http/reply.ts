import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseJson } from '../format/json';

export interface Answer {
	status: number;
	headers: IDataObject;
	/** Parsed JSON; undefined where it is empty, text where it is none. */
	body: unknown;
	isJson: boolean;
	/** How long the service asks to wait; 0: it does not. */
	waitMs: number;
}

/** There is none; `unreachable` and `certificate`: nothing was sent. */
export interface NoAnswer {
	trouble: 'unreachable' | 'certificate' | 'timeout' | 'lost' | 'byN8n';
	/** What n8n says. */
	said: string;
}

export type Reply = Answer | NoAnswer;

/** Anything shorter may also be part of a charge. */
const SHORTEST_SECRET = 12;

/** @param secrets that the service may repeat in what is given out */
export function answerOf(
	response: IN8nHttpFullResponse,
	secrets: string[] = [],
): Answer {
	const { statusCode: status, headers } = response;
	const bytes: unknown = response.body;
	const isThere = bytes instanceof Uint8Array;
	let text = isThere ? new TextDecoder().decode(bytes).trim() : '';
	for (const secret of secrets) {
		if (secret.length < SHORTEST_SECRET) continue;
		text = text.replaceAll(secret, '***');
	}
	// U+FFFD: no UTF-8. Read wrongly, a charge would not be recognized.
	const json = text.includes('\uFFFD') ? undefined : parseJson(text);
	const isJson = text === '' || json !== undefined;
	const waitMs = waitIn(`${headers['retry-after'] as string}`.trim());
	const body = isJson ? json : text;
	return { status, headers: headers, body, isJson, waitMs };
}

/** @param retryAfter seconds or an HTTP date (RFC 9110) */
function waitIn(retryAfter: string): number {
	if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
	// Date.parse alone takes "soon 5" for a date in May.
	const isDate = /^[A-Z][a-z]{2}, /.test(retryAfter);
	return isDate ? Math.max(0, Date.parse(retryAfter) - Date.now()) || 0 : 0;
}

/**
 * @param error of n8n's request helper, around those of axios and Node.js
 * @param mayHaveLeft false where n8n has not come to the point of sending
 */
export function noAnswerOf(error: unknown, mayHaveLeft = true): NoAnswer {
	const levels = levelsOf(error);
	const isOfN8n = (level: unknown): boolean => level instanceof UserError;
	const ofN8n = levels.find(isOfN8n) ?? (mayHaveLeft ? undefined : levels[0]);
	const said = ofN8n ? `: ${ofN8n.message as string}` : '';
	if (said !== '') return { trouble: 'byN8n', said };
	// n8n before 2.34 keeps the code alone, as `httpCode`.
	const codes = levels.flatMap((level) =>
		['code', 'httpCode', 'syscall'].map((name) => level[name]),
	);
	return { trouble: troubleIn(codes.join(' ')), said };
}

/** Node.js collects one per address. */
function levelsOf(error: unknown): Array<Record<string, unknown>> {
	if (!(error instanceof Error)) return [];
	const level = error as Error & { errors?: unknown[] };
	const inner = [level.cause, level.errors?.[0]].flatMap(levelsOf);
	return [level as unknown as Record<string, unknown>, ...inner];
}

/** What is not certainly unsent may have arrived. */
function troubleIn(codes: string): NoAnswer['trouble'] {
	if (/CERT|SELF_SIGNED|UNABLE_TO_|WRONG_VERSION/.test(codes)) {
		return 'certificate';
	}
	const isUnsent = /ENOTFOUND|EAI_|ECONNREFUSED|\b(connect|getaddrinfo)\b/;
	if (isUnsent.test(codes)) return 'unreachable';
	return /TIMEDOUT|TIMEOUT|ECONNABORTED/.test(codes) ? 'timeout' : 'lost';
}
