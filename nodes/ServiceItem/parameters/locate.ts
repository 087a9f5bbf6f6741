import type { Charge } from '../../shared/format/charges';
import { isSameValue } from '../../shared/format/fields';
import type { Answer } from '../../shared/http/reply';
import type { ServiceRequest } from '../../shared/http/request';
import type { Session } from '../../shared/http/session';
import { findCharge, reservationKey } from '../../shared/lists/findCharge';
import { readReservation } from '../../shared/lists/readReservation';
import { ToldError, userError } from '../../shared/n8n/userError';
import { changeById } from '../../shared/reservation/requests';
import type { Input } from '../../shared/run/operation';
import type { Job } from '../operations/operation';
import { isSimplified } from '../operations/operation';
import { referenceIn, reservationIdIn } from './charge';

/** A charge as the form names it; a reservation is a condition. */
export interface Target extends Job {
	/** In place of the ID. */
	reference?: string;
}

export interface Located {
	id: string;
	/** If it was read. */
	charge?: Charge;
	/** If the ID rests on a list. */
	listed?: Charge;
}

export class GoneError extends ToldError {}

const PARAMETER = ['serviceId', 'Service Item'] as const;
const advice = "Check 'Service Item' and 'Reservation ID'";

export function targetIn(input: Input): Target {
	const { parameters, session } = input;
	const mode = parameters.modeOf('serviceId');
	const id = parameters.requiredText(...PARAMETER);
	const isRequired = mode === 'list' || mode === 'reference';
	const reservationId = reservationIdIn(input, isRequired) || undefined;
	const orderKey = reservationId
		? reservationKey(session, reservationId)
		: `${session.account} ${id}`;
	const known = { reservationId, orderKey, isSimple: isSimplified(input) };
	if (mode !== 'reference') return { ...known, id };
	return { ...known, reference: referenceIn(input, ...PARAMETER) };
}

export async function locate(
	target: Target,
	session: Session,
	isRead: boolean,
): Promise<Located> {
	const { id, reservationId } = target;
	if (!id) return await locateInList(target, session);
	if (!reservationId && !isRead) return { id };
	const charge = await findCharge(session, id);
	if (charge === 'gone') {
		throw gone(`Service item '${id}' is gone: it is marked as cancelled`);
	}
	if (!reservationId) return { id, charge };
	const shown = charge.reservationId;
	if (!shown) return { ...(await locateInList(target, session)), charge };
	const key = reservationKey(session, reservationId);
	if (reservationKey(session, shown) === key) return { id, charge };
	const where = `on reservation '${shown}', and not on '${reservationId}'`;
	throw userError({ what: `Service item '${id}' is ${where}`, advice });
}

async function locateInList(
	{ id, reference = '', reservationId = '' }: Target,
	session: Session,
): Promise<Located> {
	const list = await readReservation(session, reservationId);
	const found = list.filter((each) => {
		return id ? each.id === id : isSameValue(reference, each.reference);
	});
	const [listed] = found;
	if (found.length > 1) {
		const names = found.map((each) => `'${each.id}'`).join(' and ');
		const what = `Several service items of this reservation carry the reference '${reference}': ${names}`;
		throw userError({ what, advice: 'Delete those that are too many' });
	}
	if (listed) return { id: String(listed.id), charge: listed, listed };
	if (!id) throw gone(`No service item carries the reference '${reference}'`);
	const what = `Service item '${id}' is not on reservation '${reservationId}'`;
	throw userError({ what, advice });
}

function gone(what: string): GoneError {
	const more = "Delete has the option 'Ignore Missing'.";
	return new GoneError({ what, advice, more });
}

/** Whoever changes by an ID from a list proves that list first. */
export async function sendChange(
	{ id, listed }: Located,
	change: ServiceRequest,
	session: Session,
): Promise<Answer> {
	const request = { ...change, serviceId: id };
	if (!listed) return await session.client.send(request);
	const answer = await changeById(session, listed, request);
	if (answer instanceof Error) throw answer;
	return answer;
}
