import type { IDataObject } from 'n8n-workflow';

import { listIn } from '../../shared/format/charges';
import { listQueryOf } from '../../shared/format/bodies';
import { readCharge } from '../../shared/format/charges';
import { exampleOf, parseExample } from '../../shared/format/example';
import type { ExampleName } from '../../shared/format/fields';
import { EXAMPLES } from '../../shared/format/fields';
import { isEqual, quoted } from '../../shared/format/json';
import { RequestFailure } from '../../shared/http/failure';
import type { Session } from '../../shared/http/session';
import { findCharge } from '../../shared/lists/findCharge';
import { readReservation } from '../../shared/lists/readReservation';
import { toldBy, ToldError, userError } from '../../shared/n8n/userError';
import { attempt } from '../../shared/reservation/requests';
import type { Found } from './recognize';
import { filled, findCharges, withText } from './recognize';
import type { Checked, Draft, Row, Values } from './report';
import { has, reportOf, textOf } from './report';
import { tryWriting } from './tryWriting';

const NAMES = Object.keys(EXAMPLES) as ExampleName[];

interface Asked {
	reservationId: string;
	isWriting: boolean;
}

/**
 * Recognizes in the list of a reservation what stands where, and compares that
 * with the credential.
 *
 * @param session opened without the examples
 */
export async function checkApiFormat(
	session: Session,
	asked: Asked,
): Promise<Row[]> {
	const { reservationId } = asked;
	const usual = session.format.createBody.json;
	const { own, samples, problems } = enteredIn(session);
	const query =
		own.listQuery ??
		(reservationIn(filled(samples.listQuery)) && filled(samples.listQuery)) ??
		reservationIn(own.createBody ?? filled(samples.createBody)) ??
		reservationIn(usual);
	const answer = await attempt(firstPage(session, query, reservationId));
	const charges = findCharges(answer, reservationId);
	const now = valuesBy(session, own, answer);
	const draft = { ...own };
	draft.createBody ??= filled(samples.createBody, charges.found);
	draft.createBody ??= bodyOf(charges.found, query, usual);
	draft.updateBody ??= filled(samples.updateBody, charges.found);
	const isDerived = isEqual(reservationIn(draft.createBody ?? usual), query);
	if (!isDerived) draft.listQuery ??= query;
	propose(draft, charges, now);
	const later = valuesBy(session, draft, answer);
	const isSure = charges.found.every(({ doubt }) => doubt === undefined);
	const isSame = isSure && isEqual(now, later);
	if (isSame && !own.listResponse) delete draft.listResponse;
	const entered: Draft = { ...samples, ...own };
	const checked = { ...charges, entered, draft, usual, now, later, problems };
	const proof = await attempt(prove(session, checked, answer, asked));
	if (!(proof instanceof Error)) return reportOf({ ...checked, ...proof });
	const status = proof instanceof RequestFailure ? proof.status : 0;
	const isRefused = [400, 404, 410, 422].includes(status ?? 0);
	if (!isRefused && !(proof instanceof ToldError)) throw proof;
	const { what, advice } = toldBy(proof);
	const told = `${what}. The query was ${textOf(query)}`;
	problems.listQuery = { what: told, advice };
	// Without a charge, nothing of a draft is seen to be right.
	if (charges.found.length === 0) checked.draft = { ...entered };
	const name = missedIn(what);
	if (name) checked.draft.listQuery = { [name]: '{reservationId}' };
	return reportOf(checked);
}

/** @throws what is wrong with the list, if it is read like this */
async function prove(
	session: Session,
	{ draft, found, problems }: Checked,
	answer: unknown,
	{ reservationId, isWriting }: Asked,
): Promise<Pick<Checked, 'written'>> {
	if (answer instanceof Error) throw answer;
	if (found.length === 0) throw noCharges(answer);
	const advised = openWith(session, draft);
	const [charge] = await readReservation(advised, reservationId);
	const shown = await attempt(findCharge(advised, charge?.id ?? ''));
	const isKnown = !(shown instanceof Error);
	if (!isKnown) problems.id = toldBy(shown);
	if (!isKnown || !isWriting) return {};
	const known = charge?.fields ?? {};
	return { written: await tryWriting(advised, reservationId, known) };
}

