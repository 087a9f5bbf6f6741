import type { IncomingHttpHeaders } from 'node:http';
import type { FaultKind } from './faults';

/** One request as the service saw it. */
export interface LoggedRequest {
	method: string;
	/** As it travelled (percent-encoded), without its query. */
	path: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	/** Parsed where it is JSON, else the text; undefined where there was none or it has not arrived. */
	body: unknown;
	/** What was answered; `reset`: the connection ended without an answer; undefined: still being worked on. */
	status: number | 'reset' | undefined;
	/** The fault that was played on this request. */
	fault?: FaultKind;
	/** The account whose token was accepted. */
	account?: string;
}

/** Every request seen, in order of arrival; an entry is there as soon as the request's head is. */
export class RequestLog {
	readonly entries: LoggedRequest[] = [];

	append(request: LoggedRequest): LoggedRequest {
		this.entries.push(request);
		return request;
	}

	/** How many requests there were, optionally only of a method and with a matching path. */
	count(method?: string, path?: RegExp): number {
		return this.entries.filter(
			(entry) => (method ?? entry.method) === entry.method && path?.test(entry.path) !== false,
		).length;
	}

	/** How many requests POST /token has had, successful or not. */
	tokenExchanges(): number {
		return this.count('POST', /^\/token$/);
	}

	clear(): void {
		this.entries.length = 0;
	}
}
