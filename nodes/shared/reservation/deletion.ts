import type { ExistingItem } from '../lists/reservations';
import { hasOwnId, noOwnId } from '../lists/reservations';
import type { Deletion, DeletionOutcome } from './desired';
import type { Change, Facts, History } from './history';
import type { SentDelete } from './input';
import type { Observation } from './observation';
import { failed, unproven } from './outcomes';
import * as words from './words';

export function isOrphan(
	{ prefix, wanted, counted }: Deletion,
	item: ExistingItem,
): boolean {
	const { reference } = item.fields;
	if (reference === undefined || wanted.has(reference)) return false;
	const isOwn =
		reference.startsWith(prefix) && reference.length > prefix.length;
	return isOwn && (counted?.has(item.id) ?? true);
}

/**
 * What Sync is to delete and has not tried to: what the first list had and the
 * last one still shows.
 */
export function orphansOf({
	deletion,
	deletes,
	first,
	now,
}: History): ExistingItem[] {
	if (!deletion) return [];
	const tried = new Set(deletes.map((each) => each.item.id));
	return first.items.filter((item) => {
		return (
			isOrphan(deletion, item) &&
			!tried.has(item.id) &&
			isStillThere(now, item, first.byId)
		);
	});
}

/**
 * Its reference is under its ID or, as some services give new ones, under one
 * that was not known `before`.
 */
function isStillThere(
	list: Observation,
	item: ExistingItem,
	before: { has: (id: string | undefined) => boolean },
): boolean {
	const isNew = ({ id }: ExistingItem): boolean => !before.has(id);
	return hasKeptId(list, item) || carriersOf(list, item).some(isNew);
}

function hasKeptId(list: Observation, item: ExistingItem): boolean {
	return carriersOf(list, item).some(({ id }) => id === item.id);
}

function carriersOf(
	{ byReference }: Observation,
	item: ExistingItem,
): ExistingItem[] {
	return byReference.get(item.fields.reference) ?? [];
}

/** What was to be deleted and is still there. */
export function undeletedOf({ deletes, first, now }: History): SentDelete[] {
	return deletes.filter((each) => isStillThere(now, each.item, first.byId));
}

/**
 * Of an earlier try, what is gone since. What the list still shows is deleted
 * anew.
 */
export function earlierDeletes({ deletion, first }: History): SentDelete[] {
	const unseen = deletion?.earlier ?? [];
	const before = new Set(unseen.map((each) => each.id));
	const gone = unseen.filter((item) => !isStillThere(first, item, before));
	return gone.map((item) => ({ answered: 'yes', item }));
}

export function deletionsFor(
	orphans: ExistingItem[],
	now: Observation,
): Change[] {
	const deletable = orphans
		.filter((item) => hasKeptId(now, item))
		.filter(hasOwnId);
	return deletable.map((item) => ({ do: 'delete', item }));
}

/** @param orphans what was to be deleted, and was not begun */
export function deletionsOf(
	at: Facts,
	orphans: ExistingItem[],
): DeletionOutcome[] {
	const outcomes = at.deletes.map((sent) => deletionOf(at, sent));
	for (const item of orphans) {
		if (at.isDryRun) outcomes.push({ is: 'wouldDelete', item });
		else if (at.unread) {
			outcomes.push(failed(words.leftUndeleted(item, at.unread)));
		} else if (!hasKeptId(at.now, item)) {
			outcomes.push(failed(words.idChanged(item)));
		} else outcomes.push(failed(unproven(at, item) ?? noOwnId(item)));
	}
	return outcomes;
}

function deletionOf(at: Facts, sent: SentDelete): DeletionOutcome {
	const { item } = sent;
	if (!at.unread && !isStillThere(at.now, item, at.first.byId)) {
		return { is: 'deleted', item };
	}
	if (sent.answered === 'refused') return failed(sent.failure);
	return { ...failed(notSeen(at, sent)), unseen: item };
}

function notSeen(
	at: Facts,
	sent: Exclude<SentDelete, { answered: 'refused' }>,
): Error {
	if (sent.answered === 'unclear') return sent.failure;
	return at.unread
		? words.unreadAfter(at, at.unread)
		: words.notDeleted(at, sent.item);
}
