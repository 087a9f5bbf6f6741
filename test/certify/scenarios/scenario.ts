import type { Stage } from '../stage';
import type { Target } from '../target';

/** One thing that a partner has to show. */
export interface Scenario {
	name: string;
	/** @returns what has to be said for it, where that was not said */
	lacks?: (target: Target) => string | undefined;
	/**
	 * @returns what was seen, in a sentence
	 * @throws Error when it was not as it must be
	 */
	run: (stage: Stage) => Promise<string>;
}
