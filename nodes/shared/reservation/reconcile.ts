import { failureAfter } from '../http/failure';
import { idToChange } from './existingItem';
import { Creation } from './creation';
import { keepOrUpdate, plannedFor } from './plans';
import type { Session } from './session';
import type { Policy, Wish } from './wanted';
import { isDone } from './wanted';
import { Verification } from './verification';
import { ReservationView } from './view';

/**
 * Brings a reservation to have what is wanted, each wish once, however often and by whomever that is asked for: lock, list,
 * work out what stands for what, create and update what differs, look again, remove.
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
		const verification = new Verification(session, view);
		const creation = new Creation(session, view, verification);
		try {
			await view.refresh();
		} catch (error) {
			for (const wish of open) wish.settle(failureAfter(wish.earlier, error));
			if (open.length === 0) policy.settleRemoval(error as Error);
			return;
		}
		try {
			for (const wish of open) {
				if (policy.shouldStop()) break;
				await settleOne(wish, { session, view, creation, policy });
			}
			await creation.settleUnclear();
		} finally {
			// Also when a later one has failed.
			await verification.verify({ isLast: true });
		}
		await removeRest(view, session, policy);
	});
}

interface Parts {
	session: Session;
	view: ReservationView;
	creation: Creation;
	policy: Policy;
}

async function settleOne(wish: Wish, { session, view, creation, policy }: Parts): Promise<void> {
	try {
		const found = view.itemOf(wish);
		if (policy.isDryRun) wish.settle(plannedFor(wish.wanted, found, session.mapper));
		else if (found) wish.settle(await keepOrUpdate({ session, view }, wish, found));
		else await creation.create(wish);
	} catch (error) {
		wish.settle(failureAfter(wish.earlier, error));
	}
}

/** What an earlier try has left unclear comes first: nothing new is made after a charge that stays so. */
function openInOrder(wishes: Wish[]): Wish[] {
	const isUnclear = ({ earlier }: Wish): boolean => earlier instanceof Error;
	const open = wishes.filter((wish) => !isDone(wish));
	return [...open.filter(isUnclear), ...open.filter((wish) => !isUnclear(wish))];
}

async function removeRest(
	view: ReservationView,
	{ client }: Session,
	{ removes, isDryRun, settleRemoval, shouldStop }: Policy,
): Promise<void> {
	for (const item of removes ? view.items.filter(removes) : []) {
		if (shouldStop()) return;
		try {
			if (!isDryRun) {
				await client.send({ method: 'DELETE', serviceId: idToChange(item) }, { mayBeGone: true });
			}
			settleRemoval({ action: isDryRun ? 'wouldRemove' : 'removed', before: item.raw, item });
		} catch (error) {
			settleRemoval(error as Error);
		}
	}
}
