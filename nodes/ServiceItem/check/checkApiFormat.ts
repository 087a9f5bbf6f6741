import type { IDataObject } from 'n8n-workflow';

import { listQueryOf } from '../../shared/format/bodies';
import { listIn, readCharge } from '../../shared/format/charges';
import { parseExample } from '../../shared/format/example';
import { EXAMPLES } from '../../shared/format/fields';
import { isEqual, quoted } from '../../shared/format/json';
import { RequestFailure } from '../../shared/http/failure';
import type { Session } from '../../shared/http/session';
import { findCharge } from '../../shared/lists/findCharge';
import { readReservation } from '../../shared/lists/readReservation';
import * as told from '../../shared/n8n/userError';
import { attempt } from '../../shared/reservation/requests';
import { filled, findCharges, rankOf, withText } from './recognize';
import type { Draft, Findings, Row } from './report';
import { has, NAMES, reportOf, textOf } from './report';
import { tryWriting } from './tryWriting';

/**
 * Recognizes in the list of a reservation what stands where, and compares that
 * with the credential.
 *
 * @param session opened without the API format
 */
export async function checkApiFormat(
	session: Session,
	reservationId: string,
	isWriting: boolean,
): Promise<Row[]> {
	const findings = enteredIn(session);
	try {
		const answer = await listOnce(session, findings, reservationId);
		Object.assign(findings, findCharges(answer, reservationId));
		if (findings.found.length === 0) throw noCharges(answer);
		propose(session, findings, answer);
		const advised = openWith(session, findings.draft);
		const [charge] = await readReservation(advised, reservationId);
		const shown = await attempt(findCharge(advised, charge?.id ?? ''));
		if (shown instanceof Error) findings.problems.id = told.toldBy(shown);
		else if (isWriting) {
			const known = charge?.fields ?? {};
			findings.written = await tryWriting(advised, reservationId, known);
		}
	} catch (error) {
		blame(error as Error, findings);
	}
	return reportOf(findings);
}

/** Of the settings what can be used, and why others cannot. */
function enteredIn({ settings, format }: Session): Findings {
	const entered: Draft = {};
	const problems: Findings['problems'] = {};
	for (const name of NAMES) {
		try {
			const given = (settings.entered as Draft)[name];
			const json = parseExample(given, name)?.json;
			// The form comes with it: nobody has entered it.
			if (!isEqual(json, format.createBody.json)) entered[name] = json;
		} catch (error) {
			const problem = told.toldBy(error as Error);
			problems[name] = { ...problem, verdict: 'change' };
		}
	}
	const draft = { ...entered };
	return { list: [], places: [], found: [], now: {}, entered, draft, problems };
}

async function listOnce(
	session: Session,
	findings: Findings,
	reservationId: string,
): Promise<unknown> {
	const { listQuery, createBody, requestHeaders } = draftOf(findings);
	const usual = session.format.createBody.json;
	const isAsked = has(listQuery, 'reservationId');
	const owner = ownerIn(createBody) ?? ownerIn(usual);
	findings.query = isAsked ? listQuery : owner;
	const draft = { requestHeaders, listQuery: findings.query };
	const { client, format } = openWith(session, draft);
	const query = listQueryOf(format, reservationId, { page: 1, offset: 0 });
	return (await client.send({ method: 'GET', query, reservationId })).body;
}

