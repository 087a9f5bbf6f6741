import type { JsonValue } from './json';

/** A whole HTTP answer before it is sent; an empty text means no body. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** Thrown by whatever finds that a request cannot be carried out; the dialect decides how it looks on the wire. */
export class Refusal extends Error {
	readonly status: number;
	/** Wire name of the field that is wrong, where it is one field. */
	readonly field: string | undefined;
	readonly headers: Record<string, string>;

	constructor(
		status: number,
		message: string,
		details: { field?: string; headers?: Record<string, string> } = {},
	) {
		super(message);
		this.status = status;
		this.field = details.field;
		this.headers = details.headers ?? {};
	}
}

export function answerJson(status: number, body: JsonValue): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8' },
		text: JSON.stringify(body),
	};
}

export function answerEmpty(status: number): Answer {
	return { status, headers: {}, text: '' };
}

export function answerText(status: number, text: string): Answer {
	return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, text };
}

/** A page as proxies and login portals put it in place of a service's own answer. */
export function answerHtml(status: number, title: string): Answer {
	const text = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
	return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, text };
}
