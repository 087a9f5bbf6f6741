import type { ExtraJob, RemovalTotal } from '../../shared/items/itemJob';
import { runInOrder } from '../../shared/items/runInOrder';
import { removeItem } from '../../shared/reservation/removeItem';
import type { Session } from '../../shared/reservation/session';
import type { DesiredState } from './desiredState';
import { syncOutput } from './syncOutput';
import type { SharedByItems } from './syncSettings';

/** Deletes what has a reference of this sync's own that no input item wants; everything else is left alone. */
export function removalJobs(
	state: DesiredState,
	{ toOutput, settings }: SharedByItems,
	session: Session,
): ExtraJob[] {
	const { prefix, dryRun: isDryRun } = settings;
	return state.entries().map(({ reservationId, references, items }) => ({
		kind: isDryRun ? ('read' as const) : ('changeOnce' as const),
		reservationId,
		leftOut: `Nothing was removed from reservation '${reservationId}', as another execution changed it meanwhile. Run this again to have it done`,
		async run({ emit, attempt }) {
			const held = (await session.reservations.itemsOf(reservationId)).all();
			for (const item of held) {
				const { reference } = item.fields;
				if (!isOwn(reference, prefix) || references.has(reference)) continue;
				const mayGoOn = await attempt(async () => {
					if (!isDryRun) await removeItem(item, session.client);
					const action = isDryRun ? 'wouldRemove' : 'removed';
					const removal = {
						action,
						reservationId,
						reference,
						before: item.raw,
						id: item.id,
					} as const;
					emit(syncOutput(removal, toOutput), items, !isDryRun);
				});
				if (!mayGoOn) return;
			}
		},
	}));
}

/** Counts what would be deleted before anything is changed: half an input would otherwise delete half of what there is. */
export async function assertFewRemovals(
	state: DesiredState,
	{ input, settings: { prefix, mostRemovals } }: SharedByItems,
	session: Session,
	total: RemovalTotal,
): Promise<void> {
	if (mostRemovals === undefined) return;
	const entries = state.entries();
	const count = async ({ reservationId, references }: (typeof entries)[number]): Promise<void> => {
		for (const { fields } of (await session.reservations.itemsOf(reservationId)).all()) {
			if (isOwn(fields.reference, prefix) && !references.has(fields.reference)) total.removed++;
		}
	};
	const order = {
		keyOf: ({ reservationId }: (typeof entries)[number]) => reservationId,
		concurrency: session.maxConcurrency,
		shouldStop: () => false,
	};
	await runInOrder(entries, order, async (group) => {
		for (const entry of group) await count(entry);
	});
	if (total.removed <= mostRemovals) return;
	throw input.problem(
		`This run would delete ${total.removed} service items, more than 'Most Removals' allows (${mostRemovals})`,
		'Look whether the input is complete; Dry Run shows what would be deleted. If that is right, set it higher for one run.',
	);
}

/** True for a reference that this sync answers for. */
function isOwn(reference: string | undefined, prefix: string): reference is string {
	return reference?.startsWith(prefix) === true;
}