/** With placeholders in what is a sample of the documentation. */
function draftOf({ entered, found }: Findings): Draft {
	const draft = { ...entered };
	for (const name of ['createBody', 'updateBody', 'listQuery'] as const) {
		const isSample = !/\{\w/.test(textOf(entered[name]));
		if (isSample) draft[name] = filled(entered[name], found);
	}
	return draft;
}

/** The reservation under its name at the root. */
function ownerIn(json: unknown): object | undefined {
	for (const [name, text] of Object.entries(json ?? {})) {
		if (/\{reservationId/.test(`${text}`)) return { [name]: text as unknown };
	}
	return undefined;
}

/** @throws ToldError naming a setting that cannot be used */
function openWith(session: Session, draft: Draft): Session {
	return session.withSettings({
		...draft,
		customApiFormat: true,
	} as IDataObject);
}

/** Many services write as they read. What is entered is the user's word. */
function propose(session: Session, findings: Findings, answer: unknown): void {
	const { entered, list, found, query } = findings;
	const draft = (findings.draft = draftOf(findings));
	const now = (findings.now = valuesNow(session, entered, answer));
	const isOwn = entered.listResponse && now.amount !== undefined;
	let shown = isOwn ? entered.listResponse : undefined;
	let isRead = true;
	for (const { field, path, form } of found) {
		const isKnown = now[field] !== undefined;
		if (isOwn && isKnown) form[1] = undefined;
		else if (field !== 'reference' || has(draft.createBody, field)) {
			shown = withText(shown, [...list, ...path], form[0]);
			// As it is shown, it is written.
			if (!isKnown || form[1] || form[0] !== `{${field}}`) isRead = false;
		}
	}
	draft.listResponse = isOwn || !isRead ? shown : undefined;
	// A doubt would be written otherwise than read.
	if (found.some(({ form }) => form[1])) return;
	const usual = session.format.createBody.json;
	const { itemPlaces } = openWith(session, draft).format;
	const isOwned = itemPlaces.some(({ field }) => field === 'reservationId');
	let body: unknown = isOwned ? {} : ownerIn(query);
	for (const { field, path, text } of itemPlaces) {
		if (!/^(id|reference)$/.test(field)) body = withText(body, path, text);
	}
	const isUsual = isEqual({ ...usual, ...(body as object) }, usual);
	if (!isUsual) draft.createBody ??= body;
	const isDerived = isEqual(query, ownerIn(draft.createBody ?? usual));
	if (!isDerived) draft.listQuery ??= query;
}

/** What is read of charges; nothing where they cannot be read like this. */
function valuesNow(
	session: Session,
	entered: Draft,
	answer: unknown,
): Findings['now'] {
	const values: Findings['now'] = {};
	try {
		const { format } = openWith(session, entered);
		for (const raw of listIn(format, answer)) {
			const { fields, id, reservationId, reference } = readCharge(format, raw);
			const all = { ...fields, id, reservationId, reference };
			for (const [name, value] of Object.entries(all)) values[name] ??= value;
		}
	} catch {
		// The report says what to enter.
	}
	return values;
}

function noCharges(answer: unknown): Error {
	return told.userError({
		what: `No list of charges came back, but ${quoted(answer)}`,
		advice:
			'Check a reservation that has charges. If this one has, look up in the documentation how they are listed',
	});
}

/** @throws what is no question of the format */
function blame(
	error: Error,
	{ problems, found, draft, query }: Findings,
): void {
	const status = error instanceof RequestFailure ? error.status : 0;
	const isRefused = /^(2..|400|404|410|422)$/.test(`${status}`);
	if (!isRefused && !(error instanceof told.ToldError)) throw error;
	const problem = told.toldBy(error);
	const text = told.joined(problem);
	const name = NAMES.find((each) => text.includes(EXAMPLES[each]));
	const what = `${problem.what}. The query was ${textOf(query)}`;
	problems[name ?? 'listQuery'] = { ...problem, what };
	const missed = found.length === 0 && missedIn(problem.what);
	if (missed) draft.listQuery = { [missed]: '{reservationId}' };
}

/** Which parameter the service misses, where its words tell. */
function missedIn(what: string): string | undefined {
	const [, said = ''] = what.split(/\(status \d+\): /);
	if (!/requir|missing|blank|empty|fehl/i.test(said)) return undefined;
	// Laravel writes booking_id so.
	const words = said.replace(/ (id|no) field/, '_$1 field').match(/[\w.$-]+/g);
	const isOwner = (word: string) => rankOf([word], 'reservationId') < Infinity;
	const [, one] =
		/(?:param\w*|field)\W+([\w.$-]+)\W*(?:is|$)/i.exec(said) ?? [];
	return words?.find(isOwner) ?? one;
}
