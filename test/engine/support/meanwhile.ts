import type { LoggedRequest } from '../../service/requestLog';
import type { MiniatureService } from '../../service/miniatureService';

/** Which request something else happens at. */
export interface Moment {
	method: string;
	path?: RegExp;
	/** How many such requests are let by first (0). */
	after?: number;
}

let pending = 0;

afterEach(() => {
	const missed = pending;
	pending = 0;
	if (missed > 0) throw new Error('What should have happened meanwhile has not happened');
});

/**
 * Does something once, when such a request has arrived and before it is carried out: what another workflow, or a person,
 * does in that instant. The test fails if no such request arrives.
 */
export function meanwhile(
	{ log }: MiniatureService,
	{ method, path = /^\/services/, after = 0 }: Moment,
	act: () => void,
): void {
	const append = log.append.bind(log);
	const isMoment = (request: LoggedRequest) => request.method === method && path.test(request.path);
	let toPass = after;
	let isOver = false;
	pending++;
	log.append = (request) => {
		const entry = append(request);
		if (!isOver && isMoment(entry) && toPass-- === 0) {
			isOver = true;
			pending--;
			act();
		}
		return entry;
	};
}
