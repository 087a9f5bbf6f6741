import type { IDataObject } from 'n8n-workflow';

import { isEqual, isJsonObject } from '../../shared/format/json';
import type { Answer } from '../../shared/http/reply';
import { readListPage } from '../../shared/lists/listPage';
import { userError } from '../../shared/n8n/userError';
import type { Session } from '../../shared/session/session';
import { recognizeCharges } from './charges';
import type { Draft, EnteredExamples } from './drafts';
import { credentialFor, documentedJson, draftOf, enteredIn } from './drafts';
import { openWith, withoutFields } from './drafts';
import { bodyFinding, fieldFindings, missingIn } from './findings';
import { pagesFinding, queryFinding, unusableFindings } from './findings';
import { propose, proposeQuery } from './propose';
import type { Asked } from './recognize';
import type { Finding } from './report';
import { reasonOf, reportOf } from './report';
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
	const { reservationId } = asked;
	const entered = enteredIn(session.settings);
	const own = draftOf(entered);

	const query = proposeQuery(entered, asked);
	const first = firstDraft({ ...own, ...query });
	const answer = await readFirstPage(first, session, reservationId);

	const charges = recognizeCharges(answer.body, entered, asked);
	if (!charges) throw noCharges(reservationId);

	const { draft, found } = propose(entered, charges, { ...asked, ...query });
	const now = valuesRead(answer, own, session);
	const later = valuesRead(answer, draft, session);
	const fields = fieldFindings(found, now, later);
	const isKept = fields.every(({ verdict }) => verdict !== 'change');

	const base = isKept ? { ...draft, listResponse: own.listResponse } : draft;
	const drafts = pagedDrafts(draft, [answer.body, documentedJson(entered.listResponse)]);
	if (isEqual(draft.listQuery, own.listQuery)) drafts.unshift(base);
	const reading = await tryReading(drafts, session, reservationId);
	// What cannot read this answer is not advised.
	const unread = later.length > 0 ? draft : own;
	const tried = reading.kind === 'unreadable' ? unread : reading.draft;
	const elsewhere = await readElsewhere(first, session, reservationId);
	let written: Finding[] = [];
	if (asked.isWriting && missingIn(tried).length === 0) {
		const items = charges.entries.filter(isJsonObject);
		written = await tryWriting(openWith(tried, session), tried, reservationId, items);
	}

	const advised = { ...tried };
	if (isRefused(entered, written)) advised.createBody = own.createBody;
	return reportOf(credentialFor(advised, session.settings), [
		...unusableFindings(entered),
		queryFinding({ own, advised }, charges, elsewhere),
		...fields,
		pagesFinding(own, reading),
		bodyFinding({ own, advised }, written),
		...written,
	]);
}

/** For the first page alone: the list is still to be found, and no page was before. */
function firstDraft({ listQuery, requestHeaders }: Draft): Draft {
	return {
		createBody: undefined,
		updateBody: undefined,
		listQuery: withoutFields(listQuery, ['cursor', 'lastId']),
		listResponse: undefined,
		requestHeaders,
	};
}

async function readFirstPage(
	draft: Draft,
	session: Session,
	reservationId: string,
): Promise<Answer> {
	const { client, mapper } = openWith(draft, session);
	const query = mapper.listQuery(reservationId);
	return await client.send({ method: 'GET', query, reservationId });
}

/** What is answered for a reservation that does not exist. */
async function readElsewhere(
	draft: Draft,
	session: Session,
	reservationId: string,
): Promise<unknown> {
	try {
		const answer = await readFirstPage(draft, session, `${reservationId}99999`);
		return answer.body;
	} catch (error) {
		reasonOf(error);
		return undefined;
	}
}

function noCharges(reservationId: string) {
	return userError({
		what: `No list of charges came back for reservation '${reservationId}'`,
		advice: 'Give a reservation that has at least one charge',
		more: `What a service calls things is read from them: add one by hand if need be. If there are some, look up in the documentation how they are listed, enter that as 'List Query', and check again.`,
	});
}

/** None where the draft cannot be used, or the answer has no list as it says. */
function valuesRead(answer: Answer, draft: Draft, session: Session): IDataObject[] {
	try {
		const { mapper } = openWith(draft, session);
		const values: IDataObject[] = [];
		for (const item of readListPage(answer, mapper).items) {
			const { id, reservationId, reference, fields } = mapper.read(item);
			values.push({ id, reservationId, reference, ...fields });
		}
		return values;
	} catch (error) {
		reasonOf(error);
		return [];
	}
}

/** What the service has refused is not advised. */
function isRefused({ createBody }: EnteredExamples, [created]: Finding[]): boolean {
	return created?.verdict === 'change' && createBody.kind === 'empty';
}
