import type { IDataObject } from 'n8n-workflow';

import type { UpsertPlan, UpsertResult, WantedItem } from '../../shared/reservation/upsert';
import { merge } from '../../shared/format/json';
import type { ToOutput } from './results';

/** One thing a sync did, found unnecessary, or would do. */
export interface SyncAction {
	action: UpsertResult['action'] | 'removed' | 'wouldCreate' | 'wouldUpdate' | 'wouldRemove';
	reservationId: string;
	reference: string;
	/** The item as it was; absent when there was none. */
	before?: IDataObject;
	/** The item as it is, or would be; absent when it is gone. */
	after?: IDataObject;
	/** Its ID, where the item itself does not tell. */
	id?: string;
}

const PLANNED = { create: 'wouldCreate', update: 'wouldUpdate', none: 'unchanged' } as const;

/** The output item for an action: the service's items before and after, simplified where asked for. */
export function syncOutput(
	{ action, reservationId, reference, before, after, id }: SyncAction,
	toOutput: ToOutput,
): IDataObject {
	const known = { reservationId, id };
	return {
		action,
		reservationId,
		reference,
		before: before ? toOutput(before, known) : null,
		after: after ? toOutput(after, known) : null,
	};
}

/** The output item for what a sync would do. */
export function plannedOutput(
	plan: UpsertPlan,
	{ reservationId, fields: { reference } }: WantedItem,
	toOutput: ToOutput,
): IDataObject {
	const before = plan.before?.raw;
	const after = plan.sent ? merge(before ?? {}, plan.sent) : before;
	const id = plan.before?.id;
	const action = PLANNED[plan.action];
	return syncOutput({ action, reservationId, reference, before, after, id }, toOutput);
}
