import { RequestFailure } from '../shared/http/failure';
import { mayBeOf } from '../shared/lists/owners';
import type { Session } from '../shared/session/session';

interface Question {
	reservationId: string;
	/** The IDs of known items that the list does not show. */
	missing: string[];
	/** While pages are read, an item may slip to one that was read before. */
	isInPages: boolean;
}

/** `unknown`: the key may not read single items. */
type Answer = 'there' | 'gone' | 'unknown';

const GONE = [404, 410];
const NOT_ALLOWED = [401, 403];

/**
 * Asks for items before they are told as deleted: each that is missing from a list in pages. Where all are missing from a
 * list in one piece, the first stands for all: it is the list that may be wrong.
 *
 * @returns the IDs of those that are there; none where the key may not read single items, so that the list counts
 * @throws RequestFailure when it cannot be found out
 */
export async function findUnlisted(session: Session, question: Question): Promise<Set<string>> {
	const { reservationId, missing, isInPages } = question;
	const [first, ...others] = missing;
	if (first === undefined) return new Set();
	const answer = await ask(session, reservationId, first);
	if (answer === 'unknown') return new Set();
	if (!isInPages) return new Set(answer === 'there' ? missing : []);

	const found = new Set<string>();
	if (answer === 'there') found.add(first);
	const asking = others.map(async (id) => {
		const other = await ask(session, reservationId, id);
		if (other === 'there') found.add(id);
	});
	await Promise.all(asking);
	return found;
}

async function ask(session: Session, reservationId: string, serviceId: string): Promise<Answer> {
	const { client, mapper } = session;
	const request = { method: 'GET', serviceId, reservationId } as const;
	const answer = await client.trySend(request);
	if (answer instanceof RequestFailure) return answerOf(answer);
	const { item } = mapper.readAnswer(answer, { id: serviceId });
	const shown = mapper.read(item).reservationId;
	const isHere = mayBeOf(shown, reservationId) && !mapper.isWithdrawn(item);
	return isHere ? 'there' : 'gone';
}

function answerOf(failure: RequestFailure): Answer {
	const { status } = failure;
	if (status === undefined) throw failure;
	if (GONE.includes(status)) return 'gone';
	if (NOT_ALLOWED.includes(status)) return 'unknown';
	throw failure;
}