function enteredIn({ settings }: Session) {
	const own: Draft = {};
	const samples: Draft = {};
	const problems: Checked['problems'] = {};
	const entered = settings.entered as IDataObject;
	for (const name of NAMES) {
		try {
			const example = parseExample(entered[name], name);
			const isSample = example?.places.length === 0;
			const kind = isSample && name !== 'requestHeaders' ? samples : own;
			kind[name] = example?.json;
		} catch (error) {
			problems[name] = { ...toldBy(error as Error), verdict: 'change' };
		}
	}
	return { own, samples, problems };
}

async function firstPage(
	{ client, format }: Session,
	json: unknown,
	reservationId: string,
): Promise<unknown> {
	const listQuery = exampleOf(json as object, 'listQuery');
	const first = { page: 1, offset: 0 };
	const query = listQueryOf({ ...format, listQuery }, reservationId, first);
	const { body } = await client.send({ method: 'GET', query, reservationId });
	return body;
}

/** The reservation under its name at the root. */
function reservationIn(json: unknown): object | undefined {
	const all = Object.entries((json ?? {}) as Values);
	for (const [name, text] of all) {
		if (/\{reservationId/.test(`${text as string}`)) return { [name]: text };
	}
	return undefined;
}

/** Many services write as they read. Undefined for the usual names. */
function bodyOf(found: Found[], query: unknown, usual: object): unknown {
	let body: unknown = reservationIn(query);
	if (found[0]?.field === 'reservationId') body = {};
	for (const { field, path, text } of found) {
		const plain = text.replace('amount as number', 'amount');
		if (!/^(id|reference)$/.test(field)) body = withText(body, path, plain);
	}
	const isUsual = isEqual({ ...usual, ...(body as object) }, usual);
	return isUsual ? undefined : body;
}

/** What the credential says of a list is right wherever it can be read. */
function propose(
	draft: Draft,
	{ list, found }: Pick<Checked, 'list' | 'found'>,
	now: Values,
): void {
	if (now.amount === undefined) delete draft.listResponse;
	const isOwn = draft.listResponse !== undefined;
	for (const each of found) {
		const { field, path, text } = each;
		const isUsed = field !== 'reference' || has(draft.createBody, field);
		if (isOwn && now[field] !== undefined) delete each.doubt;
		else if (isUsed) {
			draft.listResponse = withText(
				draft.listResponse,
				[...list, ...path],
				text,
			);
		}
	}
}

/** @throws UserError naming a setting that cannot be used */
function openWith(session: Session, draft: Draft): Session {
	const settings: IDataObject = { customApiFormat: true };
	for (const name of NAMES) settings[name] = textOf(draft[name]);
	return session.withSettings(settings);
}

/** Nothing where charges cannot be read like this. */
function valuesBy(session: Session, draft: Draft, answer: unknown): Values {
	const values: Values = {};
	try {
		const { format } = openWith(session, draft);
		for (const raw of listIn(format, answer)) {
			const { fields, id, reservationId, reference } = readCharge(format, raw);
			const all = { ...fields, id, reservationId, reference };
			for (const [name, value] of Object.entries(all)) values[name] ??= value;
		}
	} catch {
		// Why not is told when it is read to its end.
		return {};
	}
	return values;
}

function noCharges(answer: unknown): Error {
	return userError({
		what: `No list of charges came back, but ${quoted(answer)}`,
		advice:
			'Check a reservation that has charges. If this one has, look up in the documentation how they are listed',
	});
}

const MISSED = [
	/(?!missing|required)\b([\w.[\]-]+)["'`]?:?(?: (?:this|field|param\w*|value|is|must|may|can|can?not|not|be))* (?:required|missing|mandatory|blank|empty)/i,
	/(?:missing|required)[\w ]* param\w*:? ["'`]?([\w.[\]-]+)/i,
];

/** What a service misses, if its words name it. */
function missedIn(told: string): string | undefined {
	const said = told.split(/\(status \d+\): /)[1] ?? '';
	return MISSED.map((form) => form.exec(said)?.[1]).find(Boolean);
}
