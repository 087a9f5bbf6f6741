import type { IDataObject, UserError } from 'n8n-workflow';

import { isBlank } from '../../shared/format/json';
import { fitsPath } from '../../shared/http/request';
import { wordsIn } from '../../shared/http/words';
import { mayBeOf } from '../../shared/lists/reservationId';
import { prefixErrors, userError } from '../../shared/n8n/userError';
import {
	hasOwnId,
	itemWithReference,
	noOwnId,
} from '../../shared/lists/reservations';
import { accountProofOf } from '../../shared/reservation/accountProof';
import type { Session } from '../../shared/session/session';
import type { ItemInput } from '../../shared/run/itemInput';
import { textOf } from '../../shared/run/itemInput';
import { reservationIdIn } from './fields';

/** A service item, as the form names it. */
export type LocatedItem =
	| { by: 'reference'; reference: string; reservationId: string }
	/**
	 * Beside an ID that was typed in, the reservation is a condition; the list is
	 * of that reservation.
	 */
	| { by: 'id' | 'list'; serviceId: string; reservationId?: string };

/**
 * @throws UserError when it is empty, or could not stand in a path on its own
 */
export function locatedItemIn(input: ItemInput): LocatedItem {
	const name = input.requiredName('serviceId', 'Service Item');
	const mode = input.saved.modeOf('serviceId');
	if (mode === 'reference') {
		const reference = prefixErrors("'Service Item'", () =>
			input.mapper.parseReference(name),
		);
		return {
			by: 'reference',
			reference,
			reservationId: reservationIdIn(input),
		};
	}
	if (!fitsPath(name)) {
		throw userError({
			what: `'Service Item' is '${name}', which is not an ID`,
			advice: 'Choose the service item from the list, or give its ID',
		});
	}
	const reservationId = textOf(input.value('reservationId'), 'Reservation ID');
	return {
		by: mode === 'list' ? 'list' : 'id',
		serviceId: name,
		reservationId,
	};
}

/**
 * @throws UserError when several items of the reservation carry the reference,
 * or its list shows IDs that are none
 */
export async function findId(
	item: LocatedItem,
	session: Session,
): Promise<string | undefined> {
	if (item.by !== 'reference') return item.serviceId;
	const { reservationId, reference } = item;
	const found = itemWithReference(
		await session.reservations.knownList(reservationId),
		reference,
	);
	if (found === undefined) return undefined;
	if (!hasOwnId(found)) throw noOwnId(found);
	await accountProofOf(session.accountKey).assertProven(
		found,
		reservationId,
		session,
	);
	return found.id;
}

/** @throws UserError when the reservation has no such item */
export async function idOf(
	item: LocatedItem,
	session: Session,
): Promise<string> {
	const serviceId = await findId(item, session);
	if (serviceId === undefined) throw notFound(item);
	return serviceId;
}

export function notFound(item: LocatedItem): UserError {
	const reference = item.by === 'reference' ? item.reference : '';
	return userError({
		what: `No service item of the reservation carries the reference '${reference}'`,
		advice: `Check 'Service Item' and 'Reservation ID': Get Many shows what the reservation has`,
		more: "It may have been deleted, for which Delete has the option 'Ignore Missing'.",
	});
}

/**
 * True where an item has to be read before it is changed, as its reservation is
 * a condition.
 */
export function isConditional(item: LocatedItem): boolean {
	return item.by === 'id' && item.reservationId !== undefined;
}

/**
 * @param isProof a change rests on it: what only Get gives out may be anything
 * @throws UserError when the answer holds another item or none, or one of
 * another reservation than the one given beside its ID
 */
export async function readItem(
	located: LocatedItem,
	serviceId: string,
	{ client, mapper }: Session,
	{ isProof } = { isProof: true },
): Promise<IDataObject> {
	const answer = await client.send({ method: 'GET', serviceId });
	const { item, shows } = mapper.readAnswer(answer, { id: serviceId });
	if (holdsNothing(answer.body)) {
		throw userError({
			what: `Service item '${serviceId}' was not found: the service's answer holds none`,
			advice: `Check 'Service Item': Get Many shows the IDs`,
		});
	}
	if (isProof && shows !== 'item') {
		const said = wordsIn(answer.body, client.secrets, { isRefusal: false });
		const words = said === undefined ? '' : `: ${said}`;
		throw userError({
			what: `Service item '${serviceId}' was not found: nothing in the service's answer shows it${words}`,
			advice: `Check 'Service Item', and 'List Response' in the Reservation Service credential`,
		});
	}
	const shown = mapper.read(item);
	if (shown.id !== undefined && shown.id !== serviceId) {
		throw userError({
			what: `The service answered with service item '${shown.id}', and not with '${serviceId}'`,
			advice: `Choose 'Service Item' from the list, or check {id} in 'List Response' in the Reservation Service credential`,
		});
	}
	const reservationId = located.reservationId ?? '';
	if (!isConditional(located) || mayBeOf(shown.reservationId, reservationId)) {
		return item;
	}
	throw userError({
		what: `Service item '${serviceId}' is on reservation '${shown.reservationId}', and not on '${reservationId}'`,
		advice: `Correct 'Service Item' or 'Reservation ID', or leave 'Reservation ID' empty`,
		more: 'Nothing was changed.',
	});
}

/**
 * The same of an item that is there: what the service marks as cancelled, Get
 * Many shows only.
 */
export async function readPresentItem(
	located: LocatedItem,
	serviceId: string,
	session: Session,
	use?: { isProof: boolean },
): Promise<IDataObject> {
	const item = await readItem(located, serviceId, session, use);
	if (!session.mapper.isWithdrawn(item)) return item;
	throw userError({
		what: `Service item '${serviceId}' is gone: the service marks it as cancelled, voided, deleted or removed`,
		advice: `Check 'Service Item'`,
	});
}

/**
 * True where neither a text nor a number is in it: a change may be answered
 * like that, a read may not.
 */
function holdsNothing(body: unknown): boolean {
	if (isBlank(body) || typeof body === 'boolean') return true;
	return (
		typeof body === 'object' &&
		Object.values(body as object).every(holdsNothing)
	);
}
