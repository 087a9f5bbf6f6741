import { RequestFailure } from '../shared/http/failure';
import { assertOfReservation } from '../shared/lists/owners';
import type { Session } from '../shared/reservation/session';

/** `unknown`: the key may not read single items. */
type Single = 'there' | 'gone' | 'unknown';

/** Statuses that say so: of an item that is not there, and of a scope that the key has not. */
const GONE = [404, 410];
const NOT_ALLOWED = [401, 403];

/**
 * Asks for items that a list does not show, before they are told as deleted. In pages, each may have slipped to one that was
 * read before. Where all are missing from a list in one piece, the list itself may be wrong, so the first stands for all.
 *
 * @returns the IDs of those that are there; none where the key may not read single items, so that the list counts
 * @throws RequestFailure when it cannot be found out
 */
export async function findUnlisted(
	session: Session,
	reservationId: string,
	{ missing, isInPages }: { missing: string[]; isInPages: boolean },
): Promise<Set<string>> {
	const [first, ...others] = missing;
	if (first === undefined) return new Set();
	const answer = await ask(session, reservationId, first);
	if (answer === 'unknown') return new Set();
	if (!isInPages) return new Set(answer === 'there' ? missing : []);

	const found = new Set(answer === 'there' ? [first] : []);
	const asking = others.map(async (id) => {
		const isThere = (await ask(session, reservationId, id)) === 'there';
		if (isThere) found.add(id);
	});
	await Promise.all(asking);
	return found;
}

async function ask(
	{ client, mapper }: Session,
	reservationId: string,
	serviceId: string,
): Promise<Single> {
	const answer = await client.trySend({ method: 'GET', serviceId, reservationId });
	if (answer instanceof RequestFailure) return statusOf(answer);
	const { item } = mapper.readAnswer(answer, { id: serviceId });
	const isHere = isOn(mapper.read(item).reservationId, reservationId);
	return isHere && !mapper.isWithdrawn(item) ? 'there' : 'gone';
}

function statusOf(failure: RequestFailure): Single {
	const { status } = failure;
	if (status === undefined) throw failure;
	if (GONE.includes(status)) return 'gone';
	if (NOT_ALLOWED.includes(status)) return 'unknown';
	throw failure;
}

/** False for an item that was moved to another reservation. */
function isOn(shown: string | undefined, reservationId: string): boolean {
	try {
		assertOfReservation([shown], reservationId);
		return true;
	} catch {
		return false;
	}
}
