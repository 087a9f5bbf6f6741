import { RequestFailure } from '../shared/http/failure';
import { mayBeOf } from '../shared/lists/reservationId';
import type { Session } from '../shared/session/session';

/** The key may not read single items: the list counts. */
const NOT_ALLOWED = [401, 403];

/**
 * Asks for items before they are told as deleted: each that is missing from a
 * list in pages, as it may slip to one that was read before. Where all are
 * missing from a list in one piece, the first stands for all: it is the list
 * that may be wrong.
 *
 * @returns the IDs of those that are there
 * @throws RequestFailure when it cannot be found out
 */
export async function findUnlisted(
	session: Session,
	{
		reservationId,
		missing,
		isInPages,
	}: { reservationId: string; missing: string[]; isInPages: boolean },
): Promise<Set<string>> {
	const asked = isInPages ? missing : missing.slice(0, 1);
	const there = new Set<string>();
	const asking = asked.map(async (id) => {
		if (await isThere(session, reservationId, id)) there.add(id);
	});
	await Promise.all(asking);
	if (isInPages || there.size === 0) return there;
	return new Set(missing);
}

async function isThere(
	{ client, mapper }: Session,
	reservationId: string,
	serviceId: string,
): Promise<boolean> {
	const request = { method: 'GET', serviceId, reservationId } as const;
	const answer = await client.trySend(request);
	if (answer instanceof RequestFailure) {
		if (answer.isMissing || NOT_ALLOWED.includes(answer.status ?? 0)) {
			return false;
		}
		throw answer;
	}
	const { item } = mapper.readAnswer(answer, { id: serviceId });
	const shown = mapper.read(item).reservationId;
	return mayBeOf(shown, reservationId) && !mapper.isWithdrawn(item);
}
