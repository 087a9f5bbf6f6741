import type { IPollFunctions } from 'n8n-workflow';

import { digest } from '../shared/format/json';
import type { NodeError } from '../shared/n8n/nodeErrors';
import { toNodeError } from '../shared/n8n/nodeErrors';
import { reservationKey } from '../shared/lists/reservationId';
import { userError } from '../shared/n8n/userError';
import type { Session } from '../shared/session/session';
import { openFormSession } from '../shared/session/session';
import { textOf } from '../shared/run/itemInput';
import type { EventName } from './events';

const REMEDY =
	'Give the trigger a credential of one account, and each account a trigger of its own';

/** What is watched, with which account. */
export interface OpenTrigger {
	session: Session;
	/** A digest of its environment and Account ID. */
	account: string;
	reservationIds: string[];
	events: EventName[];
}

/** @throws NodeOperationError that names the field or setting to correct */
export async function openTrigger(
	context: IPollFunctions,
): Promise<OpenTrigger> {
	try {
		const reservationIds = reservationIdsOf(context);
		const events = eventsOf(context);
		const session = await openFormSession(context, REMEDY);
		return {
			session,
			account: digest(session.memoryKey),
			reservationIds,
			events,
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** Why a reservation could not be read, with its ID. */
export function reservationError(
	context: IPollFunctions,
	reservationId: string,
	error: unknown,
): NodeError {
	const nodeError = toNodeError(context.getNode(), error);
	nodeError.message = `Reservation '${reservationId}': ${nodeError.message}`;
	return nodeError;
}

function reservationIdsOf(context: IPollFunctions): string[] {
	// The entry of an expression may be a list.
	const given: unknown[] = [
		context.getNodeParameter('reservationIds', ''),
	].flat(2);
	const ids = new Map<string, string>();
	for (const entry of given) {
		const id = textOf(entry, 'Reservation IDs');
		if (id?.includes(',')) throw severalInOne(id);
		if (id === undefined) continue;
		const key = reservationKey(id);
		const known = ids.get(key) ?? id;
		if (known !== id) throw writtenTwice(known, id);
		ids.set(key, id);
	}
	if (ids.size === 0) throw nothingIn('Reservation IDs');
	return [...ids.values()];
}

function eventsOf(context: IPollFunctions): EventName[] {
	const chosen = context.getNodeParameter('events', '');
	if (!Array.isArray(chosen) || chosen.length === 0) {
		throw nothingIn('Trigger On');
	}
	return chosen as EventName[];
}

function nothingIn(field: string) {
	return userError({
		what: `'${field}' is empty`,
		advice: 'Add at least one entry',
	});
}

/** All that happens there would be told twice. */
function writtenTwice(one: string, other: string) {
	return userError({
		what: `'Reservation IDs' has one reservation as '${one}' and as '${other}'`,
		advice: 'Take out one of the two',
	});
}

/** Taken for one reservation, of which nothing would ever be told. */
function severalInOne(entry: string) {
	return userError({
		what: `'Reservation IDs' has a comma in the entry '${entry}'`,
		advice: 'Give every reservation an entry of its own',
		more: `An expression gives several as a list, such as {{ ['RES-1001', 'RES-1002'] }}.`,
	});
}
