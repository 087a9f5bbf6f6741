import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseJson } from '../format/json';

export interface Answer {
	/** 0: none came. */
	status: number;
	headers: IDataObject;
	/** Parsed JSON; undefined where it is empty, text where it is none. */
	body: unknown;
	isJson: boolean;
	/** How long the service asks to wait; 0: it does not. */
	waitMs: number;
	/** Why none came, see `REASONS`. */
	trouble?: string;
	/** It came for a login that failed, and nothing else was sent. */
	isLogin?: boolean;
}

export function noAnswer(trouble: string, body?: string): Answer {
	const nothing = { status: 0, headers: {}, isJson: false, waitMs: 0 };
	return { ...nothing, body, trouble };
}

/** @param secrets that the service may repeat */
export function answerOf(
	response: IN8nHttpFullResponse,
	secrets: string[] = [],
): Answer {
	const { statusCode: status, headers } = response;
	const bytes = response.body as Buffer | undefined;
	const text = masked(bytes?.toString().trim() ?? '', secrets);
	// U+FFFD: no UTF-8. Read wrongly, a charge would not be recognized.
	const json = text.includes('\uFFFD') ? undefined : parseJson(text);
	const isJson = text === '' || json !== undefined;
	// Seconds or a date (RFC 9110).
	const after = `${headers['retry-after'] as string}`;
	const askedMs = Number(after) * 1000 || Date.parse(after) - Date.now();
	const waitMs = Math.max(0, askedMs) || 0;
	return { status, headers, body: isJson ? json : text, isJson, waitMs };
}

/** Shorter secrets may be ordinary words, or part of a charge. */
export function masked(text: string, secrets: string[]): string {
	const long = secrets.filter((secret) => secret.length >= 8);
	return long.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

/**
 * @param error of n8n's request helper, around those of axios and Node.js
 * @param hasLeft false where n8n has not come to the point of sending
 */
export function noAnswerOf(error: unknown, hasLeft = true): Answer {
	const levels = levelsOf(error);
	const ofN8n = levels.find((level) => level instanceof UserError);
	const unsent = hasLeft ? ofN8n : (ofN8n ?? levels[0]);
	if (unsent) return noAnswer('unsent', unsent.message);
	const codes = levels.map(({ code, httpCode, syscall }) => {
		// n8n before 2.34 keeps the code alone, as `httpCode`.
		return `${code} ${httpCode} ${syscall}`;
	});
	return noAnswer(troubleIn(codes.join(' ')));
}

interface Level extends Error {
	code?: string;
	httpCode?: string;
	syscall?: string;
	/** Node.js collects one per address. */
	errors?: unknown[];
}

function levelsOf(error: unknown): Level[] {
	if (!(error instanceof Error)) return [];
	const level: Level = error;
	return [level, ...levelsOf(level.cause), ...levelsOf(level.errors?.[0])];
}

/** What is not certainly unsent may have arrived. */
function troubleIn(codes: string): string {
	const isUnsent = /ENOTFOUND|EAI_|ECONNREFUSED|\b(connect|getaddrinfo)\b/;
	if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(codes)) return 'certificate';
	if (isUnsent.test(codes)) return 'unreachable';
	return /TIMEDOUT|TIMEOUT|ECONNABORTED/.test(codes) ? 'timeout' : 'lost';
}
