import type { Stage } from '../stage';

/** One thing that a partner has to show. */
export interface Scenario {
	name: string;
	/** Why it cannot be shown on a real service. */
	onlyMiniature?: string;
	/**
	 * @returns what was seen, in a sentence
	 * @throws Error when it was not as it must be
	 */
	run: (stage: Stage) => Promise<string>;
}
