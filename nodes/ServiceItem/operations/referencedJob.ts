import type { IDataObject } from 'n8n-workflow';

import type { ChangeOnceJob } from '../../shared/items/itemJob';
import { reservationKey } from '../../shared/items/itemJob';
import { ByReference } from '../../shared/reservation/references';
import type { Session } from '../../shared/reservation/session';

/** What is known by a reference, and what is done about it. */
export interface ReferencedWork {
	reservationId: string;
	reference: string;
	run: () => Promise<IDataObject[]>;
	recheck: () => Promise<IDataObject[] | undefined>;
}

/** A change that is recognized by its reference: done anew, it finds what an earlier try has done. */
export function referencedJob(session: Session, work: ReferencedWork): ChangeOnceJob {
	const { reservationId, reference, run, recheck } = work;
	return {
		kind: 'changeOnce',
		reservationId,
		orderKey: reservationKey(reservationId),
		run,
		async replay(results, needsRecheck) {
			if (!needsRecheck) return results;
			await new ByReference(session, reservationId, reference).assertShown();
			return await run();
		},
		recheck,
	};
}
