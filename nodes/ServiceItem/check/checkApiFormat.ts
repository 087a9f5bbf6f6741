import type { IDataObject } from 'n8n-workflow';

import { EXAMPLES } from '../../shared/format/fields';
import { isEqual, isJsonObject, quoted } from '../../shared/format/json';
import { withoutSecrets } from '../../shared/http/words';
import { ApiError, ToldError, userError } from '../../shared/n8n/userError';
import type { Session } from '../../shared/session/session';
import type { Asked, EnteredExamples, Requests } from './entered';
import { draftOf, enteredIn, NAMES, recognizeRequests } from './entered';
import { propose, recognizeCharges } from './propose';
import {
	openWith,
	pagedDrafts,
	read,
	tryIds,
	tryReading,
	valuesIn,
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
	const { reservationId } = asked;
	const entered = enteredIn(session.settings);
	const own = draftOf(entered);
	const requests = recognizeRequests(entered, asked);
	const about = { ...asked, ...requests };
	const { firstPage, elsewhere, charges } = await readCharges(
		session,
		entered,
		about,
	).catch((error: Error) => {
		throw withMistakes(error, entered);
	});
	const proposal = propose(entered, charges, about);

	const bodies = [firstPage.body, entered.listResponse.documented];
	const drafts = pagedDrafts(proposal.draft, bodies);
	// What cannot read this answer is not advised.
	const readable = drafts.find(
		(each) => valuesIn(firstPage, each, session).length > 0,
	);
	const now = valuesIn(firstPage, own, session);
	const later = readable ? valuesIn(firstPage, readable, session) : [];
	const others =
		readable && elsewhere ? valuesIn(elsewhere, readable, session) : [];
	const isSure = Object.values(proposal.found).every(
		({ doubt }) => doubt === undefined,
	);
	// Once it is entered, a doubtful place is the user's word.
	if (isSure && now.length > 0 && isEqual(now, later)) {
		const { listQuery, listResponse } = own;
		drafts.unshift({ ...proposal.draft, listQuery, listResponse });
	}
	const reading = await tryReading(drafts, session, reservationId);
	let requested = own;
	// What was recognized of a documented request holds, whatever the list is
	// like.
	if (entered.createBody.documented) {
		requested = { ...proposal.draft, listResponse: own.listResponse };
	}
	const advised =
		reading.kind === 'read' ? reading.draft : (readable ?? requested);

	let written: Finding[] = [];
	const hasIds = later.some(({ id }) => id !== undefined);
	// Without IDs, or a list that shows it, the charge could not be deleted.
	const isTestable =
		reading.kind === 'read' && hasIds && missingIn(advised).length === 0;
	if (asked.isWriting && isTestable) {
		const items = charges.entries.filter(isJsonObject);
		written = await tryWriting(openWith(advised, session), advised, {
			reservationId,
			items,
		});
	}
	const values = { now, later, elsewhere: others };
	const { isWriting } = asked;
	const checked = {
		entered,
		own,
		advised,
		requests,
		proposal,
		reading,
		isWriting,
		written,
	};
	return reportOf({ ...checked, ...values });
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
