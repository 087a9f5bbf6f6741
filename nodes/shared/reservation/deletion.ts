import type { ExistingItem } from '../lists/reservations';

/** What Sync is to delete of a reservation: what is its own, and what no input wants. */
export interface Deletion {
	/** References that begin with it, and have more behind it, are this sync's own. */
	prefix: string;
	/** The references of all inputs, also of those that cannot be done. */
	wanted: ReadonlySet<string>;
	/** The IDs of what was counted before anything was changed: what appears later stays. */
	counted?: ReadonlySet<string | undefined>;
}

export function isOrphan({ prefix, wanted, counted }: Deletion, item: ExistingItem): boolean {
	const { reference } = item.fields;
	if (reference === undefined || wanted.has(reference)) return false;
	const isOwn = reference.startsWith(prefix) && reference.length > prefix.length;
	return isOwn && (counted?.has(item.id) ?? true);
}
