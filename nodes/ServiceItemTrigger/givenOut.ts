import { hash } from 'node:crypto';

import { canonicalJson } from '../shared/format/json';

/** How long n8n is given to keep what it was handed, in milliseconds; less than the shortest interval between two polls. */
const KEEPING_MS = 50_000;

/**
 * From which state each trigger of this process has last given something out. With durable poll cursors n8n may begin another
 * poll from that state before it has kept the next, as when several are overdue, and it would give the same out again.
 */
export class GivenOut {
	private readonly last = new Map<string, { state: string; at: number }>();

	/** Notes that `trigger` gives something out that it found by comparing with `state`. */
	note(trigger: string, state: object): void {
		this.last.set(trigger, { state: digestOf(state), at: Date.now() });
	}

	/** True while n8n has not yet kept what came of `state`. Not for ever: it may have failed to, and lost what was given out. */
	isRecent(trigger: string, state: object): boolean {
		const given = this.last.get(trigger);
		if (!given) return false;
		if (Date.now() - given.at < KEEPING_MS) return given.state === digestOf(state);
		this.last.delete(trigger);
		return false;
	}
}

function digestOf(state: object): string {
	return hash('sha256', canonicalJson(state), 'base64url');
}
