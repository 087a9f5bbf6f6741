import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../../shared/http/failure';
import type { ChangeOnceJob } from '../../shared/items/itemJob';
import { ByReference } from '../../shared/reservation/references';
import type { Session } from '../../shared/reservation/session';
import type { UpsertResult, WantedItem } from '../../shared/reservation/upsert';
import { carryOut, planUpsert, settleCreated } from '../../shared/reservation/upsert';

/** What is known by a reference, and what is done about it. */
export interface ReferencedWork {
	reservationId: string;
	reference: string;
	/** @param earlier as of an ItemJob */
	run: (earlier?: RequestFailure) => Promise<IDataObject[]>;
	recheck: () => Promise<IDataObject[] | undefined>;
}

/** A change that is recognized by its reference: done anew, it finds what an earlier try has done. */
export function referencedJob(session: Session, work: ReferencedWork): ChangeOnceJob {
	const { reservationId, reference, run, recheck } = work;
	return {
		kind: 'changeOnce',
		reservationId,
		run,
		async replay(results, needsRecheck) {
			if (!needsRecheck) return results;
			await new ByReference(session, reservationId, reference).assertShown();
			return await run();
		},
		recheck,
	};
}

/**
 * Has an item created or brought up to date; what was created is settled when all items of its reservation are done.
 *
 * @param check throws when the item is not to be touched after all
 */
export function upsertJob(
	session: Session,
	wanted: WantedItem,
	outputOf: (result: UpsertResult) => IDataObject,
	check: () => void = () => undefined,
): ChangeOnceJob {
	let result: UpsertResult | undefined;
	return referencedJob(session, {
		reservationId: wanted.reservationId,
		reference: wanted.fields.reference,
		async run(earlier) {
			check();
			result = await carryOut(session, wanted, await planUpsert(session, wanted), earlier);
			return [outputOf(result)];
		},
		async recheck() {
			if (result?.action !== 'created') return undefined;
			return [outputOf(await settleCreated(session, wanted))];
		},
	});
}
