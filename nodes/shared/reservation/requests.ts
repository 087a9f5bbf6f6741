import type { Charge } from '../format/charges';
import { digest } from '../format/json';
import type { Answer } from '../http/reply';
import type { ServiceRequest } from '../http/request';
import type { Session } from '../http/session';
import { findCharge, isOn } from '../lists/findCharge';
import { readReservation } from '../lists/readReservation';
import { CanceledError } from '../n8n/userError';
import { failed, LOOKS } from './judge';
import { chargeOf, isIn } from './seen';
import type { Deleted, Desired } from './wish';
import * as words from './words';

/** @throws CanceledError */
export async function attempt<Result>(
	work: Promise<Result>,
): Promise<Result | Error> {
	return await work.catch((error: Error) => {
		if (error instanceof CanceledError) throw error;
		return error;
	});
}

/** @returns why the list could not be read until it shows enough */
export async function look(
	session: Session,
	reservationId: string,
	isEnough: (charges: Charge[]) => boolean,
): Promise<Error | undefined> {
	for (let looks = 1; looks <= LOOKS; looks++) {
		if (looks > 1) await session.pause(500 * 2 ** (looks - 2));
		const list = await attempt(readReservation(session, reservationId));
		if (list instanceof Error) return list;
		if (isEnough(list)) return undefined;
	}
	return undefined;
}

/** Accounts and formats whose list has shown a true ID. */
const proven = new Set<string>();

/** At first, the service must have under its ID what the list shows. */
export async function changeById(
	session: Session,
	charge: Charge,
	request: ServiceRequest,
): Promise<Answer | Error> {
	const { reservationId = '' } = request;
	const serviceId = charge.id ?? '';
	const key = session.account + digest(session.format);
	if (!proven.has(key)) {
		const found = await attempt(findCharge(session, serviceId));
		const isSame =
			!(found instanceof Error) &&
			!found.isGone &&
			found.reference === charge.reference &&
			isOn(session, reservationId, found) &&
			isIn(charge.fields, found.fields);
		if (!isSame) return words.notProven(charge, found);
		proven.add(key);
	}
	return await attempt(session.send({ ...request, serviceId }));
}

/** What a list, read once more, still shows. */
export async function deleteCharges(
	session: Session,
	{ reservationId, stopsAtFailure }: Desired,
	charges: Charge[],
	shouldStop: () => boolean,
): Promise<Deleted[]> {
	const list = await attempt(readReservation(session, reservationId));
	if (list instanceof Error) return [failed(list)];
	const request = { method: 'DELETE', reservationId, mayBeGone: true } as const;
	const begun = new Map<Charge, Answer | Error>();
	for (const charge of charges) {
		if (shouldStop()) break;
		const now = chargeOf(charge.id, list);
		if (now?.reference !== charge.reference) continue;
		const answer = await changeById(session, charge, request);
		begun.set(charge, answer);
		if (answer instanceof Error && stopsAtFailure) break;
	}
	let left = [...begun.keys()];
	const unread = await look(session, reservationId, (now) => {
		left = left.filter((charge) => chargeOf(charge.id, now));
		return left.length === 0;
	});
	return [...begun].map(([charge, answer]) => {
		if (!left.includes(charge)) return { is: 'deleted', charge };
		if (answer instanceof Error) return failed(answer);
		if (unread) return failed(words.unread(false, unread));
		return failed(words.notDeleted(charge));
	});
}
