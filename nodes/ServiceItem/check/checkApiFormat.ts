import type { IDataObject } from 'n8n-workflow';

import { placedTextsIn } from '../../shared/format/draft';
import { isJsonObject } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';
import type { Answer } from '../../shared/http/reply';
import { readListPage } from '../../shared/lists/listPage';
import { userError } from '../../shared/n8n/userError';
import type { Session } from '../../shared/reservation/session';
import type { FoundCharges } from './answers';
import type { Asked } from './recognize';
import { recognizeCharges } from './answers';
import type { Draft, EnteredExamples, OpenDraft } from './drafts';
import {
	asObject,
	credentialFor,
	draftOf,
	enteredIn,
	isSame,
	queryFrom,
	settingsFor,
	withoutFields,
} from './drafts';
import {
	bodyFinding,
	fieldFindings,
	pagesFinding,
	queryFinding,
	unusableFindings,
} from './findings';
import { pagedDrafts } from './paging';
import { propose } from './propose';
import type { Finding } from './report';
import { reasonOf, reportOf } from './report';
import type { DocumentedQuery } from './requests';
import { recognizeBody, recognizeQuery } from './requests';
import { tryReading } from './tryReading';
import { tryWriting } from './tryWriting';

/**
 * Compares how the service spells the charges of a reservation with what is entered in the credential, be it the
 * documentation's own.
 *
 * @param session opened without the examples
 * @throws UserError when no list of charges comes back, and RequestFailure when the service refuses to list
 */
export async function checkApiFormat(
	session: Session,
	{ isWriting, ...asked }: Asked & { isWriting: boolean },
): Promise<IDataObject[]> {
	const { reservationId } = asked;
	const open: OpenDraft = (draft) => session.withSettings(settingsFor(draft));
	const entered = enteredIn(session.settings);
	const own = draftOf(entered);

	const documented = documentedQuery(entered, asked);
	const query = documented?.listQuery ?? own.listQuery;
	const first = firstDraft(own, query);
	const answer = await firstPage(open(first), reservationId);

	const charges = recognizeCharges(answer.body, entered, asked);
	if (!charges) throw noCharges(reservationId);
	const { draft, constants } = propose(entered, charges, { ...documented, asked });
	const mapper = usableMapper(open, own);
	const readByDraft = valuesRead(answer, usableMapper(open, draft));
	const fields = fieldFindings(charges.found, {
		now: valuesRead(answer, mapper),
		advised: readByDraft,
	});

	const drafts = draftsToTry({ own, draft, fields, isOwnPaged: (mapper?.paging.size ?? 0) > 0 }, [
		answer.body,
		...examplesOf(entered),
	]);
	const read = await tryReading(drafts, open, reservationId);
	// What cannot read this answer is not advised.
	const unread = readByDraft.length > 0 ? draft : own;
	const tried = read.kind === 'unreadable' ? unread : read.draft;
	const elsewhere = await firstPage(open(first), `${reservationId}99999`).catch(reasonOf);
	const missing = missingIn(tried);
	const canWrite = isWriting && missing.length === 0;
	const written = canWrite
		? await tryWriting(open(tried), tried, reservationId, itemsOf(charges))
		: [];
	// What the service has refused is not advised.
	const isRefused = written[0]?.verdict === 'change' && entered.createBody.kind === 'empty';
	const advised = isRefused ? { ...tried, createBody: own.createBody } : tried;
	return reportOf(credentialFor(advised, session.settings), [
		...unusableFindings(entered),
		queryFinding({ own, advised, charges, elsewhere }),
		...fields,
		pagesFinding(read, { own, isPaged: (mapper?.paging.size ?? 0) > 0 }),
		bodyFinding({ own, advised, constants, written, missing }),
		...written,
	]);
}

function documentedQuery(
	{ listQuery, createBody }: EnteredExamples,
	asked: Asked,
): DocumentedQuery | undefined {
	const body = 'json' in createBody ? createBody.json : undefined;
	if (listQuery.kind === 'documented') {
		return recognizeQuery(asObject(listQuery.json), body, asked.reservationId);
	}
	const isFromBody = listQuery.kind !== 'own' && createBody.kind === 'documented';
	if (!isFromBody) return undefined;
	const { body: recognized } = recognizeBody(body, {}, asked);
	return { listQuery: queryFrom(recognized) };
}

/** For the first page alone: the list is still to be found, and no page was before. */
function firstDraft(own: Draft, listQuery: IDataObject): Draft {
	const query = withoutFields(listQuery, ['cursor', 'lastId']);
	return {
		...own,
		createBody: undefined,
		updateBody: undefined,
		listQuery: query,
		listResponse: undefined,
	};
}

async function firstPage({ client, mapper }: Session, reservationId: string): Promise<Answer> {
	const query = mapper.listQuery(reservationId);
	return await client.send({ method: 'GET', query, reservationId });
}

function noCharges(reservationId: string) {
	return userError({
		what: `No list of charges came back for reservation '${reservationId}'`,
		advice: 'Give a reservation that has at least one charge',
		more: `What a service calls things is read from the charges it has: add one by hand in the service if need be. If there are some, the service may ask for the reservation in another way: look it up in its documentation, enter it as 'List Query', and check again.`,
	});
}

/** Undefined where the other operations refuse the examples. */
function usableMapper(open: OpenDraft, draft: Draft): Mapper | undefined {
	try {
		return open(draft).mapper;
	} catch (error) {
		reasonOf(error);
		return undefined;
	}
}

/** None where the answer has no list as the mapper knows it. */
function valuesRead(answer: Answer, mapper: Mapper | undefined): IDataObject[] {
	if (!mapper) return [];
	try {
		return readListPage(answer, mapper).items.map((item) => {
			const { id, reservationId, reference, fields } = mapper.read(item);
			return { id, reservationId, reference, ...fields };
		});
	} catch (error) {
		reasonOf(error);
		return [];
	}
}

/** The answers that the documentation shows, as they stand. */
function examplesOf({ listResponse }: EnteredExamples): unknown[] {
	return listResponse.kind === 'documented' ? [listResponse.json] : [];
}

/** What is entered comes first where it reads the charges; then what the answer shows about pages. */
function draftsToTry(
	{
		own,
		draft,
		fields,
		isOwnPaged,
	}: { own: Draft; draft: Draft; fields: Finding[]; isOwnPaged: boolean },
	bodies: unknown[],
): Draft[] {
	const isKept = fields.every(({ verdict }) => verdict !== 'change');
	const base = isKept ? { ...draft, listResponse: own.listResponse } : draft;
	if (isOwnPaged) return [base];
	const isAsked = isSame(base.listQuery, own.listQuery);
	const paged = pagedDrafts(draft, bodies);
	return isAsked ? [base, ...paged] : paged;
}

/** What no charge can be created without. */
function missingIn({ createBody }: Draft): string[] {
	const fields = placedTextsIn(createBody).flatMap((each) => each.fields);
	return ['amount', 'reservationId'].filter((field) => !fields.includes(field));
}

function itemsOf({ entries }: FoundCharges): IDataObject[] {
	return entries.filter(isJsonObject);
}
