import {
	UserError,
	type IDataObject,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import { parseJson } from '../format/json';

export interface Answer {
	/** 0: none came. */
	status: number;
	headers: IDataObject;
	/** Of JSON; undefined where it is empty, text where it is none. */
	body: unknown;
	isJson: boolean;
	/** As the service asks; 0: it does not. */
	waitMs: number;
	/** Why none came, see `troubleIn`. */
	trouble?: string;
	/** Of a login that failed: nothing else was sent. */
	isLogin?: boolean;
}

export function noAnswer(trouble: string, body?: string): Answer {
	const nothing = { status: 0, headers: {}, isJson: false, waitMs: 0 };
	return { ...nothing, body, trouble };
}

/** @param secrets that the service may repeat */
export function answerOf(response: unknown, secrets: string[] = []): Answer {
	const full = response as IN8nHttpFullResponse;
	const { statusCode: status, headers } = full;
	const sent = (full.body as Buffer | undefined)?.toString() ?? '';
	const text = masked(sent.trim(), secrets);
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

/** @param error of n8n, around those of axios and Node.js */
export function noAnswerOf(error: unknown, hasLeft = true): Answer {
	let codes = '';
	for (let at = error; at instanceof Error; at = at.cause) {
		if (at instanceof UserError || !hasLeft) {
			return noAnswer('unsent', at.message);
		}
		// n8n before 2.34 keeps the code alone, as `httpCode`.
		const { code, httpCode, syscall } = at as Error & Record<string, unknown>;
		codes += [code, httpCode, syscall, ''].join(' ');
	}
	return noAnswer(troubleIn(codes));
}

/** What is not certainly unsent may have arrived. */
function troubleIn(codes: string): string {
	const isUnsent = /ENOTFOUND|EAI_|ECONNREFUSED|\b(connect|getaddrinfo)\b/;
	if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(codes)) return 'certificate';
	if (isUnsent.test(codes)) return 'unreachable';
	return /TIMEDOUT|TIMEOUT|ECONNABORTED/.test(codes) ? 'timeout' : 'lost';
}
