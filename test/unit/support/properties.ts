import fc from 'fast-check';

/** The same cases in every run, so that a red test is red for everyone; PROPERTY_SEED=… looks at others. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20261122);

/**
 * Checks what holds for all inputs on some of them. A counterexample is made as small as possible, and shown with
 * the seed and the path that lead to it.
 */
export function holds<Inputs>(property: fc.IProperty<Inputs>, runs = 300): void {
	fc.assert(property, { seed: SEED, numRuns: runs });
}

/** The same for what takes its time. */
export async function holdsAsync<Inputs>(
	property: fc.IAsyncProperty<Inputs>,
	runs = 200,
): Promise<void> {
	await fc.assert(property, { seed: SEED, numRuns: runs });
}
