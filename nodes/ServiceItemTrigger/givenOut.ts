import { clock } from '../shared/http/wait';

/**
 * How long n8n may take to save the state, in milliseconds; less than the
 * shortest poll interval.
 */
const SAVING_MS = 50_000;

/** From which state each trigger last gave events out, and when. */
const last = new Map<string, { state: string; at: number }>();

/** @param state a hash of the state that the events were found from */
export function noteGivenOut(trigger: string, state: string): void {
	last.set(trigger, { state, at: clock() });
}

/**
 * True while n8n may not have saved yet what the last poll led to: with durable
 * poll cursors (n8n 2.41) it saves behind the back of the next poll, which
 * would give the same events out again. It does so later, if n8n fails to save.
 */
export function isBeingSaved(trigger: string, state: string): boolean {
	const given = last.get(trigger);
	return given?.state === state && clock() - given.at < SAVING_MS;
}
