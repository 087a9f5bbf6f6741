import type { IDataObject } from 'n8n-workflow';

import { leavesOf } from '../../shared/format/draft';
import { isEqual, isJsonObject } from '../../shared/format/json';
import { userError } from '../../shared/n8n/userError';
import type { Session } from '../../shared/session/session';
import { recognizeCharges } from './charges';
import { credentialFor, documentedJson, draftOf, enteredIn, openWith } from './entered';
import { bodyFindings, fieldFindings, missingIn } from './findings';
import { pagesFinding, queryFinding, unusableFindings } from './findings';
import { propose } from './propose';
import { read, valuesIn } from './read';
import { columnsOf } from './recognize';
import type { Finding } from './report';
import { reportOf } from './report';
import type { Asked } from './requests';
import { recognizeRequests } from './requests';
import { pagedDrafts, tryReading } from './tryReading';
import { tryWriting } from './tryWriting';

/**
 * Compares how the service spells the charges of a reservation with what is entered in the credential, be it the
 * documentation's own: read, recognize, propose, try, report.
 *
 * @param session opened without the examples
 * @throws UserError when no list of charges comes back, and RequestFailure when the service refuses to list
 */
export async function checkApiFormat(
	session: Session,
	asked: Asked & { isWriting: boolean },
): Promise<IDataObject[]> {
	const { reservationId, timeZone } = asked;
	const entered = enteredIn(session.settings);
	const own = draftOf(entered);
	const requests = recognizeRequests(entered, asked);
	const asking = { ...own, listQuery: requests.listQuery };
	const { firstPage, elsewhere } = await read(asking, session, reservationId);

	const charges = recognizeCharges(firstPage.body, entered, { ...asked, ...requests });
	if (!charges) throw noCharges(reservationId);
	const { draft, found, doubtful } = propose(entered, requests, { charges, timeZone });

	const drafts = pagedDrafts(draft, [firstPage.body, documentedJson(entered.listResponse)]);
	// What cannot read this answer is not advised.
	const readable = drafts.find((each) => valuesIn(firstPage, each, session).length > 0);
	const now = valuesIn(firstPage, own, session);
	const later = readable ? valuesIn(firstPage, readable, session) : [];
	const others = readable && elsewhere ? valuesIn(elsewhere, readable, session) : [];
	const fields = fieldFindings(found, { now, later, createBody: draft.createBody });
	const isKept = fields.every(({ verdict }) => verdict !== 'change');
	if (isEqual(draft.listQuery, own.listQuery)) {
		drafts.unshift(isKept ? { ...draft, listResponse: own.listResponse } : draft);
	}
	const reading = await tryReading(drafts, session, reservationId);
	const tried = reading.kind === 'unreadable' ? (readable ?? own) : reading.draft;

	let written: Finding[] = [];
	const items = charges.entries.filter(isJsonObject);
	const hasIds = later.some(({ id }) => id !== undefined);
	// Without IDs, the charge could not be deleted.
	if (asked.isWriting && hasIds && missingIn(tried).length === 0) {
		written = await tryWriting(openWith(tried, session), tried, { reservationId, items });
	}
	const columns = columnsOf(items.map((item) => leavesOf(item)));
	const isRefused = written[0]?.verdict === 'change' && entered.createBody.kind === 'empty';
	// What the service has refused is not advised.
	const advised = isRefused ? { ...tried, createBody: own.createBody } : tried;
	return reportOf(credentialFor(advised, session.settings), [
		...unusableFindings(entered),
		queryFinding({ own, advised }, { later, elsewhere: others }),
		...fields,
		pagesFinding({ own, requests }, reading),
		...bodyFindings({ own, advised }, { entered: entered.createBody, written, doubtful, columns }),
		...written,
	]);
}

function noCharges(reservationId: string) {
	return userError({
		what: `No list of charges came back for reservation '${reservationId}'`,
		advice: 'Give a reservation that has at least one charge',
		more: `The check reads names and formats from charges: if there are none, add one by hand. If there are some, look up in the documentation how they are listed, enter that as 'List Query', and check again.`,
	});
}
