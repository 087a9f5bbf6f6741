import { chargeIn, type Charge } from '../format/charges';
import { CHECK, plainText } from '../format/fields';
import type { Session } from '../http/session';
import { userError } from '../n8n/userError';

/**
 * @returns 'gone' where the service marks it as that
 * @throws RequestFailure, also where it is not known
 */
export async function findCharge(
	session: Session,
	id: string,
): Promise<Charge | 'gone'> {
	const answer = await session.send({ method: 'GET', serviceId: id });
	const charge = chargeIn(session.format, answer.body, { id });
	if (charge) return charge.isGone ? 'gone' : charge;
	throw userError({
		what: `The service answers '${id}' without this ID`,
		advice: "Correct {id} in 'List Response' in the credential",
		more: CHECK,
	});
}

/** Services and people write an ID in capitals, with spaces, as HTML. */
export function reservationKey(
	session: Session,
	reservationId: string,
): string {
	return `${session.account} ${plainText(reservationId).toLowerCase()}`;
}
