import type { IDataObject } from 'n8n-workflow';

import { EXAMPLES } from '../../shared/format/fields';
import { isEqual, isJsonObject, quoted } from '../../shared/format/json';
import { withoutSecrets } from '../../shared/http/words';
import { ApiError, ToldError, userError } from '../../shared/n8n/userError';
import type { Session } from '../../shared/session/session';
import type { Asked, Draft, EnteredExamples, Requests } from './entered';
import { draftOf, enteredIn, NAMES, recognizeRequests } from './entered';
import type { Proposal } from './propose';
import { propose, recognizeCharges } from './propose';
import type { ReadValues } from './reading';
import {
	openWith,
	pagedDrafts,
	read,
	tryIds,
	tryReading,
	valuesBy,
} from './reading';
import type { Finding } from './report';
import { missingIn, reportOf } from './report';
import { tryWriting } from './tryWriting';

/**
 * Compares how the service spells the charges of a reservation with what is
 * entered in the credential, be it the documentation's own: read, recognize,
 * propose, try, report.
 *
 * @param session opened without the examples
 * @throws UserError when no list of charges comes back, and RequestFailure when
 * the service refuses to list
 */
export async function checkApiFormat(
	session: Session,
	asked: Asked & { isWriting: boolean },
): Promise<IDataObject[]> {
	const entered = enteredIn(session.settings);
	const own = draftOf(entered);
	const requests = recognizeRequests(entered, asked);
	const about = { ...asked, ...requests };
	const answers = await readCharges(session, entered, about).catch(
		(error: Error) => {
			throw withMistakes(error, entered);
		},
	);
	const { firstPage, charges } = answers;
	const proposal = propose(entered, charges, about);

	const bodies = [firstPage.body, entered.listResponse.documented];
	const drafts = pagedDrafts(proposal.draft, bodies);
	const values = valuesBy(drafts, own, answers, session);
	if (isOwnEnough(proposal, values)) {
		const { listQuery, listResponse } = own;
		drafts.unshift({ ...proposal.draft, listQuery, listResponse });
	}
	const reading = await tryReading(drafts, session, asked.reservationId);
	const advised =
		reading.kind === 'read'
			? reading.draft
			: (values.readable ?? requestedOf(entered, own, proposal));

	const hasIds = values.later.some((each) => each.id !== undefined);
	// Without IDs, or a list that shows it, the charge could not be deleted.
	const isTestable =
		reading.kind === 'read' && hasIds && missingIn(advised).length === 0;
	let written: Finding[] = [];
	if (asked.isWriting && isTestable) {
		const items = charges.entries.filter(isJsonObject);
		const { reservationId } = asked;
		written = await tryWriting(openWith(advised, session), advised, {
			reservationId,
			items,
		});
	}
	return reportOf({
		entered,
		own,
		advised,
		requests,
		proposal,
		reading,
		isWriting: asked.isWriting,
		written,
		...values,
	});
}

/** Once it is entered, a doubtful place is the user's word. */
function isOwnEnough({ found }: Proposal, { now, later }: ReadValues): boolean {
	const isSure = Object.values(found).every((each) => !each.doubt);
	return isSure && now.length > 0 && isEqual(now, later);
}

/**
 * What was recognized of a documented request holds, whatever the list is like.
 */
function requestedOf(
	{ createBody }: EnteredExamples,
	own: Draft,
	{ draft }: Proposal,
): Draft {
	if (!createBody.documented) return own;
	return { ...draft, listResponse: own.listResponse };
}

/** The first page of the list, and the charges in it. */
async function readCharges(
	session: Session,
	entered: EnteredExamples,
	about: Asked & Requests,
) {
	const { reservationId, listQuery } = about;
	const { firstPage, elsewhere } = await read(
		listQuery,
		session,
		reservationId,
	);
	const charges = recognizeCharges(firstPage.body, entered, about);
	if (!charges) {
		const told = withoutSecrets(quoted(firstPage.body), session.client.secrets);
		throw noCharges(reservationId, listQuery, told);
	}
	const id = await tryIds(charges, session);
	if (id) charges.found.id = id;
	return { firstPage, elsewhere, charges };
}

function noCharges(
	reservationId: string,
	listQuery: IDataObject,
	told: string,
) {
	const query = JSON.stringify(listQuery);
	return userError({
		what: `No list of charges came back for reservation '${reservationId}'`,
		advice: 'Give a reservation that has at least one charge',
		more: `If it has some, look up in the documentation how they are listed, enter that as 'List Query', and check again. The query was ${query}, the answer ${told}.`,
	});
}

/** An example that cannot be used may be why nothing can be read. */
function withMistakes(error: Error, entered: EnteredExamples): Error {
	const mistakes: string[] = [];
	for (const name of NAMES) {
		const { mistake } = entered[name];
		if (mistake !== undefined) mistakes.push(`'${EXAMPLES[name]}' ${mistake}`);
	}
	const isTold = error instanceof ToldError || error instanceof ApiError;
	if (!isTold || mistakes.length === 0) return error;
	return userError({
		what: error.told.what,
		advice: mistakes.join('. '),
		more: 'Until it is corrected, such an example counts as empty.',
	});
}
