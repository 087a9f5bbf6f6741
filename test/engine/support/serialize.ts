/**
 * A value as JSON text with every object once: n8n's database and log write objects that refer to each other, and a
 * test that looks for a secret in them needs everything in one text.
 */
export function serialize(value: unknown): string {
	const seen = new WeakSet<object>();
	return (
		JSON.stringify(value, (_key, nested: unknown) => {
			if (typeof nested !== 'object' || nested === null) return nested;
			if (seen.has(nested)) return undefined;
			seen.add(nested);
			return nested;
		}) ?? ''
	);
}
