import {
	UserError,
	type IDataObject,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';

import { isEqual, parseJson } from '../format/json';
import type { ServiceRequest } from './request';

export interface Answer {
	/** Its status and what else it is, `403 page`, or why none came: `lost`. */
	kind: string;
	/** 0: none, or a login's. */
	status: number;
	headers: IDataObject;
	/** Of JSON; undefined where it is empty, else text: a page. */
	body: unknown;
	/** As the service asks; 0: it does not. */
	waitMs: number;
}

export function answerOf(
	{ statusCode: status, headers, body: sent }: IN8nHttpFullResponse,
	secrets: string[],
): Answer {
	const all = (sent as Buffer | undefined)?.toString() ?? '';
	// PHP escapes slashes.
	const plain = all.trim().replace(/(?<!\\)\\\//g, '/');
	const text = masked(plain, secrets);
	// U+FFFD: no UTF-8. Read wrongly, a charge would not be recognized.
	const json = text.includes('\uFFFD') ? undefined : parseJson(text);
	const isPage = text !== '' && json === undefined;
	// Seconds or a date (RFC 9110).
	const after = `${headers['retry-after'] as string}`;
	const askedMs = Number(after) * 1000 || Date.parse(after) - Date.now();
	const waitMs = Math.max(0, askedMs) || 0;
	let kind = `${status}`;
	if (isPage) kind += ' page';
	else if (status < 300) kind += remarkOn(json);
	return { kind, status, headers, body: isPage ? text : json, waitMs };
}

/** Of a success that is none. */
function remarkOn(json: unknown): string {
	const { success, error, errors } = Object(json) as IDataObject;
	if (success === false) return ' refusal';
	const all = [error, errors].flat();
	const isError = all.some((each) => each && !isEqual(each, {}));
	return isError ? ' error' : '';
}

/** Shorter secrets may be ordinary words, or part of a charge. */
export function masked(text: string, secrets: string[]): string {
	let rest = text;
	for (const secret of secrets) {
		if (secret.length >= 8) rest = rest.replaceAll(secret, '***');
	}
	return rest;
}

export function noAnswer(kind: string, body?: string): Answer {
	return { kind, status: 0, headers: {}, body, waitMs: 0 };
}

const UNSENT = /ENOTFOUND|EAI_|ECONNREFUSED|\b(connect|getaddrinfo)\b/;

/** @param sent says whether n8n has got as far as sending */
export async function answerTo(
	sending: Promise<unknown>,
	secrets: string[],
	sent = { isSigned: true },
): Promise<Answer> {
	let codes = '';
	try {
		return answerOf((await sending) as IN8nHttpFullResponse, secrets);
	} catch (error) {
		// Of n8n, around those of axios and Node.js.
		for (let at = error; at instanceof Error; at = at.cause) {
			if (at instanceof UserError || !sent.isSigned) {
				return noAnswer('unsent', at.message);
			}
			// n8n before 2.34 keeps the code alone, as `httpCode`.
			const { code, httpCode, syscall } = at as Error & Record<string, unknown>;
			codes += [code, httpCode, syscall, ''].join(' ');
		}
	}
	// What is not certainly unsent may have arrived.
	let kind = 'lost';
	if (/TIMED?OUT|ECONNABORTED/.test(codes)) kind = 'timeout';
	if (UNSENT.test(codes)) kind = 'unreachable';
	if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(codes)) kind = 'certificate';
	return noAnswer(kind);
}

/** It does not say what has become of the request. */
const OPEN = /timeout|lost|408|\b5|\b2.*page/;

/** `refused`: certainly not carried out; `unclear`: it may have been. */
export function outcomeOf(
	{ method, mayBeGone, mayHaveArrived }: ServiceRequest,
	{ kind }: Answer,
) {
	const mayBe = method === 'DELETE' && (mayBeGone || mayHaveArrived);
	const isGone = mayBe && /^4(04|10)$/.test(kind);
	if (isGone || /^2..$/.test(kind)) return 'done';
	if (method === 'GET' || kind.startsWith('login')) return 'refused';
	// A 302 or 303 may mean "done, see there".
	const isOpen = method === 'POST' && /^3|error/.test(kind);
	return isOpen || OPEN.test(kind) ? 'unclear' : 'refused';
}

/** A POST would charge twice, but under a key that the service knows again. */
export function mayResend(
	{ method, idempotencyKey }: ServiceRequest,
	{ kind }: Answer,
) {
	if (/unreachable|429/.test(kind)) return true;
	const isCreate = method === 'POST' && !kind.startsWith('login');
	return OPEN.test(kind) && (!isCreate || idempotencyKey !== undefined);
}
