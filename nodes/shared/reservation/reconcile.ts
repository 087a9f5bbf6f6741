import { failureAfter } from '../http/failure';
import { Creation } from './creation';
import { idToChange } from './existingItem';
import { keepOrUpdate, plannedFor } from './keepOrUpdate';
import type { Session } from './session';
import { Verification } from './verification';
import { ReservationView } from './view';
import type { Policy, Wish } from './wanted';
import { isDone } from './wanted';

/**
 * Makes each wish exist once on a reservation, whoever else does the same: lock, list, match, create or update, verify,
 * remove.
 */
export async function reconcile(
	session: Session,
	reservationId: string,
	wishes: Wish[],
	policy: Policy,
): Promise<void> {
	const open = openInOrder(wishes);
	if (open.length === 0 && !policy.removes) return;
	await session.reservations.withLock(reservationId, async () => {
		const view = new ReservationView(session, reservationId, wishes);
		try {
			await view.refresh();
		} catch (error) {
			for (const wish of open) wish.record(failureAfter(wish.earlier, error));
			if (open.length === 0) policy.recordRemoval(error as Error);
			return;
		}
		await serve(open, view, policy);
		await removeRest(view, policy);
	});
}

/** Wishes that an earlier try left unclear come first: nothing new is created after one that stays unclear. */
function openInOrder(wishes: Wish[]): Wish[] {
	const isUnclear = ({ earlier }: Wish): boolean => earlier instanceof Error;
	const open = wishes.filter((wish) => !isDone(wish));
	return [...open.filter(isUnclear), ...open.filter((wish) => !isUnclear(wish))];
}

async function serve(open: Wish[], view: ReservationView, policy: Policy): Promise<void> {
	const verification = new Verification(view);
	const creation = new Creation(view, verification);
	try {
		for (const wish of open) {
			if (policy.shouldStop()) break;
			try {
				const found = view.itemOf(wish);
				if (policy.isDryRun) wish.record(plannedFor(wish.wanted, found, view.session.mapper));
				else if (found) await keepOrUpdate(view, wish, found);
				else await creation.create(wish);
			} catch (error) {
				wish.record(failureAfter(wish.earlier, error));
			}
		}
		await creation.lookUpUnclear();
	} finally {
		// Also after a failure.
		await verification.verify({ isLast: true });
	}
}

async function removeRest(
	view: ReservationView,
	{ removes, isDryRun, recordRemoval, shouldStop }: Policy,
): Promise<void> {
	for (const item of removes ? view.items.filter(removes) : []) {
		if (shouldStop()) return;
		try {
			if (!isDryRun) {
				const request = { method: 'DELETE', serviceId: idToChange(item) } as const;
				await view.session.client.send(request, { mayBeGone: true });
			}
			recordRemoval(item);
		} catch (error) {
			recordRemoval(error as Error);
		}
	}
}
