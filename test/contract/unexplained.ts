import { allowedChanges } from './allowedChanges';
import type { Contract } from './contract';
import { listLosses } from './losses';

/** Losses that nobody has explained, and explanations for what is not lost, in words. */
export function listUnexplained(released: Contract, present: Contract): string[] {
	const losses = listLosses(released, present);
	const allowed = allowedChanges.filter(({ since }) => since === released.version);
	const unexplained = losses.filter((loss) => !allowed.some(({ id }) => id === loss.id));
	const idle = allowed.filter(({ id }) => !losses.some((loss) => loss.id === id));
	return [
		...unexplained.map(({ id, words }) => `${words} [${id}]`),
		...idle.map(({ id }) => `'${id}' is allowed and explained, but has not changed`),
	];
}
