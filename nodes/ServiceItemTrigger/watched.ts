import type { IPollFunctions } from 'n8n-workflow';

import { digest, quoted } from '../shared/format/json';
import { openFormSession, type Session } from '../shared/http/session';
import { reservationKey } from '../shared/lists/findCharge';
import { userError } from '../shared/n8n/userError';

export async function openWatched(context: IPollFunctions) {
	const chosen = context.getNodeParameter('events', []) as string[];
	if (chosen.length === 0) {
		const what = `'Trigger On' names no event`;
		throw userError({ what, advice: 'Choose at least one' });
	}
	const remedy = 'Give each account a trigger and a credential of its own';
	const session = await openFormSession(context, remedy);
	const ids = reservationIdsIn(context, session);
	return { session, source: sourceOf(session), ids, chosen };
}

/** With another one, an ID is another reservation, or its items read otherwise. */
function sourceOf({ settings, format }: Session) {
	const { environment, accountId, customApiFormat } = settings;
	const { createBody, listQuery, listResponse } = settings;
	const examples = customApiFormat && [createBody, listQuery, listResponse];
	return digest([environment, accountId, examples, format.timeZone]);
}

function reservationIdsIn(context: IPollFunctions, session: Session): string[] {
	const ids = new Map<string, string>();
	// The entry of an expression may be a list.
	const entries = [context.getNodeParameter('reservationIds', [])].flat(2);
	for (const entry of entries as unknown[]) {
		const id = textOf(entry ?? '');
		if (id !== '') ids.set(reservationKey(session, id), id);
	}
	if (ids.size > 0) return [...ids.values()];
	throw userError({
		what: `'Reservation IDs' is empty`,
		advice: 'Add at least one entry',
	});
}

function textOf(entry: unknown) {
	const isText = typeof entry === 'string' || Number.isSafeInteger(entry);
	const text = `${entry as string}`.trim();
	// A list in one text would be taken for one reservation.
	if (isText && !text.includes(',')) return text;
	throw userError({
		what: `'Reservation IDs' has ${quoted(entry)}, which is not one ID`,
		advice:
			"Give each an entry of its own, or all by an expression such as {{ ['RES-1001', 'RES-1002'] }}",
	});
}
