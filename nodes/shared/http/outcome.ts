import { isJsonObject } from '../format/json';
import type { Answer } from './reply';
import type { ServiceRequest } from './request';

/** It does not say what has become of the request. */
const OPEN = /timeout|lost|^408|^5|^2.*page/;

/** `refused`: certainly not carried out; `unclear`: it may have been. */
export function outcomeOf(
	{ method, mayBeGone, mayHaveArrived }: ServiceRequest,
	answer: Answer,
): 'done' | 'refused' | 'unclear' {
	const kind = kindOf(answer);
	const mayBe = method === 'DELETE' && (mayBeGone || mayHaveArrived);
	const isGone = mayBe && /^4(04|10)(?! login)/.test(kind);
	if (isGone || /^2..$/.test(kind)) return 'done';
	if (method === 'GET' || answer.isLogin) return 'refused';
	if (OPEN.test(kind)) return 'unclear';
	// A 302 or 303 may mean "done, see there".
	if (method === 'POST' && /^3|error/.test(kind)) return 'unclear';
	return 'refused';
}

/** A POST would charge twice, but under a key that the service knows again. */
export function mayResend(request: ServiceRequest, answer: Answer): boolean {
	const kind = kindOf(answer);
	if (/unreachable|^429/.test(kind)) return true;
	const isCreate = request.method === 'POST' && !answer.isLogin;
	const isHarmless = !isCreate || request.idempotencyKey !== undefined;
	return isHarmless && OPEN.test(kind);
}

/** Trouble, or a status and what else it is: `401 login`, `403 page`. */
export function kindOf(answer: Answer): string {
	const { status, trouble, isJson, isLogin, body } = answer;
	if (trouble) return trouble;
	const kind = isLogin ? `${status} login` : `${status}`;
	const isPage = status < 300 ? !isJson : `${body as string}`.startsWith('<');
	if (isPage) return `${kind} page`;
	if (status >= 300 || !isJsonObject(body)) return kind;
	if (body.success === false) return `${kind} refusal`;
	const errors = JSON.stringify([body.error, body.errors]);
	const hasNone = /^\[("|\{\}|\[\]|false|null|0|,)*\]$/.test(errors);
	return hasNone ? kind : `${kind} error`;
}
