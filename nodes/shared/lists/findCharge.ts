import { chargeIn, type Charge } from '../format/charges';
import { plainText, unusable } from '../format/fields';
import type { Session } from '../http/session';

/** @throws RequestFailure, also where it is not known */
export async function findCharge(
	session: Session,
	id: string,
): Promise<Charge> {
	const answer = await session.send({ method: 'GET', serviceId: id });
	const charge = chargeIn(session.format, answer.body, { id });
	if (charge) return charge;
	const what = `does not find '${id}' in what the service answers to this ID`;
	throw unusable('listResponse', what, 'Correct {id}');
}

/** Services and people write an ID in capitals, with spaces, as HTML. */
export function reservationKey(
	session: Session,
	reservationId: string,
): string {
	return `${session.account} ${plainText(reservationId).toLowerCase()}`;
}

/** Also where it does not show its own. */
export function isOn(
	session: Session,
	reservationId: string,
	charge: Charge,
): boolean {
	const shown = charge.reservationId ?? reservationId;
	const key = reservationKey(session, reservationId);
	return reservationKey(session, shown) === key;
}
