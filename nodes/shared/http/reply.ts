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
	/** What n8n says, or the code of Node.js or axios. */
	said: string;
}

export type Reply = Answer | NoAnswer;

export function answerOf(response: IN8nHttpFullResponse): Answer {
	const { statusCode, headers } = response;
	const bytes: unknown = response.body;
	const isThere = bytes instanceof Uint8Array;
	const text = isThere ? new TextDecoder().decode(bytes).trim() : '';
	// U+FFFD: no UTF-8. Read wrongly, a charge would not be recognized.
	const body = text.includes('\uFFFD') ? undefined : parseJson(text);
	const isJson = text === '' || body !== undefined;
	return {
		status: statusCode,
		headers: headers as IDataObject,
		body: isJson ? body : text,
		isJson,
		waitMs: waitIn(`${headers['retry-after'] as string}`.trim()),
	};
}

/** @param retryAfter seconds or an HTTP date (RFC 9110) */
function waitIn(retryAfter: string): number {
	if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000;
	// Date.parse alone takes "soon 5" for a date in May.
	const isDate = /^[A-Z][a-z]{2}, /.test(retryAfter);
	return isDate ? Math.max(0, Date.parse(retryAfter) - Date.now()) || 0 : 0;
}

interface ErrorLevel {
	message?: string;
	code?: unknown;
	/** On an error of n8n, which keeps nothing else before 2.34. */
	httpCode?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: unknown[];
}

/** @param error of n8n's request helper, around those of axios and Node.js */
export function noAnswerOf(error: unknown): NoAnswer {
	const levels = levelsOf(error);
	const ofN8n = levels.find((level) => level instanceof UserError);
	if (ofN8n) return { trouble: 'byN8n', said: ofN8n.message ?? '' };
	const all = levels.flatMap(({ code, httpCode, syscall }) => [
		code,
		httpCode,
		syscall,
	]);
	const codes = all.filter((code) => typeof code === 'string').join(' ');
	return { trouble: troubleIn(codes), said: codes.split(' ')[0] ?? '' };
}

/** Node.js collects one per address. */
function levelsOf(error: unknown): ErrorLevel[] {
	if (!(error instanceof Error)) return [];
	const level: ErrorLevel = error;
	return [level, ...levelsOf(level.cause), ...levelsOf(level.errors?.[0])];
}

/** What is not certainly unsent may have arrived. */
function troubleIn(codes: string): NoAnswer['trouble'] {
	if (/CERT|SELF_SIGNED|UNABLE_TO_|WRONG_VERSION/.test(codes)) {
		return 'certificate';
	}
	if (/ENOTFOUND|EAI_|ECONNREFUSED|\b(connect|getaddrinfo)\b/.test(codes)) {
		return 'unreachable';
	}
	return /TIMEDOUT|TIMEOUT|ECONNABORTED/.test(codes) ? 'timeout' : 'lost';
}
