import { STATUS_CODES } from 'node:http';
import { answerEmpty, answerHtml, answerJson, answerText } from './answer';
import type { Answer, Refusal } from './answer';
import type { ErrorBody } from './dialect';

/** A refusal in the shape the dialect gives to error bodies (docs/service-api.md does not show one). */
export function answerError(refusal: Refusal, errorBody: ErrorBody): Answer {
	const answer = encode(refusal, errorBody);
	return { ...answer, headers: { ...answer.headers, ...refusal.headers } };
}

function encode({ status, message, field }: Refusal, errorBody: ErrorBody): Answer {
	switch (errorBody) {
		case 'message':
			return answerJson(status, { message });
		case 'error.message':
			return answerJson(status, { error: { message } });
		case 'errors':
			return answerJson(status, { errors: [{ field: field ?? null, message }] });
		case 'problem': {
			const problem = answerJson(status, {
				type: 'about:blank',
				title: STATUS_CODES[status] ?? 'Refused',
				status,
				detail: message,
			});
			return { ...problem, headers: { 'content-type': 'application/problem+json' } };
		}
		case 'text':
			return answerText(status, message);
		case 'html':
			return answerHtml(status, message);
		case 'empty':
			return answerEmpty(status);
	}
}
