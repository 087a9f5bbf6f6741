import { listQueryOf } from '../format/bodies';
import { cursorIn, listIn, readCharge, type Charge } from '../format/charges';
import { CHECK } from '../format/fields';
import { RequestFailure } from '../http/failure';
import type { Session } from '../http/session';
import { userError } from '../n8n/userError';
import { isOn } from './findCharge';
import { signOfMore } from './signOfMore';

const MAX_PAGES = 200;

/**
 * All charges of a reservation, those that are gone as well.
 *
 * @param rule `mayBeMissing`: a 404 with JSON is an empty list
 * @throws UserError where the list may not be whole, unless `limit` is reached
 */
export async function readList(
	session: Session,
	reservationId: string,
	limit = Infinity,
	rule: { mayBeMissing?: boolean } = {},
): Promise<Charge[]> {
	const { format } = session;
	const { places } = format.listQuery;
	const isCounted = places.some((each) => /page|offset/.test(each.field));
	const charges: Charge[] = [];
	const known = new Set<string>();
	let [offset, pages] = [0, 1];
	let cursor: string | undefined;
	for (let page = 1; page <= MAX_PAGES; page++) {
		const query = listQueryOf(format, reservationId, { page, offset, cursor });
		const answer = await session
			.send({ method: 'GET', reservationId, query })
			.catch(page === 1 ? asMissing : undefined);
		if (answer instanceof RequestFailure) {
			if (rule.mayBeMissing) return [];
			throw answer;
		}
		const items = listIn(format, answer.body);
		const received = items.map((raw) => readCharge(format, raw));
		assertOwn(session, reservationId, received);
		// Meanwhile a charge may move on to the next page.
		const fresh = received.filter((charge) => !known.has(keyOf(charge)));
		if (fresh.length === 0 && items.length > 0) throw notWhole(ENDLESS);
		for (const charge of fresh) known.add(keyOf(charge));
		charges.push(...fresh);
		if (charges.length >= limit) return charges.slice(0, limit);
		offset += items.length;
		const isEmpty = items.length === 0;
		if (!isEmpty) pages = page;
		const next = cursorIn(format, answer.body);
		const isLast = isEmpty || (next === undefined && !isCounted);
		if (isLast && (next === undefined || next === cursor)) {
			const read = { items: charges.length, pages };
			const sign = signOfMore(format, answer, read);
			if (sign === undefined) return charges;
			throw notWhole(`'${sign}' in the service's answer says that it goes on`);
		}
		cursor = next;
	}
	throw notWhole(ENDLESS);
}

function asMissing(error: unknown): RequestFailure {
	const isFailure = error instanceof RequestFailure;
	if (!isFailure || error.answer.kind !== '404') throw error;
	const advice =
		"Check the Reservation ID. It may mean that there are none: Create with 'Prevent Duplicates', Create or Update and Sync take it for that";
	return Object.assign(error, { told: { ...error.told, advice, more: '' } });
}

function assertOwn(session: Session, asked: string, charges: Charge[]) {
	const other = charges.find((charge) => !isOn(session, asked, charge));
	if (!other) return;
	throw userError({
		what: `The list of reservation '${asked}' shows a service item of '${other.reservationId}', another guest's perhaps`,
		advice: 'Use that ID, or correct {reservationId} in the credential',
		more: CHECK,
	});
}

/** What is beside the fields may differ, such as a signed link. */
function keyOf(charge: Charge) {
	return JSON.stringify([charge.id, charge.reference, charge.fields]);
}

const ENDLESS = 'its pages do not come to an end';

function notWhole(why: string): Error {
	return userError({
		what: `The list of service items may not be whole: ${why}`,
		advice: "Check how 'List Query' in the credential asks for pages",
		more: `Nothing was done with it, as charges on other pages would be created again. Where that is not about pages, put {ignored} there in 'List Response'. ${CHECK}`,
	});
}
