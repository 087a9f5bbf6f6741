/**
 * Reads the notation n8n stores execution data in (the "flatted" package's): a JSON list of values in which every text
 * inside an object or a list is the position of the value meant, so that shared and circular values survive.
 */
export function unflatten(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const known = new Map<number, unknown>();

	const revive = (value: unknown): unknown =>
		typeof value === 'string' ? read(Number(value)) : value;

	const read = (position: number): unknown => {
		if (known.has(position)) return known.get(position);
		const value = values[position];
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) {
			const list: unknown[] = [];
			known.set(position, list);
			for (const entry of value) list.push(revive(entry));
			return list;
		}
		const object: Record<string, unknown> = {};
		known.set(position, object);
		for (const [key, entry] of Object.entries(value)) object[key] = revive(entry);
		return object;
	};

	return read(0);
}
