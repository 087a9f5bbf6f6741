import type { Kind } from './recorder';

/** What goes wrong between the node and the service; the service itself stays well, so that it may be a real one. */
export const OUTAGE = ['refused', 'cutBefore', 'cutAfter', 'failedAfter'] as const;
export type Fault = (typeof OUTAGE)[number] | 'slowDown';

interface Ordered {
	fault: Fault;
	on: Kind;
	/** How many pass unharmed first. */
	after: number;
	times: number;
}

/** The faults that are ordered, each for a number of requests of a kind. */
export class Faults {
	private ordered: Ordered[] = [];
	/** Authorization headers that count as expired. */
	private readonly expired = new Set<string>();
	private lastToken: string | undefined;

	order(fault: Fault, { on, after = 0, times = 1 }: Partial<Ordered> & { on: Kind }): void {
		this.ordered.push({ fault, on, after, times });
	}

	/** The token in use expires: a service that does not know it sees another one. */
	expireToken(): void {
		if (this.lastToken !== undefined) this.expired.add(this.lastToken);
	}

	clear(): void {
		this.ordered = [];
		this.expired.clear();
	}

	/** @returns what goes wrong with the request that comes now */
	take(kind: Kind): Fault | undefined {
		const next = this.ordered.find(({ on, times }) => on === kind && times > 0);
		if (next === undefined) return undefined;
		if (next.after > 0) {
			next.after--;
			return undefined;
		}
		next.times--;
		return next.fault;
	}

	/** @returns the Authorization header as the service is to see it; a login ends all expiry, as its token may be the same */
	tokenFor(kind: Kind, authorization: string | undefined): string | undefined {
		if (kind === 'login') this.expired.clear();
		if (authorization === undefined) return undefined;
		this.lastToken = authorization;
		return this.expired.has(authorization) ? 'Bearer expired' : authorization;
	}
}
