import { valueAt } from '../format/json';
import type { Answer } from './reply';
import type { ServiceRequest } from './request';

/** `refused`: certainly not carried out; `unclear`: it may have been. */
export function outcomeOf(
	{ method, mayBeGone, mayHaveArrived }: ServiceRequest,
	answer: Answer,
): 'done' | 'refused' | 'unclear' {
	const { status, body, isLogin } = answer;
	if (isLogin) return 'refused';
	if (isOpen(answer)) return method === 'GET' ? 'refused' : 'unclear';
	const isGone = status === 404 || status === 410;
	const mayBe = mayBeGone || mayHaveArrived;
	if (isGone && method === 'DELETE' && mayBe) return 'done';
	if (status === 0 || status >= 400) return 'refused';
	if (valueAt(body, ['success']) === false) return 'refused';
	const errors = [valueAt(body, ['error']), valueAt(body, ['errors'])];
	const isFine = /^\[("|\{\}|\[\]|false|null|0|,)*\]$/;
	if (status < 300 && isFine.test(JSON.stringify(errors))) return 'done';
	// A 302 or 303 may mean "done, see there".
	return method === 'POST' ? 'unclear' : 'refused';
}

/**
 * PATCH and DELETE twice are the same as once; a POST would charge twice, but
 * under a key that the service knows again.
 */
export function mayResend(request: ServiceRequest, answer: Answer): boolean {
	if (answer.status === 429 || answer.trouble === 'unreachable') return true;
	const isCreate = request.method === 'POST' && !answer.isLogin;
	const isHarmless = !isCreate || request.idempotencyKey !== undefined;
	return isHarmless && isOpen(answer);
}

/** It does not say what has become of the request. */
function isOpen({ status, trouble, isJson }: Answer): boolean {
	if (trouble) return trouble === 'timeout' || trouble === 'lost';
	return (status < 300 && !isJson) || status === 408 || status >= 500;
}
