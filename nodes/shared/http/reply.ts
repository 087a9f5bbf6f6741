import type { ServiceAnswer } from '../format/singleAnswer';
import type { Told } from '../n8n/userError';
import type { LoginCase, Trouble } from './troubles';

export interface Answer extends ServiceAnswer {
	kind: 'answer';
	/** False when there is a body that is not JSON in UTF-8, or none where one was asked for. */
	isReadable: boolean;
	retryAfterMs?: number;
	/** What to tell of an answer that counts as done although its content was not understood. */
	hint?: string;
}

export interface NoAnswer {
	kind: 'noAnswer';
	trouble: Trouble;
	/** What Node.js or axios calls it; blank where they do not say. */
	code: string;
}

/** The request was not sent, as there is no usable token or address. */
export interface NotSent {
	kind: 'notSent';
	told: Told;
	login?: LoginCase;
	retryAfterMs?: number;
}

/** What became of one request that was to be sent. */
export type Reply = Answer | NoAnswer | NotSent;
